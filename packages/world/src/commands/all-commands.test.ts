import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL_ROUTES, errorsOf, LegacyGiveReply, permissionsOf, Refusal } from '@palatine/contract';
import { runs } from '@palatine/save/testing';
import fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { COMMANDS, type CommandName } from '../commands.ts';
import { makeDemoWorld } from '../demo/make-demo-world.ts';
import { worldFacts } from '../queries/world.ts';
import { buildIndexes, QUERIES } from '../queries.ts';
import { checkWorld } from '../state/check-world.ts';
import type { GameContext } from '../state/game-context.ts';
import { seededIds, seededRandom } from '../state/random.ts';
import { type GroupIndex, Table } from '../state/table.ts';
import type { World } from '../state/world.ts';
import { ANY_TEMPLATES, anyCommand, askOf, COMMAND_NAMES } from '../testing/any-command.ts';
import { memoryArchives } from '../testing/archive-files.ts';
import { filesOf } from '../testing/grant-builder.ts';
import { allRecords, PANEL } from '../testing/run-command.ts';
import { aGameContext } from '../testing/world-builder.ts';
import { LegacyGiveRefusal } from './grants/legacy-give.ts';

const { catalogue } = aGameContext();
const SIZES = { players: 8, online: 6, palsPerPlayer: 4, guilds: 2, camps: 3 };
const NOW_MS = Date.UTC(2026, 6, 12);
/** Items that the commands give, and that the demo world has. */
const HELD = ['Wood', 'Money', 'ClothArmor', 'PalSphere', 'Stone'];

/** Two worlds of one seed are the same world. */
function aDemoGame(seed: number): GameContext {
  const { world } = makeDemoWorld({ catalogue, seed, nowMs: NOW_MS, sizes: SIZES });
  world.clearJournal();
  const random = seededRandom(`${seed} commands`);
  let seconds = 0;
  const game = {
    ...aGameContext(world, { playerResolution: seed % 2 === 0 ? 'Known' : 'Online' }),
    random,
    newId: seededIds(random),
    now: () => NOW_MS + 1000 * ++seconds,
    files: memoryArchives(filesOf(ANY_TEMPLATES)).files,
  };
  buildIndexes(game);
  return game;
}

const replies = new Map(COMMAND_NAMES.map((name) => [name, Compile(ALL_ROUTES[name].reply)]));
const legacyAnswer = Compile(LegacyGiveReply);

/** Runs a command as the game does. @returns whether it was done. */
function runAsked(game: GameContext, { name, params, body }: ReturnType<typeof askOf>): boolean {
  const { world } = game;
  const before = allRecords(world);
  const mark = world.savepoint();
  const command = COMMANDS[name] as (game: GameContext, call: unknown) => unknown; // the table ties names to calls
  try {
    const reply = world.transaction(() => command(game, { params, body, issuer: PANEL }));
    const json: unknown = JSON.parse(JSON.stringify(reply));
    assert.deepEqual(replies.get(name)?.Errors(json), [], `${name} answers in its shape`);
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
      for (const command of commands) {
        const { disturbance: disturbed } = command;
        game.faults.failing.clear();
        if (disturbed === 'work')
          for (const work of ['grant', 'alert', 'message', 'summon', 'deletebase'] as const)
            game.faults.failNext(work);
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
