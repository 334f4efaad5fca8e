import assert from 'node:assert/strict';
import test from 'node:test';
import { loadCatalogue, playerExpAt } from '../catalogue/index.ts';
import { aGameContext, aPlayer, query } from '../testing/index.ts';

const catalogue = loadCatalogue();

function expOf(exp: number) {
  const zoe = aPlayer({ character: { exp } });
  const { Exp, LevelExp } = query(aGameContext({ players: [zoe] }), 'getPlayerDetails', { uid: zoe.uid });
  return { Exp, LevelExp };
}

test('EXP are between those of the level and of the next one', () => {
  const [from, to] = [playerExpAt(catalogue, 7), playerExpAt(catalogue, 8)];
  for (const exp of [from, from + 1, to - 1]) {
    assert.deepEqual(expOf(exp), { Exp: exp, LevelExp: { From: from, To: to } });
  }
});

test('the highest level has no next one', () => {
  const last = playerExpAt(catalogue, Number.POSITIVE_INFINITY);
  assert.deepEqual(expOf(last), { Exp: last, LevelExp: { From: last } });
});
