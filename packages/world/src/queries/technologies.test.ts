import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aGameContext, aPlayer, query } from '../testing/world-builder.ts';

test('unlocked and locked technologies add up to those of the catalogue', () => {
  const zoe = aPlayer({ player: { technologies: ['PALBOX', 'RepairBench'] } });
  const game = aGameContext({ players: [zoe] });
  const { technologies } = game.catalogue;

  assert.deepEqual(query(game, 'getTechnologies', { player_identifier: zoe.userId }), {
    Meta: {
      PlayerUID: zoe.uid,
      Player: zoe.userId,
      UnlockedCount: 2,
      LockedCount: technologies.size - 2,
      TotalCount: technologies.size,
    },
    Techs: { Unlocked: ['PALBOX', 'RepairBench'] },
  });
});

test('a technology the catalogue does not know is unlocked, and no other is locked less for it', () => {
  const zoe = aPlayer({ player: { technologies: ['PALBOX', 'Tech_Of_A_Mod'] } });
  const game = aGameContext({ players: [zoe] });
  const { size } = game.catalogue.technologies;

  const { UnlockedCount, LockedCount, TotalCount } = query(game, 'getTechnologies', {
    player_identifier: zoe.uid,
  }).Meta;
  assert.deepEqual([UnlockedCount, LockedCount, TotalCount], [2, size - 1, size + 1]);
});

test('technologies of somebody who is offline fail the request', () => {
  const zoe = aPlayer({ online: false });
  assert.throws(
    () => query(aGameContext({ players: [zoe] }), 'getTechnologies', { player_identifier: zoe.uid }),
    {
      code: 'REQUEST_FAILED',
    },
  );
});
