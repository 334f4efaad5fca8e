import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PalSearch } from '@palatine/contract';
import { loadCatalogue } from '../catalogue/index.ts';
import { makeDemoWorld } from '../demo/make-demo-world.ts';
import type { GameContext } from '../state/game-context.ts';
import { aGameContext, aPal, aPlayer, query } from '../testing/world-builder.ts';
import { atOneMoment, runThrough } from './at-one-moment.ts';
import { palSearchParts } from './pal-search.ts';

function* nothing(): Generator<void> {}

test('a look begins anew when a table that it reads has changed between two parts, and not for others', () => {
  const { world } = aGameContext({ players: [aPlayer(), aPlayer()] });
  const begun: number[] = [];
  function* look(): Generator<void, number> {
    begun.push(world.accounts.size);
    yield;
    yield;
    return begun.length;
  }
  const parts = atOneMoment(world, ['accounts', 'guilds'], nothing, look);
  parts.next();
  const [account] = world.accounts.values();
  assert.ok(account);
  world.accounts.put({ ...account, name: 'Another' });
  world.characters.put(aPal());
  assert.equal(runThrough(parts), 2);
  assert.deepEqual(begun, [2, 2]);
});

test('where the tables change in every turn, the reply comes all the same', () => {
  const { world } = aGameContext();
  function* look(): Generator<void, string> {
    yield;
    return 'reply';
  }
  const parts = atOneMoment(world, ['characters'], nothing, look);
  let turns = 0;
  let part = parts.next();
  for (; part.done !== true; part = parts.next()) {
    world.characters.put(aPal());
    turns += 1;
  }
  assert.equal(part.value, 'reply');
  assert.ok(turns > 1);
});

test('a search of Pals in parts shows the world of its last part, however often it changes in between', () => {
  const sizes = { players: 30, online: 9, palsPerPlayer: 40, guilds: 3, camps: 4 };
  const { world } = makeDemoWorld({ catalogue: loadCatalogue(), seed: 9, nowMs: 0, sizes });
  const game: GameContext = aGameContext(world);
  const wanted = { Sort: 'IVs', Limit: 500 } as const;
  const parts = palSearchParts(game, {}, { query: wanted, held: [] });
  const pals = [...world.characters.values()].filter(({ playerUid }) => playerUid === null);
  let turns = 0;
  let part: IteratorResult<void, PalSearch> = parts.next();
  for (; part.done !== true; part = parts.next()) {
    const pal = pals[turns++ % pals.length];
    if (pal !== undefined && turns < 4) world.characters.put({ ...pal, level: 1 + turns });
  }
  assert.ok(turns > 3);
  assert.deepEqual(JSON.parse(JSON.stringify(part.value)), query(game, 'searchPals', {}, { query: wanted }));
});
