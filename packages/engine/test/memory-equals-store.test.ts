import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ALL_ROUTES,
  type controlSimulation,
  type ExampleCall,
  FAILING_WORK,
  type RouteBody,
} from '@palatine/contract';
import { runs } from '@palatine/platform/testing';
import { ComparedService, queriesOf } from '@palatine/testing/compared-service';
import type { MirroredChange } from '@palatine/world/mirror-part';
import { QUERIES, type QueryName } from '@palatine/world/queries';
import type { ReadableTable } from '@palatine/world/query';
import { ANY_COMMANDS, type AnyCommand, askOf } from '@palatine/world/testing/any-command';
import type { World } from '@palatine/world/world';
import fc from 'fast-check';

/** The number of a player or a thing. */
const at = fc.nat(20);

const command = ANY_COMMANDS.map((any) => fc.record({ what: fc.constant('command' as const), command: any }));
/** Commands that rarely succeed with a random body use the example of the API document. */
const example = (['giveItems', 'givePals', 'givePalEggs', 'legacyGive'] as const).map((name) =>
  fc.record({
    what: fc.constant('command' as const),
    command: fc.record({
      name: fc.constant(name),
      named: fc.record({ kind: fc.constant('userId' as const), at: fc.nat(3) }),
      body: fc.constantFrom(...ALL_ROUTES[name].examples.map(({ body }: ExampleCall) => body)),
      disturbance: fc.constant('none'),
    }),
  }),
);
const control = fc.record({
  what: fc.constant('control' as const),
  field: fc.constantFrom('LogIn', 'LogOut', 'LoadCharacter', 'ForgetAccount'),
  at,
  loaded: fc.boolean(),
});
/** A save of the game, with another player name, fewer members in a guild, another name of it, and less in its chest. */
const save = fc.record({
  what: fc.constant('save' as const),
  at,
  name: fc.constantFrom('Zoe', '佐藤 "健"', ''),
  left: fc.nat(2),
  taken: fc.nat(3),
});
const time = fc.record({ what: fc.constant('time' as const) });
const reload = fc.record({
  what: fc.constant('reload' as const),
  playerResolution: fc.constantFrom('Known', 'Online'),
});

type Save = typeof save extends fc.Arbitrary<infer Value> ? Value : never;
type Control = typeof control extends fc.Arbitrary<infer Value> ? Value : never;

/** Every command of the game once, in any order, with other events in between. */
const everything = fc
  .tuple(
    fc.tuple(...command),
    fc.tuple(...example),
    fc.array(control, { minLength: 2, maxLength: 4 }),
    fc.array(save, { minLength: 2, maxLength: 4 }),
    fc.array(time, { minLength: 2, maxLength: 3 }),
    fc.array(reload, { minLength: 1, maxLength: 2 }),
  )
  .map((kinds) => kinds.flat())
  .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }));

type Happening =
  | (typeof everything extends fc.Arbitrary<infer Value> ? Value : never)[number]
  | { what: 'lift' };

/** The inverses of earlier commands. */
const INVERSES: readonly Happening[] = [
  { what: 'lift' },
  {
    what: 'command',
    command: { name: 'restoreBase', named: { kind: 'archive', at: 0 }, body: undefined, disturbance: 'none' },
  },
];

async function happen(compared: ComparedService, world: World, happening: Happening): Promise<void> {
  switch (happening.what) {
    case 'command':
      return runCommand(compared, world, happening.command);
    case 'control':
      await compared.control(controlOf(world, happening));
      return compared.letTimePass(); // a player who logs in has a location, which is stored later
    case 'lift':
      for (const user_id of world.userBans.keys())
        await compared.command('unbanPlayer', { user_id }, undefined);
      for (const ip of world.ipBans.keys()) await compared.command('unbanIP', { ip }, undefined);
      return;
    case 'save':
      return compared.mirror(changesOfSave(world, happening));
    case 'time':
      return compared.letTimePass();
    case 'reload':
      return compared.reload({ playerResolution: happening.playerResolution });
  }
}

const DISTURBANCES: Record<string, RouteBody<typeof controlSimulation>> = {
  work: { FailNext: [...FAILING_WORK] },
  players: { PlayerManagerAvailable: false },
  camps: { BaseCampManagerAvailable: false },
};

async function runCommand(compared: ComparedService, world: World, command: AnyCommand): Promise<void> {
  const disturbance = DISTURBANCES[command.disturbance];
  const { name, params, body } = askOf(world, command);
  if (disturbance !== undefined) {
    await compared.control(disturbance);
    await compared.assertAsStored(command.disturbance);
  }
  await compared.command(name, params as Record<string, string>, body);
  if (disturbance !== undefined) await compared.control({});
}

function controlOf({ accounts, sessions }: World, { field, at: number, loaded }: Control) {
  const uids = [...(field === 'LogIn' ? accounts : sessions).keys()];
  const uid = uids[number % uids.length] ?? 'nobody';
  return { [field]: field === 'LoadCharacter' ? { Player: uid, Loaded: loaded } : uid };
}

function changesOfSave(
  { accounts, guilds, containers }: World,
  { at: number, name, left, taken }: Save,
): MirroredChange[] {
  const account = [...accounts.values()][number % accounts.size];
  const guild = [...guilds.values()][number % guilds.size];
  const chest = containers.get(guild?.chestId ?? '');
  const changes: MirroredChange[] = [];
  if (account !== undefined)
    changes.push({ table: 'accounts', key: account.uid, record: { ...account, name } });
  if (guild !== undefined) {
    const members = guild.members.slice(left).map((member) => ({ ...member, name: '' }));
    changes.push({ table: 'guilds', key: guild.id, record: { ...guild, name, members } });
  }
  if (chest !== undefined) {
    const slots = Object.fromEntries(Object.entries(chest.slots).slice(taken));
    changes.push({ table: 'containers', key: chest.id, record: { ...chest, slots } });
  }
  return changes;
}

test('after any writes and events, every response from memory is that of the stored world', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(5), everything, async (seed, happenings) => {
      await using compared = await ComparedService.start(seed);
      compared.letTimePass();
      let world = await compared.assertAsStored('the start');
      for (const happening of [...happenings, ...INVERSES]) {
        await happen(compared, world, happening);
        world = await compared.assertAsStored(JSON.stringify(happening));
      }
    }),
    { ...runs(1), endOnFailure: true }, // each attempt to find a shorter sequence would take seconds
  );
});

/** Queries that read one of these tables. */
function readersOf(...tables: ReadableTable[]): Set<QueryName> {
  const names = Object.keys(QUERIES) as QueryName[];
  return new Set(names.filter((name) => QUERIES[name].reads.some((table) => tables.includes(table))));
}

test('a response is cached until a table that it reads changes', async () => {
  await using compared = await ComparedService.start(1);
  const { game } = compared.service;
  compared.letTimePass();
  const world = await compared.assertAsStored('the start');
  const cached = queriesOf(world).filter((query) => game.responses.cached(query) !== undefined);
  assert.deepEqual(new Set(cached.map(({ name }) => name)), new Set(Object.keys(QUERIES)));
  const [session] = world.sessions.values();
  const [guild] = world.guilds.values();
  const chest = world.containers.get(guild?.chestId ?? '');
  assert.ok(session && chest);
  const player_identifier = session.uid;
  const writes: Record<string, [tables: ReadableTable[], write: () => Promise<unknown>]> = {
    'a refused write, which is only audited': [
      [],
      () => compared.command('kickPlayer', { player_identifier: 'steam_nobody' }, undefined),
    ],
    'a message to all': [['events'], () => compared.command('broadcast', {}, { Message: 'Hello' })],
    'a grant of items': [
      ['containers', 'events'],
      () => compared.command('giveItems', { player_identifier }, { Items: [{ ItemID: 'Wood', Count: 1 }] }),
    ],
    'something taken from the chest of a guild': [
      ['containers'],
      () => compared.mirror([{ table: 'containers', key: chest.id, record: { ...chest, slots: {} } }]),
    ],
    'a ban of an address': [
      ['ipBans', 'events'],
      () => compared.command('banIP', { ip: '192.0.2.77' }, undefined),
    ],
    'somebody leaves': [
      ['sessions', 'accounts', 'events'],
      () => compared.command('kickPlayer', { player_identifier }, undefined),
    ],
  };
  for (const [what, [tables, write]] of Object.entries(writes)) {
    await write();
    const gone = new Set(
      cached.filter((query) => game.responses.cached(query) === undefined).map(({ name }) => name),
    );
    assert.deepEqual(gone, readersOf(...tables), what);
    await compared.assertAsStored(what);
  }
});
