import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL_ROUTES, permissionsOf } from '@palatine/contract';
import { loadCatalogue } from './catalogue/catalogue.ts';
import { COMMANDS } from './commands.ts';
import { makeDemoWorld } from './demo/make-demo-world.ts';
import { READABLE_TABLES } from './queries/query.ts';
import { QUERIES, type QueryName } from './queries.ts';
import type { GameContext } from './state/game-context.ts';
import { Table } from './state/table.ts';
import type { World } from './state/world.ts';
import { aGameContext } from './testing/world-builder.ts';

const catalogue = loadCatalogue();
const sizes = { players: 12, online: 9, palsPerPlayer: 8, guilds: 3, camps: 4 };

/** The tables of each index that a query may use. */
const INDEXED: Record<string, string | readonly string[]> = {
  accountsByUserId: 'accounts',
  accountsByAddress: 'accounts',
  bodiesByPlayer: 'characters',
  palsByNickname: 'characters',
  playersByBox: 'players',
  campsByBox: 'camps',
  mapObjectsByBooth: 'mapObjects',
  sessionsByUserId: 'sessions',
  sessionsByIp: 'sessions',
  charactersByBox: 'characters',
  guildsByMember: 'guilds',
  ipBansByBits: 'ipBans',
  campsByGuild: 'camps',
  mapObjectsByCamp: 'mapObjects',
  mapObjectsByOwner: 'mapObjects',
  mapObjectsByContainer: 'mapObjects',
  mapObjectsByLayer: 'mapObjects',
  campCounts: ['camps', 'mapObjects', 'containers'],
  guildFacts: ['guilds', 'accounts', 'sessions', 'containers'],
  guildsByChest: 'guilds',
  eventLog: 'events',
  playersByContainer: 'players',
  summonedCharacters: 'characters',
};

function watched(world: World, onRead: (table: string) => void): World {
  return new Proxy(world, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target);
      if (value instanceof Table) onRead(value.name);
      else if (isIndex(value, String(property))) {
        const tables = INDEXED[String(property)] ?? assert.fail(`${String(property)} follows unknown tables`);
        for (const table of [tables].flat()) onRead(table);
      }
      return value;
    },
  });
}

/** Whether a member of a world is an index: it follows the tables, and is neither a table, a method nor a constant. */
function isIndex(value: unknown, property: string): boolean {
  return typeof value === 'object' && value !== null && !['info', 'survey', 'banlistHead'].includes(property);
}

function aDemoGame(onRead: (table: string) => void): GameContext {
  const { world } = makeDemoWorld({ catalogue, seed: 7, nowMs: 0, sizes });
  const [guild, lonely] = world.guilds.values();
  assert.ok(guild && lonely);
  world.guilds.put({ ...guild, members: guild.members.map((member) => ({ ...member, name: '' })) });
  world.guilds.put({ ...lonely, members: lonely.members.slice(0, 1) });
  const building = [...world.mapObjects.values()].find((object) => object.class === 'building');
  const [player] = world.players.values();
  assert.ok(building && player);
  world.mapObjects.put({ ...building, booth: player.team });
  return {
    ...aGameContext(watched(world, onRead), { playerResolution: 'Known' }),
    newId: () => assert.fail('a query creates nothing'),
  };
}

/** The ids of a Pal in a team, of one that works at a camp, and of one that is nowhere. */
function palsOfEachPlace(world: World): string[] {
  const [camp] = world.camps.values();
  const [player] = world.players.values();
  const [inTeam = ''] = world.charactersByBox.keys(player?.team.containerId ?? '');
  const [atCamp = ''] = world.charactersByBox.keys(camp?.workers.containerId ?? '');
  const pal = world.characters.get(inTeam);
  assert.ok(pal && atCamp);
  const id = '0000000A-00000000-00000000-00000000';
  world.characters.put({ ...pal, id, place: null });
  return [inTeam, atCamp, id];
}

test('every query reads the tables that are named for it, and no other', () => {
  const items = ['Wood', 'PalSphere', 'NoSuchThing'];
  for (const name of Object.keys(QUERIES) as QueryName[]) {
    const tables = new Set<string>();
    const game = aDemoGame((table) => tables.add(table)); // separate: some queries read a table once and follow it then
    const players = [...game.world.accounts.values()].flatMap(({ uid, userId }) => [uid, userId]);
    const guilds = [...game.world.guilds.keys()];
    const pals = palsOfEachPlace(game.world);
    const camps = [...game.world.camps.keys()];
    tables.clear();
    for (const [index, player_identifier] of [...players, 'steam_nobody'].entries()) {
      for (const [at, guild_id] of [...guilds, 'no guild'].entries()) {
        try {
          // Each takes what its route has.
          const params = {
            player_identifier,
            guild_id,
            uid: player_identifier,
            base_camp_id: camps[at] ?? 'no camp',
            item_id: items[at] ?? '',
            id: pals[index % pals.length],
          };
          QUERIES[name].run(
            game,
            params as never,
            { query: { Text: 'a', Player: 'a' }, granted: permissionsOf(ALL_ROUTES[name]) } as never,
          );
        } catch (error) {
          assert.equal((error as Error).name, 'Refusal', (error as Error).stack);
        }
      }
    }
    assert.deepEqual([...tables].sort(), [...QUERIES[name].reads].sort(), name);
  }
});

test('every route with game work has a command or a query, but for what the engine and the server do', () => {
  const isGameWork = (route: { base?: string; game?: boolean }) =>
    'base' in route ? route.game === true : route.game !== false;
  const done = { ...COMMANDS, ...QUERIES };
  const missing = Object.entries(ALL_ROUTES).filter(([name, route]) => isGameWork(route) && !(name in done));
  assert.deepEqual(missing.map(([name]) => name).sort(), [
    'cancelDelivery',
    'controlSimulation',
    'getAudit',
    'getDeliveries',
    'getPlayerSessions',
    'getSessions',
    'getWorld',
    'reloadConfig',
    'retryDelivery',
  ]);
});

test('every table that a response can depend on counts its changes, also those that are rolled back', () => {
  const { world } = makeDemoWorld({ catalogue, seed: 7, nowMs: 0, sizes });
  for (const name of READABLE_TABLES) {
    const table = world[name] as Table<object>;
    const [first] = table.entries();
    if (first === undefined) continue;
    const versions = [table.version];
    const savepoint = world.savepoint();
    table.put(first[1]);
    versions.push(table.version);
    world.rollbackTo(savepoint);
    versions.push(table.version);
    table.restore(first[0], undefined);
    versions.push(table.version);
    const counted = name === 'locations' ? 3 : 4; // its changes are in no journal
    assert.equal(new Set(versions).size, counted, name);
  }
});
