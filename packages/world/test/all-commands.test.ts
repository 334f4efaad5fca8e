import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL_ROUTES, errorsOf, LegacyGiveReply, permissionsOf, Refusal } from '@palatine/contract';
import { runs } from '@palatine/platform/testing';
import fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { LegacyGiveRefusal } from '../src/commands/grants/legacy-give.ts';
import type { CommandName } from '../src/commands.ts';
import { runWithFaults } from '../src/faults.ts';
import { worldFacts } from '../src/queries/world.ts';
import { buildIndexes, QUERIES } from '../src/queries.ts';
import { checkWorld } from '../src/state/check-world.ts';
import type { GameContext } from '../src/state/game-context.ts';
import { type GroupIndex, Table } from '../src/state/table.ts';
import type { World } from '../src/state/world.ts';
import { aDemoGame, anyCommand, askOf, COMMAND_NAMES } from '../src/testing/any-command.ts';
import { countsOf } from '../src/testing/grant-builder.ts';
import { allRecords, PANEL } from '../src/testing/run-command.ts';
import { aGameContext } from '../src/testing/world-builder.ts';

const { catalogue } = aGameContext();
/** Items that the commands give, and that the demo world has. */
const HELD = ['Wood', 'Money', 'ClothArmor', 'PalSphere', 'Stone'];

const replies = new Map(COMMAND_NAMES.map((name) => [name, Compile(ALL_ROUTES[name].reply)]));
const legacyAnswer = Compile(LegacyGiveReply);

/** Runs a command as the game does. @returns whether it was done. */
function runAsked(game: GameContext, { name, params, body }: ReturnType<typeof askOf>): boolean {
  const { world } = game;
  const before = allRecords(world);
  const counts = countsOf(world);
  const mark = world.savepoint();
  try {
    const reply = world.transaction(() => runWithFaults(name, game, { params, body, issuer: PANEL }));
    const json: unknown = JSON.parse(JSON.stringify(reply));
    assert.deepEqual(replies.get(name)?.Errors(json), [], `${name} answers in its shape`);
    if (/give/i.test(name)) assert.deepEqual(countsOf(world), afterGrant(counts, body), name);
    return true;
  } catch (error) {
    if (error instanceof LegacyGiveRefusal) assert.ok(legacyAnswer.Check(error.toEnvelope()));
    else {
      assert.ok(error instanceof Refusal, `${name}: ${String((error as Error).stack)}`);
      assert.ok(allowedCodes(name).includes(error.code), `${name} lists ${error.code}`);
    }
    assert.equal(world.savepoint(), mark, 'a refusal leaves nothing to undo');
    const after = allRecords(world);
    for (const [table, records] of Object.entries(before)) {
      const same =
        after[table]?.length === records.length &&
        records.every((record, at) => record === after[table]?.[at]);
      assert.ok(same, `the refusal of ${name} changed ${table}`);
    }
    return false;
  }
}

function afterGrant({ units, characters }: ReturnType<typeof countsOf>, body: unknown) {
  const {
    Items = [],
    PalEggs = [],
    Pals = [],
    PalTemplates = [],
  } = body as {
    [Section in 'Items' | 'PalEggs' | 'Pals' | 'PalTemplates']?: { Count?: number }[];
  };
  const given = Items.reduce((sum, { Count = 0 }) => sum + Count, PalEggs.length);
  return { units: units + given, characters: characters + Pals.length + PalTemplates.length };
}

function allowedCodes(name: CommandName): readonly string[] {
  return [...errorsOf(ALL_ROUTES[name]), 'REQUEST_FAILED', 'MISSING_PERMISSION'];
}

/** Asserts that the world is consistent, and that its indexes equal rebuilt ones. */
function assertSound(world: World): void {
  assert.deepEqual(checkWorld(world, catalogue), []);
  const rebuilt = new (world.constructor as typeof World)(world.info);
  for (const [name, table] of Object.entries(world)) {
    if (!(table instanceof Table)) continue;
    const copy = rebuilt[name as 'accounts'] as unknown as Table<object>;
    for (const [key, record] of table.entries()) copy.restore(key, record as object);
  }
  const groups: [name: keyof World, keys: Iterable<string>][] = [
    ['accountsByUserId', [...world.accounts.values()].map(({ userId }) => userId)],
    ['sessionsByUserId', [...world.accounts.values()].map(({ userId }) => userId)],
    ['sessionsByIp', [...world.sessions.values()].map(({ ip: address }) => address)],
    ['charactersByBox', boxesOf(world)],
    ['guildsByMember', [...world.accounts.values()].map(({ uid }) => uid)],
    ['ipBansByBits', [...world.ipBans.values()].map(({ IP }) => IP.split('/')[1] ?? '')],
    ['campsByGuild', [...world.guilds.values()].map(({ id }) => id)],
    ['mapObjectsByCamp', [...world.camps.values()].map(({ id }) => id)],
    ['mapObjectsByOwner', [...world.mapObjects.keys()]],
  ];
  for (const [name, keys] of groups) {
    const [index, copy] = [world[name], rebuilt[name]] as unknown as GroupIndex<object>[];
    for (const key of keys) {
      assert.deepEqual(new Set(index?.keys(key)), new Set(copy?.keys(key)), `${name} of ${key}`);
    }
  }
  assert.deepEqual(listsOf(world), listsOf(rebuilt));
}

/** All results of lists by facts, counts and indexes that follow the tables. */
function listsOf(world: World): unknown {
  const game = aGameContext(world);
  const input = { query: { Limit: 500 }, granted: [] };
  return {
    facts: { ...worldFacts(game), Warnings: [] },
    players: QUERIES.searchPlayers.run(game, {}, input),
    pals: QUERIES.searchPals.run(game, {}, input),
    guilds: QUERIES.searchGuilds.run(game, {}, input),
    camps: QUERIES.searchCamps.run(game, {}, input),
    holders: HELD.map((item_id) => QUERIES.getItemHolders.run(game, { item_id }, input)),
    hits: QUERIES.find.run(game, {}, { query: { Text: 'a' }, granted: permissionsOf(ALL_ROUTES.find) }),
    events: QUERIES.getPastEvents.run(game, {}, { query: { Text: 'a' }, granted: [] }),
    summoned: new Set(world.summonedCharacters.keys('summoned')),
    drops: new Set(world.mapObjectsByLayer.keys('Drops')),
  };
}

/** Every record of every table, in any order: a record that was removed and put back comes last. */
function recordsOf(world: World): Record<string, Set<object>> {
  return Object.fromEntries(
    Object.entries(allRecords(world)).map(([table, records]) => [table, new Set(records)]),
  );
}

function boxesOf({ players, camps }: World): string[] {
  return [
    ...[...players.values()].flatMap(({ team, palbox }) => [team.containerId, palbox.containerId]),
    ...[...camps.values()].map(({ workers }) => workers.containerId),
  ];
}

test('any commands in any order: each is applied or refused whole, and the world stays sound', () => {
  const done = new Map<CommandName, number>();
  const refused = new Map<CommandName, number>();
  const sequence = fc.array(anyCommand, { minLength: 20, maxLength: 45 });
  fc.assert(
    fc.property(fc.nat(5), sequence, (seed, commands) => {
      const game = aDemoGame(seed);
      for (const _ of buildIndexes(game)); // until all is computed
      for (const command of commands) {
        const { disturbance: disturbed } = command;
        game.faults.failing.clear();
        if (disturbed === 'work')
          for (const work of ['grant', 'alert', 'message', 'summon', 'deletebase'] as const)
            game.faults.failing.add(work);
        game.faults.playerManagerUnavailable = disturbed === 'players';
        game.faults.baseCampManagerUnavailable = disturbed === 'camps';
        const ask = askOf(game.world, command);
        const counts = runAsked(game, ask) ? done : refused;
        counts.set(ask.name, (counts.get(ask.name) ?? 0) + 1);
        assertSound(game.world);
      }
      // Everything can be rolled back to the initial world.
      game.world.rollbackTo(0);
      assert.deepEqual(recordsOf(game.world), recordsOf(aDemoGame(seed).world));
      assertSound(game.world);
    }),
    runs(15),
  );
  for (const name of COMMAND_NAMES) {
    assert.ok((done.get(name) ?? 0) > 0, `${name} was done: ${JSON.stringify([...done])}`);
    assert.ok((refused.get(name) ?? 0) > 0, `${name} was refused: ${JSON.stringify([...refused])}`);
  }
});
