import { BaseCounts } from './bases.ts';
import { INT32_MAX, LIMITS } from './limits.ts';
import { sentence, sentenceFields } from './sentences.ts';
import { EVENT_TEXTS } from './texts/events.ts';
import * as Type from './type.ts';

export const EventPlayer = Type.closedObject({
  uid: Type.text('PlayerUID'),
  userId: Type.text('Empty when unknown'),
  name: Type.String(),
});
export type EventPlayer = Type.Static<typeof EventPlayer>;

const Units = Type.Integer({ minimum: 1, maximum: INT32_MAX });

/** As many entries at most as a request has. */
function grantedEntries<Shape extends Type.TProperties>(shape: Shape, maxItems: number, description: string) {
  return Type.Optional(Type.Array(Type.closedObject(shape), { maxItems, description }));
}

const GRANTED_PAL = { PalID: Type.String(), Level: Units };

/** The applied part of a grant, each section named as in requests. Ids have the spelling of the catalogue. */
export const Granted = Type.closedObject(
  {
    Items: Type.Optional(
      Type.Record(Type.String(), Units, {
        maxProperties: LIMITS.listEntries,
        description: 'Units by ItemID',
      }),
    ),
    Pals: grantedEntries(GRANTED_PAL, LIMITS.listEntries, 'Each Pal'),
    PalTemplates: grantedEntries(
      { Template: Type.text('As the request named it'), ...GRANTED_PAL },
      LIMITS.templateEntries,
      'Each Pal made from a template',
    ),
    PalEggs: grantedEntries(
      { EggID: Type.String(), ...GRANTED_PAL },
      LIMITS.listEntries,
      'Each egg, with the Pal inside',
    ),
    ...Type.eachOf(['EXP', 'TechnologyPoints', 'AncientTechnologyPoints'], Type.Optional(Units)),
    Relics: Type.Optional(
      Type.Record(Type.String(), Units, { description: 'By relic type; Lifmunks are CapturePower' }),
    ),
  },
  'The granted sections, at least one',
);
export type Granted = Type.Static<typeof Granted>;

/** A field of event data, and its value in the example; none for one that the example leaves out. */
type Field = readonly [shape: Type.TSchema, example?: unknown];

type Fields = Readonly<Record<string, Field>>;

/** The shape of event data, with one example, which a test holds to the shape. */
type DataShape<F> = Type.TObject<{
  -readonly [Name in keyof F]: F[Name] extends Field ? F[Name][0] : never;
}> & {
  readonly description: string;
  readonly examples: readonly [Record<string, unknown>];
};

function dataShape(description: string, fields: Fields) {
  const entries = Object.entries(fields);
  const shapes = Object.fromEntries(entries.map(([name, [shape]]) => [name, shape]));
  const withExample = entries.filter(([, [, example]]) => example !== undefined);
  const example = Object.fromEntries(withExample.map(([name, [, value]]) => [name, value]));
  return Type.Object(shapes, { additionalProperties: false, description, examples: [example] });
}

const player = [
  EventPlayer,
  { uid: 'D894F2B1-00000000-00000000-00000000', userId: 'steam_76561198272054602', name: 'Gustav' },
] as const;
/** Accompanies a text of the service. */
const code = Type.optionalText('The code of that sentence; left out for the words of a person or a program');
const tokenName = Type.text('Name of the token');
const issuer = [tokenName, 'Panel'] as const;
const shop = [tokenName, 'Shop'] as const;
const CAMP = '0E5E1B53-D5B1CD9B-930CF95B-C092F613';
/** The summary of the base in the examples. */
const BASE = sentence('base.ofGuild', {
  guild: 'Kettle Harbour',
  x: 26,
  y: -144,
  pals: 8,
  objects: 41,
  items: 1203,
  containers: 3,
});
const base = {
  campId: [Type.GuidText, CAMP],
  guildId: [Type.GuidText, '95F09881-9A2E9B76-F01CF9CE-852B971D'],
  summary: [Type.text('One sentence for people'), BASE.Message],
  code: [code, BASE.Code],
  values: [sentenceFields('').Values, BASE.Values],
} as const;
const baseCounts = [
  BaseCounts,
  {
    BaseCampPals: 8,
    StorageContainers: 3,
    ItemStacks: 22,
    ItemCount: 1203,
    Buildings: 30,
    DropItems: 2,
    DefenseModels: 4,
    OtherMapObjects: 4,
    PalBox: true,
  },
] as const;
const location = [Type.Coordinate, { x: -321670.1, y: 214181.6, z: 250 }] as const;

const delivery = {
  id: [Type.GuidText, '7D1E2F30-4A5B6C7D-8E9FA0B1-C2D3E4F5'],
  target: [Type.text('The player or base, as the caller named it'), player[1].userId],
  summary: [Type.text('The grant or change, such as `10 × PalSphere`'), '10 × PalSphere'],
  issuer: shop,
} as const;

/** The `Data` of every event type: its fields, each with its value in the example. */
const FIELDS = {
  'player.joined': {
    player,
  },
  'player.loaded': { player },
  'player.left': {
    player,
    reason: [Type.text('`logged out`, or the reason of the kick or ban'), 'logged out'],
    code: [code, 'left.loggedOut'],
  },
  message: {
    sendType: [Type.text('`Broadcast`, `Alert`, or the `SendType` of the request'), 'Broadcast'],
    sender: [Type.text('`Server` unless the request named one'), 'Server'],
    text: [Type.String(), 'The server restarts in ten minutes'],
    recipients: [
      Type.Union([Type.Texts, Type.Null()], {
        description: 'UserIds, or PlayerUIDs of players without one; null for everyone',
      }),
      null,
    ],
  },
  grant: {
    player,
    granted: [Granted, { Items: { PalSphere: 20, Wood: 150 } }],
    issuer: shop,
  },
  technologies: {
    player,
    learnt: [Type.list(Type.String(), 'Ids that the player did not know before'), ['PALBOX', 'Workbench']],
    forgotten: [Type.list(Type.String(), 'Ids that the player knew before'), []],
    issuer,
  },
  punishment: {
    action: [Type.Enum(['ban', 'unban', 'banip', 'unbanip', 'kick']), 'ban'],
    userId: [Type.text('Empty where it is about an address only, or not known'), 'steam_76561198272054602'],
    uid: [Type.optionalText('The PlayerUID of a player whose UserId was not known')],
    name: [Type.optionalText('The name of the player, where it is known'), 'Zoe'],
    ip: [Type.text('The address that was banned or unbanned; empty when none was'), ''],
    reason: [Type.String(), 'cheating'],
    code: [code],
    issuer,
  },
  summoned: {
    characterId: [Type.text('Its instance ID'), '8C1F4A60-3B2D4E5F-A1B2C3D4-5E6F7081'],
    species: [Type.text('PalID, or character id of the NPC'), 'SheepBall'],
    level: [Type.Int32, 15],
    location,
    issuer,
  },
  'player.leveled': {
    player,
    level: [Type.Int32, 31],
    before: [Type.count32('The level in the save before'), 30],
  },
  'pal.caught': {
    player,
    count: [Type.Integer({ minimum: 1, maximum: INT32_MAX, description: 'How many Pals are new' }), 1],
    pals: [
      Type.list(
        Type.closedObject({ palId: Type.String(), level: Type.Int32, shiny: Type.Boolean() }),
        'The first 20 of them',
      ),
      [{ palId: 'SheepBall', level: 3, shiny: false }],
    ],
  },
  'items.changed': {
    player,
    gained: [Type.count32('Units of the items that are more'), 40],
    lost: [Type.count32('Units of the items that are fewer'), 3],
  },
  'guild.changed': {
    guildId: base.guildId,
    name: [Type.String(), 'Kettle Harbour'],
    level: [Type.count32('Of its base camps; 0 for a guild that is dissolved'), 12],
    members: [Type.count32('How many it has; 0 for a guild that is dissolved'), 4],
    joined: [Type.list(EventPlayer, 'Members that the save before did not have, at most 100'), [player[1]]],
    left: [Type.list(EventPlayer, 'Members that only the save before has, at most 100'), []],
  },
  'base.built': {
    campId: base.campId,
    guildId: base.guildId,
    location,
  },
  'base.deleted': {
    ...base,
    deleted: baseCounts,
    archive: [
      Type.text('Path of the archive, relative to the data directory; empty for one that went in the game'),
      `Archives/deletebase-20260712T181502113Z-${CAMP}.json.gz`,
    ],
    issuer: [Type.text('Name of the token; `game` for one that went in the game'), 'Panel'],
  },
  'base.restored': {
    ...base,
    restored: baseCounts,
    file: [Type.text('Name of the archive'), `deletebase-20260712T181502113Z-${CAMP}.json.gz`],
    issuer,
  },
  'delivery.pending': delivery,
  'delivery.delivered': delivery,
  'delivery.failed': {
    ...delivery,
    reason: [Type.String(), 'this world knows no player with the UserId steam_76561198272054602'],
  },
  'server.state': {
    state: [Type.text('As in `GET /v1/palatine/server`'), 'Online'],
    before: [Type.String(), 'Starting'],
    reason: [Type.text('May be empty'), ''],
    code: [code],
  },
  'save.stalled': {
    savedAt: [Type.text('When the game wrote the stale save, ISO 8601, UTC'), '2026-07-12T18:15:02.113Z'],
  },
  'save.replaced': {
    reason: [Type.String(), 'the save went back in time by 90 minutes of the game, as a restored copy does'],
  },
  'maintenance.started': {
    id: [Type.String(), '20260712T181502Z'],
    action: [Type.String(), 'Deliver'],
    issuer,
  },
  'maintenance.ended': {
    id: [Type.String(), '20260712T181502Z'],
    action: [Type.String(), 'Deliver'],
    outcome: [Type.text('`Done`, `Failed` or `Canceled`'), 'Done'],
    delivered: [Type.Int32, 3],
    message: [Type.String(), '3 deliveries are in the game'],
    code: [code, 'maintenance.inGame'],
    values: [sentenceFields('').Values, { count: 3 }],
  },
  'identity.conflict': {
    userId: [Type.String(), 'steam_76561198272054602'],
    uid: [Type.String(), 'D894F2B1-00000000-00000000-00000000'],
    before: [Type.text('Its previous pairing'), 'A1B2C3D4-00000000-00000000-00000000'],
  },
  'enforcement.failed': {
    userId: [Type.String(), 'steam_76561198272054602'],
    name: [Type.String(), 'Gustav'],
    reason: [Type.String(), 'banned: cheating'],
  },
  'whitelist.unlisted': {
    player,
    kicked: [Type.boolean('False where the whitelist is only tried out'), true],
  },
  'template.saved': {
    kind: [Type.Enum(['template', 'rules']), 'template'],
    name: [Type.text('Without `.json`'), 'Lucky'],
    action: [Type.Enum(['created', 'changed', 'deleted']), 'changed'],
    issuer,
  },
  'token.changed': {
    name: [Type.String(), 'Theo'],
    action: [Type.Enum(['created', 'changed', 'revoked']), 'created'],
    issuer,
  },
  'settings.saved': {
    file: [Type.text('Relative to the data directory'), 'Config.json'],
    keys: [
      Type.list(Type.String(), 'The settings that the request names'),
      ['announcePunishments', 'archives.keepDays'],
    ],
    issuer,
  },
  'backup.made': {
    name: [Type.text('Name of its folder in `Backups`'), '20260712T181502Z'],
    bytes: [Type.Integer({ minimum: 0 }), 8_421_376],
    problems: [Type.count32('Damage and contradictions of the world, of which the list shows the first'), 0],
    issuer,
  },
  'config.reloaded': {
    files: [
      Type.list(
        Type.String(),
        'The files that differ from the active settings, relative to the data directory; empty when ' +
          'none does. `RESTAPI/RESTConfig.json` includes its certificate. Token files take effect without a reload',
      ),
      ['Config.json', 'Banlist.json'],
    ],
    issuer,
  },
  'config.rejected': {
    file: [Type.text('The file, relative to the data directory'), 'Config.json'],
    reason: [Type.String(), 'Config.json: playerResolution must be "Online" or "Known"'],
  },
} as const satisfies Record<keyof typeof EVENT_TEXTS, Fields>;
export type EventType = keyof typeof FIELDS;
export const EVENT_TYPES = Object.keys(FIELDS) as EventType[];

/** The shape of the `Data` of every event type. */
export const EVENTS = Object.fromEntries(
  EVENT_TYPES.map((type) => [type, dataShape(EVENT_TEXTS[type], FIELDS[type])]),
) as unknown as { readonly [T in EventType]: DataShape<(typeof FIELDS)[T]> };

export type EventData<T extends EventType = EventType> = Type.Static<(typeof EVENTS)[T]>;

/** An event as the stream sends it. A newer service may send types that are not listed here. */
export type PalatineEvent<T extends EventType = EventType> = {
  [K in T]: { Id: number; Time: string; Type: K; Data: EventData<K> };
}[T];

/** The shape of one event type as the stream sends it. */
export function eventShape<T extends EventType>(type: T) {
  return Type.Unsafe<PalatineEvent<T>>(
    Type.closedObject({
      Id: Type.integer('Increasing, also across restarts of the service'),
      Time: Type.IsoTime,
      Type: Type.Literal(type),
      Data: EVENTS[type],
    }),
  );
}

export function exampleEvent<T extends EventType>(type: T): PalatineEvent<T> {
  const example = { Id: 4711, Time: '2026-07-12T18:15:02.113Z', Type: type, Data: EVENTS[type].examples[0] };
  return example as PalatineEvent<T>; // the table pairs types with examples of their shape
}

/** The shape of any event that this service sends. */
export const PalatineEvent = Type.Unsafe<PalatineEvent>(Type.Union(EVENT_TYPES.map(eventShape)));
