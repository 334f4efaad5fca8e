import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BASES_READ,
  find as FIND,
  GUILDS_READ,
  PALS_READ,
  PLAYERS_READ,
  PLAYERS_READ_PRIVATE,
  permissionsOf,
  Refusal,
} from '@palatine/contract';
import { aCamp, aGameContext, aGuild, aPal, aPlayer, query } from '../testing/world-builder.ts';

const ALL = permissionsOf(FIND);

function aGame() {
  const zoe = aPlayer({ name: 'Zoe', userId: 'steam_76561198000000001', ip: '203.0.113.5' });
  const lily = aPlayer({ name: 'Anna Zoe', online: false });
  const axel = aPlayer({ name: 'Axel', online: false });
  const guild = aGuild([zoe], { name: '' });
  const camp = aCamp(guild, { location: { x: 69_604, y: 196_989, z: 0 } });
  const pal = aPal({ nickname: 'zoe the second', species: 'Anubis' });
  const plain = aPal({ species: 'PinkCat' });
  const game = aGameContext({
    players: [zoe, lily, axel],
    guilds: [guild],
    camps: [camp],
    pals: [pal, plain],
  });
  game.world.accounts.put({ ...axel.account, formerNames: [{ name: 'Zoey', untilMs: 5 }] } as never);
  const look = (Text: string, granted: readonly string[] = ALL, Kinds?: string) =>
    query(game, 'find', {}, { query: { Text, ...(Kinds !== undefined && { Kinds }) }, granted }).Hits.map(
      ({ Kind, Name, Note, Score }) => [Kind, Name, Note, Score],
    );
  return { game, look, zoe, lily, axel, guild, camp, pal, plain };
}

test('hits come best first: the whole name, its beginning, a word, a part', () => {
  const { look } = aGame();
  assert.deepEqual(look('ZOE'), [
    ['Player', 'Zoe', 'Zoe', 4],
    ['Guild', '', 'Zoe', 4],
    ['Camp', 'Zoe', '04CB216B487AD789C47E2DBA08B0B49F', 4],
    ['Player', 'Axel', 'Zoey', 3],
    ['Pal', 'zoe the second', 'Anubis', 3],
    ['Player', 'Anna Zoe', '', 2],
  ]);
  assert.deepEqual(look('econ'), [['Pal', 'zoe the second', 'Anubis', 1]]);
});

test('every id is found in any spelling, also of a Pal without a nickname', () => {
  const { look, lily, guild, camp, plain } = aGame();
  const plainId = lily.uid.replaceAll('-', '').toLowerCase();
  assert.deepEqual(look(plainId), [['Player', 'Anna Zoe', '', 4]]);
  assert.deepEqual(look(guild.id), [['Guild', '', 'Zoe', 4]]);
  const kinds = look(camp.id).map(([kind]) => kind);
  assert.deepEqual(kinds, ['Camp']);
  assert.deepEqual(look(plain.id), [['Pal', '', 'PinkCat', 4]]);
});

test('a base is found by the fast travel point next to it', () => {
  const { look } = aGame();
  const looks = look('thawtide').map(([kind, , near]) => [kind, near]);
  assert.deepEqual(looks, [['Camp', '04CB216B487AD789C47E2DBA08B0B49F']]);
});

test('each kind needs its permission, and private fields need theirs', () => {
  const { look, zoe } = aGame();
  const kinds = (granted: string[]) => [...new Set(look('zoe', granted).map(([kind]) => kind))];
  assert.deepEqual(kinds([PLAYERS_READ]), ['Player']);
  assert.deepEqual(kinds([GUILDS_READ]), ['Guild']);
  assert.deepEqual(kinds([BASES_READ]), ['Camp']);
  assert.deepEqual(kinds([PALS_READ]), ['Pal']);
  for (const text of [zoe.userId, '203.0.113']) {
    assert.deepEqual(look(text, [PLAYERS_READ]), []);
    assert.equal(look(text, [PLAYERS_READ, PLAYERS_READ_PRIVATE])[0]?.[1], 'Zoe');
  }
  assert.deepEqual(look('zoe', [PLAYERS_READ_PRIVATE]), []);
});

test('kinds may be chosen, an empty text finds nothing, and other kinds are refused', () => {
  const { look } = aGame();
  assert.deepEqual([...new Set(look('zoe', ALL, 'pal, guild').map(([kind]) => kind))], ['Guild', 'Pal']);
  assert.deepEqual(look('  '), []);
  assert.throws(
    () => look('zoe', ALL, 'Dragon'),
    (error) => error instanceof Refusal && error.code === 'VALIDATION_FAILED',
  );
});
