import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ALL_ROUTES,
  EXAMPLE_IDS,
  type ExampleCall,
  LegacyGiveReply,
  LIMITS,
  RELIC_TYPES,
  Refusal,
  SEND_TYPES,
} from '@palatine/contract';
import fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { COMMANDS, type CommandName } from '../commands.ts';
import { makeDemoWorld } from '../demo/make-demo-world.ts';
import { canonicalAddress } from '../state/address.ts';
import { checkWorld } from '../state/check-world.ts';
import type { WorldEvent } from '../state/events.ts';
import type { GameContext } from '../state/game-context.ts';
import { seededIds, seededRandom } from '../state/random.ts';
import { type GroupIndex, Table } from '../state/table.ts';
import type { World } from '../state/world.ts';
import { memoryArchives } from '../testing/archive-files.ts';
import { filesOf } from '../testing/grant-builder.ts';
import { allRecords, PANEL } from '../testing/run-command.ts';
import { aGameContext, aGuid } from '../testing/world-builder.ts';
import { LegacyGiveRefusal } from './grants/legacy-give.ts';

const { catalogue } = aGameContext();
const SIZES = { players: 8, online: 6, palsPerPlayer: 4, guilds: 2, camps: 3 };
const NOW_MS = Date.UTC(2026, 6, 12);
const OUTSIDER = 'steam_outsider';

const TEMPLATES = {
  [EXAMPLE_IDS.template]: { PalID: 'SheepBall' },
  Good: { PalID: 'Anubis', Level: 12, Passives: ['Legend'] },
  Broken: '{',
  Wrong: { PalID: 'Anubis', Level: 0 },
};

/** Two worlds of one seed are the same world. */
function aDemoGame(seed: number): GameContext {
  const { world } = makeDemoWorld({ catalogue, seed, nowMs: NOW_MS, sizes: SIZES });
  world.clearJournal();
  const random = seededRandom(`${seed} commands`);
  let seconds = 0;
  return {
    ...aGameContext(world, { playerResolution: seed % 2 === 0 ? 'Known' : 'Online' }),
    random,
    newId: seededIds(random),
    now: () => NOW_MS + 1000 * ++seconds,
    files: memoryArchives(filesOf(TEMPLATES)).files,
  };
}

/** Somebody or something of the world by number, so that a sequence fits worlds of any seed; or a stranger. */
type Named = { readonly kind: 'uid' | 'userId' | 'camp' | 'archive' | 'ip'; readonly at: number } | string;

/** The placeholders of the contract's examples. */
const PLACEHOLDERS = new Map<Named, Named>([
  [EXAMPLE_IDS.player, { kind: 'userId', at: 0 }],
  [EXAMPLE_IDS.otherPlayer, { kind: 'userId', at: 1 }],
]);

/** The archives of the bases that were deleted, newest first: the oldest may be back. */
function archivesOf(events: Iterable<WorldEvent>): string[] {
  return [...events]
    .flatMap(({ type, data }) => (type === 'base.deleted' ? [data.archive.replace('Archives/', '')] : []))
    .reverse();
}

function resolve({ accounts, camps, events, sessions }: World, given: Named): string {
  const named = PLACEHOLDERS.get(given) ?? given;
  if (typeof named === 'string') return named;
  const { kind, at } = named;
  const of = <T>(list: Iterable<T>): T | undefined => {
    const all = [...list];
    return all[at % Math.max(1, all.length)];
  };
  switch (kind) {
    case 'uid':
      return of(accounts.values())?.uid ?? OUTSIDER;
    case 'userId':
      return of(accounts.values())?.userId ?? OUTSIDER;
    case 'camp':
      return of(camps.values())?.id ?? aGuid();
    case 'archive':
      return of(archivesOf(events.values())) ?? '';
    case 'ip':
      return of(sessions.values())?.ip ?? '192.0.2.1';
  }
}

const some = (...kinds: Exclude<Named, string>['kind'][]) =>
  fc.record({ kind: fc.constantFrom(...kinds), at: fc.nat(20) });
const mostly = <T>(often: fc.Arbitrary<T>, seldom: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 8, arbitrary: often }, { weight: 1, arbitrary: seldom });
const strange = fc.constantFrom<Named>(OUTSIDER, 'x', '', '__proto__', '00000000-00000000-00000000-00000000');
const player = mostly<Named>(some('uid', 'userId'), strange);
const camp = mostly<Named>(some('camp'), strange);
const archive = mostly<Named>(some('archive'), strange);
const strangeIp = fc.constantFrom<Named>('192.0.2.7', '2001:DB8::7', '2001:db8:0::7', '1.2.3');
const ip = fc.oneof<fc.Arbitrary<Named>[]>(some('ip'), strangeIp);

const wrong = <T>(right: fc.Arbitrary<T>, ...others: T[]) =>
  fc.oneof({ weight: 19, arbitrary: right }, { weight: 1, arbitrary: fc.constantFrom(...others) });
const idOf = (rows: readonly { readonly id: string }[]) => fc.constantFrom(...rows.map(({ id }) => id));
const amount = wrong(mostly(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 30_000 })), 2147483647);
const level = wrong(fc.integer({ min: 1, max: 80 }), 81, 2147483647);
const USUAL = ['Wood', 'wOOD', 'Money', 'ClothArmor', 'AdditionalInventory_001', 'AssaultRifle_Default1'];
const itemId = wrong(fc.oneof(fc.constantFrom(...USUAL), idOf(catalogue.items.all())), 'NoSuchThing');
const palId = wrong(idOf([...catalogue.pals.all(), ...catalogue.npcs.all()]), 'NoSuchPal', 'aNUBIS');
const template = wrong(fc.constant('Good'), 'Gone', '../Good', 'Broken', 'Wrong');
const technology = wrong(idOf(catalogue.technologies.all()), 'NoSuchTechnology');
const aFew = <T>(entry: fc.Arbitrary<T>) => fc.array(entry, { minLength: 1, maxLength: 4 });
const items = aFew(fc.record({ ItemID: itemId, Count: amount }));
const pals = aFew(fc.record({ PalID: palId, Level: level }));
const palOrTemplate = mostly<object>(
  fc.oneof<fc.Arbitrary<object>[]>(fc.record({ PalID: palId }), fc.record({ PalTemplate: template })),
  fc.record({ PalID: palId, PalTemplate: template }),
);
/** Both together, as one object. */
const and = (one: fc.Arbitrary<object>, other: fc.Arbitrary<object>) =>
  fc.tuple(one, other).map(([left, right]) => ({ ...left, ...right }));
/** Any of the fields. */
const anyOf = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] });
const eggs = aFew(
  and(
    fc.record({
      EggID: wrong(idOf(catalogue.items.all().filter(({ dynamic }) => dynamic === 'egg')), 'Wood'),
    }),
    palOrTemplate,
  ),
);
const relics = fc.dictionary(fc.constantFrom(...RELIC_TYPES), amount, { minKeys: 1, maxKeys: 4 });
const points = { EXP: amount, Lifmunks: amount, TechnologyPoints: amount, AncientTechnologyPoints: amount };
const technologies = fc.oneof(fc.constant('All'), technology, aFew(technology));
const reason = anyOf({ Reason: fc.string() });
const axis = wrong(fc.integer({ min: -1000, max: 1000 }), LIMITS.mapCoordinate, -LIMITS.mapCoordinate, -0.5);
const place = fc.record({ X: axis, Y: axis, Z: axis });
const text = fc.string({ minLength: 1 });

/** For each command what is named in its path, and its body. The shape of a body has been checked before a command sees it. */
interface AskFor {
  named?: fc.Arbitrary<Named>;
  body: fc.Arbitrary<unknown>;
}
const ASKS: Record<CommandName, AskFor> = {
  legacyGive: {
    body: and(
      fc.record({ UserID: player }),
      anyOf({
        Items: items,
        PalEggs: eggs,
        PalTemplates: aFew(template),
        Techs: aFew(technology),
        EXP: wrong<unknown>(amount, 0, '5', null),
        Lifmunks: amount,
      }),
    ),
  },
  giveItems: { named: player, body: fc.record({ Items: items }) },
  givePals: { named: player, body: fc.record({ Pals: pals }) },
  givePalTemplates: { named: player, body: fc.record({ PalTemplates: aFew(template) }) },
  givePalEggs: { named: player, body: fc.record({ PalEggs: eggs }) },
  giveProgression: { named: player, body: anyOf({ ...points, Relics: relics }) },
  summonPal: {
    body: and(
      and(palOrTemplate, place),
      anyOf({ Level: level, HPMultiplier: fc.integer({ min: 1, max: 9 }) }),
    ),
  },
  summonNPC: {
    body: and(place, fc.record({ NPCID: wrong(idOf(catalogue.npcs.all()), 'Anubis'), Level: level })),
  },
  learnTechnologies: { named: player, body: fc.record({ Technology: technologies }) },
  forgetTechnologies: { named: player, body: fc.record({ Technology: technologies }) },
  deleteBase: { named: camp, body: fc.constantFrom(undefined, {}) },
  restoreBase: { named: archive, body: fc.constantFrom(undefined, {}) },
  banPlayer: { named: player, body: anyOf({ Reason: fc.string(), IP: fc.boolean() }) },
  unbanPlayer: { named: some('userId'), body: reason },
  banIP: { named: ip, body: anyOf({ Reason: fc.string(), UserId: fc.string() }) },
  unbanIP: { named: strangeIp, body: reason },
  kickPlayer: { named: player, body: reason },
  sendPlayerMessage: {
    body: and(
      fc.record({ SendType: fc.constantFrom(...SEND_TYPES), Message: text }),
      fc.oneof(fc.record({ UserID: player }), fc.record({ UserIDs: aFew(player) }), fc.constant({})),
    ),
  },
  broadcast: { body: and(fc.record({ Message: text }), anyOf({ Sender: fc.string() })) },
  alert: { body: fc.record({ Message: text }) },
};

const NAMES = Object.keys(COMMANDS) as CommandName[];

/** One command in nine is made to fail at its last step, or finds no managers. */
const disturbance = mostly<string>(fc.constant('none'), fc.constantFrom('work', 'players', 'camps'));

const anyCommand = fc.oneof(
  ...NAMES.map((name) => {
    const { named = fc.constant<Named>(''), body } = ASKS[name];
    const example = fc.constantFrom(...ALL_ROUTES[name].examples.map((call: ExampleCall) => call.body));
    return fc.record({ name: fc.constant(name), named, body: mostly(body, example), disturbance });
  }),
);
type AnyCommand = ReturnType<typeof anyCommand.generate>['value'];

/** Turns a command into a call in a world: numbers that stand for players become their names. */
function askOf(world: World, { name, named, body }: AnyCommand) {
  const [, param] = /:(\w+)/.exec(ALL_ROUTES[name].path) ?? [];
  const withNames = { ...(body as Record<string, unknown> | undefined) };
  if (withNames.UserID !== undefined) withNames.UserID = resolve(world, withNames.UserID as Named);
  if (withNames.UserIDs !== undefined)
    withNames.UserIDs = (withNames.UserIDs as Named[]).map((one) => resolve(world, one));
  return {
    name,
    params: param === undefined ? {} : { [param]: resolve(world, named) },
    body: body === undefined ? undefined : withNames,
  };
}

const replies = new Map(NAMES.map((name) => [name, Compile(ALL_ROUTES[name].reply)]));
const legacyAnswer = Compile(LegacyGiveReply);

/** Runs a command as the game thread does. @returns whether it was done. */
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
  return [...ALL_ROUTES[name].errors, 'REQUEST_FAILED', 'MISSING_PERMISSION'];
}

/** That the world contradicts itself nowhere, and that its indexes say what indexes made anew would say. */
function assertSound(world: World): void {
  assert.deepEqual(checkWorld(world, catalogue), []);
  const rebuilt = new (world.constructor as typeof World)(world.info);
  for (const [name, table] of Object.entries(world)) {
    if (!(table instanceof Table)) continue;
    const anew = rebuilt[name as 'accounts'] as unknown as Table<object>;
    for (const [key, record] of table.entries()) anew.restore(key, record as object);
  }
  const groups: [name: keyof World, keys: Iterable<string>][] = [
    ['accountsByUserId', [...world.accounts.values()].map(({ userId }) => userId)],
    ['sessionsByUserId', [...world.accounts.values()].map(({ userId }) => userId)],
    ['sessionsByIp', [...world.sessions.values()].map(({ ip: address }) => address)],
    ['charactersByBox', boxesOf(world)],
    ['guildsByMember', [...world.accounts.values()].map(({ uid }) => uid)],
    ['ipBansByAddress', [...world.ipBans.values()].map((ban) => canonicalAddress(ban.IP) ?? '')],
    ['campsByGuild', [...world.guilds.values()].map(({ id }) => id)],
    ['mapObjectsByCamp', [...world.camps.values()].map(({ id }) => id)],
    ['mapObjectsByOwner', [...world.mapObjects.keys()]],
  ];
  for (const [name, keys] of groups) {
    const [index, anew] = [world[name], rebuilt[name]] as unknown as GroupIndex<object>[];
    for (const key of keys) {
      assert.deepEqual(new Set(index?.keys(key)), new Set(anew?.keys(key)), `${name} of ${key}`);
    }
  }
}

/** Every record of every table, whatever their order: what was removed and put back comes last. */
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

test('whatever is asked of the world, in whatever order: it is done whole or refused whole, and the world stays sound', () => {
  const done = new Map<CommandName, number>();
  const refused = new Map<CommandName, number>();
  const sequence = fc.array(anyCommand, { minLength: 20, maxLength: 45 });
  fc.assert(
    fc.property(fc.nat(5), sequence, (seed, commands) => {
      const game = aDemoGame(seed);
      for (const command of commands) {
        const { disturbance: disturbed } = command;
        game.faults.clear();
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
      // Everything can be taken back, down to the world as it was.
      game.world.rollbackTo(0);
      assert.deepEqual(recordsOf(game.world), recordsOf(aDemoGame(seed).world));
      assertSound(game.world);
    }),
    { numRuns: 90 },
  );
  for (const name of NAMES) {
    assert.ok((done.get(name) ?? 0) > 0, `${name} was done: ${JSON.stringify([...done])}`);
    assert.ok((refused.get(name) ?? 0) > 0, `${name} was refused: ${JSON.stringify([...refused])}`);
  }
});
