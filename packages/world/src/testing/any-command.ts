import assert from 'node:assert/strict';
import {
  ALL_ROUTES,
  EXAMPLE_IDS,
  type ExampleCall,
  LIMITS,
  parameterNames,
  RELIC_TYPES,
  Refusal,
  SEND_TYPES,
} from '@palatine/contract';
import fc from 'fast-check';
import { loadCatalogue } from '../catalogue/catalogue.ts';
import { seededIds, seededRandom } from '../catalogue/random.ts';
import { COMMANDS, type CommandName } from '../commands.ts';
import { makeDemoWorld } from '../demo/make-demo-world.ts';
import type { GameContext } from '../state/game-context.ts';
import type { World, WorldEvent } from '../state/world.ts';
import { memoryArchives } from './archive-files.ts';
import { filesOf } from './grant-builder.ts';
import { PANEL } from './run-command.ts';
import { aGameContext, aGuid } from './world-builder.ts';

// Random commands, for property tests of a world, and a world to run them on.

const catalogue = loadCatalogue();
const OUTSIDER = 'steam_outsider';

/** The templates that the commands name, as files; `Broken` is invalid JSON. */
export const ANY_TEMPLATES = {
  [EXAMPLE_IDS.template]: { PalID: 'SheepBall' },
  Good: { PalID: 'Anubis', Level: 12, Passives: ['Legend'] },
  Broken: '{',
  Wrong: { PalID: 'Anubis', Level: 0 },
};

/** A record of the world by number, so that a sequence fits worlds of any seed; or an unknown id. */
type Ref = { readonly kind: 'uid' | 'userId' | 'camp' | 'archive' | 'ip'; readonly at: number } | string;

const PLACEHOLDERS = new Map<Ref, Ref>([
  [EXAMPLE_IDS.player, { kind: 'userId', at: 0 }],
  [EXAMPLE_IDS.otherPlayer, { kind: 'userId', at: 1 }],
]);

/** The archives of the bases that were deleted, newest first: the oldest may be back. */
function archivesOf(events: Iterable<WorldEvent>): string[] {
  return [...events]
    .flatMap(({ type, data }) => (type === 'base.deleted' ? [data.archive.replace('Archives/', '')] : []))
    .reverse();
}

function resolve({ accounts, camps, events, sessions }: World, reference: Ref): string {
  const resolved = PLACEHOLDERS.get(reference) ?? reference;
  if (typeof resolved === 'string') return resolved;
  const of = <T>(list: Iterable<T>): T | undefined => {
    const all = [...list];
    return all[resolved.at % Math.max(1, all.length)];
  };
  const { uid, userId } = of(accounts.values()) ?? { uid: OUTSIDER, userId: OUTSIDER };
  const camp = of(camps.values())?.id ?? aGuid();
  const archive = of(archivesOf(events.values())) ?? '';
  return { uid, userId, camp, archive, ip: of(sessions.values())?.ip ?? '192.0.2.1' }[resolved.kind];
}

const some = (...kinds: Exclude<Ref, string>['kind'][]) =>
  fc.record({ kind: fc.constantFrom(...kinds), at: fc.nat(20) });
const mostly = <T>(often: fc.Arbitrary<T>, seldom: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 8, arbitrary: often }, { weight: 1, arbitrary: seldom });
const strange = fc.constantFrom<Ref>(OUTSIDER, 'x', '', '__proto__', '00000000-00000000-00000000-00000000');
const player = mostly<Ref>(some('uid', 'userId'), strange);
const camp = mostly<Ref>(some('camp'), strange);
const archive = mostly<Ref>(some('archive'), strange);
const strangeIp = fc.constantFrom<Ref>('192.0.2.7', '2001:DB8::7', '2001:db8:0::7', '1.2.3');
const ip = fc.oneof<fc.Arbitrary<Ref>[]>(some('ip'), strangeIp);

const orWrong = <T>(right: fc.Arbitrary<T>, ...others: T[]) =>
  fc.oneof({ weight: 19, arbitrary: right }, { weight: 1, arbitrary: fc.constantFrom(...others) });
const idOf = (rows: readonly { readonly id: string }[]) => fc.constantFrom(...rows.map(({ id }) => id));
const amount = orWrong(
  mostly(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 30_000 })),
  2147483647,
);
const level = orWrong(fc.integer({ min: 1, max: 80 }), 81, 2147483647);
const USUAL = ['Wood', 'wOOD', 'Money', 'ClothArmor', 'AdditionalInventory_001', 'AssaultRifle_Default1'];
const itemId = orWrong(fc.oneof(fc.constantFrom(...USUAL), idOf(catalogue.items.all())), 'NoSuchThing');
const palId = orWrong(idOf([...catalogue.pals.all(), ...catalogue.npcs.all()]), 'NoSuchPal', 'aNUBIS');
const template = orWrong(fc.constant('Good'), 'Gone', '../Good', 'Broken', 'Wrong');
const technology = orWrong(idOf(catalogue.technologies.all()), 'NoSuchTechnology');
const aFew = <T>(entry: fc.Arbitrary<T>) => fc.array(entry, { minLength: 1, maxLength: 4 });
const items = aFew(fc.record({ ItemID: itemId, Count: amount }));
const pals = aFew(fc.record({ PalID: palId, Level: level }));
const palOrTemplate = mostly<object>(
  fc.oneof<fc.Arbitrary<object>[]>(fc.record({ PalID: palId }), fc.record({ PalTemplate: template })),
  fc.record({ PalID: palId, PalTemplate: template }),
);
const and = (base: fc.Arbitrary<object>, addition: fc.Arbitrary<object>) =>
  fc.tuple(base, addition).map(([left, right]) => ({ ...left, ...right }));
const anyOf = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] });
const eggs = aFew(
  and(
    fc.record({
      EggID: orWrong(idOf(catalogue.items.all().filter(({ dynamic }) => dynamic === 'egg')), 'Wood'),
    }),
    palOrTemplate,
  ),
);
const relics = fc.dictionary(fc.constantFrom(...RELIC_TYPES), amount, { minKeys: 1, maxKeys: 4 });
const points = { EXP: amount, Lifmunks: amount, TechnologyPoints: amount, AncientTechnologyPoints: amount };
const technologies = fc.oneof(fc.constant('All'), technology, aFew(technology));
const reason = anyOf({ Reason: fc.string() });
const axis = orWrong(
  fc.integer({ min: -1000, max: 1000 }),
  LIMITS.mapCoordinate,
  -LIMITS.mapCoordinate,
  -0.5,
);
const place = fc.record({ X: axis, Y: axis, Z: axis });
const text = fc.string({ minLength: 1 });

/** The parameter in the path of a command, and its body. The shape of a body has been checked before a command sees it. */
interface AskFor {
  named?: fc.Arbitrary<Ref>;
  body: fc.Arbitrary<unknown>;
}
const ASKS: { readonly [Name in CommandName]?: AskFor } = {
  legacyGive: {
    body: and(
      fc.record({ UserID: player }),
      anyOf({
        Items: items,
        PalEggs: eggs,
        PalTemplates: aFew(template),
        Techs: aFew(technology),
        EXP: orWrong<unknown>(amount, 0, '5', null),
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
    body: and(place, fc.record({ NPCID: orWrong(idOf(catalogue.npcs.all()), 'Anubis'), Level: level })),
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

const NAMED: Readonly<Record<string, fc.Arbitrary<Ref>>> = {
  player_identifier: player,
  user_id: player,
  base_camp_id: camp,
  file: archive,
  ip,
};

/** The calls of a command without a line above: anything that its path may name, and the bodies of its examples. */
function askFor(name: CommandName): AskFor {
  const given = ASKS[name];
  if (given !== undefined) return given;
  const [parameter = ''] = parameterNames(ALL_ROUTES[name]);
  const examples = ALL_ROUTES[name].examples.map((call: ExampleCall) => call.body);
  return { named: NAMED[parameter] ?? strange, body: fc.constantFrom(...examples) };
}

/** Sorted, so that a seed gives the same calls whatever the order of the table. */
export const COMMAND_NAMES = (Object.keys(COMMANDS) as CommandName[]).sort();

/** One command in nine is made to fail at its last step, or finds no managers. */
const disturbance = mostly<string>(fc.constant('none'), fc.constantFrom('work', 'players', 'camps'));

/** Each command with any body; one in ten is invalid. */
export const ANY_COMMANDS = COMMAND_NAMES.map((name) => {
  const { named = fc.constant<Ref>(''), body } = askFor(name);
  const example = fc.constantFrom(...ALL_ROUTES[name].examples.map((call: ExampleCall) => call.body));
  return fc.record({ name: fc.constant(name), named, body: mostly(body, example), disturbance });
});
export const anyCommand = fc.oneof(...ANY_COMMANDS);
export type AnyCommand = ReturnType<typeof anyCommand.generate>['value'];

/** Turns a command into a call in a world: numbers of players become their ids. */
export function askOf(world: World, { name, named, body }: AnyCommand) {
  const [, param] = /:(\w+)/.exec(ALL_ROUTES[name].path) ?? [];
  const withNames = { ...(body as Record<string, unknown> | undefined) };
  if (withNames.UserID !== undefined) withNames.UserID = resolve(world, withNames.UserID as Ref);
  if (withNames.UserIDs !== undefined)
    withNames.UserIDs = (withNames.UserIDs as Ref[]).map((ref) => resolve(world, ref));
  return {
    name,
    params: param === undefined ? {} : { [param]: resolve(world, named) },
    body: body === undefined ? undefined : withNames,
  };
}

const NOW_MS = Date.UTC(2026, 6, 12);

/** A small demo world with a clock, chance and files. Two of one seed are the same. */
export function aDemoGame(seed: number): GameContext {
  const sizes = { players: 8, online: 6, palsPerPlayer: 4, guilds: 2, camps: 3 };
  const { world } = makeDemoWorld({ catalogue, seed, nowMs: NOW_MS, sizes });
  world.clearJournal();
  const random = seededRandom(`${seed} commands`);
  let seconds = 0;
  return {
    ...aGameContext(world, { playerResolution: seed % 2 === 0 ? 'Known' : 'Online' }),
    random,
    newId: seededIds(random),
    now: () => NOW_MS + 1000 * ++seconds,
    files: memoryArchives(filesOf(ANY_TEMPLATES)).files,
  };
}

/** Runs a command as the game does; a refusal changes nothing. */
export function runAny(game: GameContext, command: AnyCommand): void {
  const { name, params, body } = askOf(game.world, command);
  const call = COMMANDS[name] as (game: GameContext, call: unknown) => unknown; // the table ties names to calls
  try {
    game.world.transaction(() => call(game, { params, body, issuer: PANEL }));
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error));
  }
}
