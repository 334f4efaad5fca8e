import { BaseCounts } from './bases.ts';
import { INT32_MAX, LIMITS } from './limits.ts';
import { sentence, sentenceFields } from './sentences.ts';
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

/** The shape of event data: one sentence on when it is sent, and one example, which a test holds to the shape. */
function eventData<const Fields extends Record<string, Field>>(description: string, fields: Fields) {
  const entries = Object.entries<Field>(fields);
  const properties = Object.fromEntries(entries.map(([name, [shape]]) => [name, shape]));
  const withExample = entries.filter(([, [, example]]) => example !== undefined);
  const texts = {
    description,
    examples: [Object.fromEntries(withExample.map(([name, [, example]]) => [name, example]))] as const,
  };
  const shape = Type.Object(properties, { additionalProperties: false, ...texts });
  // TypeBox keeps options, and forgets their types; the entries are those of the fields.
  return shape as unknown as Type.TObject<{ -readonly [Name in keyof Fields]: Fields[Name][0] }> &
    typeof texts;
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

/** The `Data` of every event type. */
export const EVENTS = {
  'player.joined': eventData('A player has connected. `player.loaded` follows once the character is loaded', {
    player,
  }),
  'player.loaded': eventData(
    'The character of a player who has connected is loaded: grants and reads reach it',
    { player },
  ),
  'player.left': eventData('A player has disconnected, or was kicked or banned', {
    player,
    reason: [Type.text('`logged out`, or the reason of the kick or ban'), 'logged out'],
    code: [code, 'left.loggedOut'],
  }),
  message: eventData(
    'A message was sent by `SendPlayerMessage`, `Broadcast` or `Alert`, or the service announced a punishment',
    {
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
  ),
  grant: eventData('A player was given something, by any of the `give` routes. One request makes one event', {
    player,
    granted: [Granted, { Items: { PalSphere: 20, Wood: 150 } }],
    issuer: shop,
  }),
  technologies: eventData(
    'A player has learned or forgotten technologies by a request. More than 2,000 forgotten ones make several events',
    {
      player,
      learnt: [Type.list(Type.String(), 'Ids that the player did not know before'), ['PALBOX', 'Workbench']],
      forgotten: [Type.list(Type.String(), 'Ids that the player knew before'), []],
      issuer,
    },
  ),
  punishment: eventData(
    'A user or an address was banned or unbanned, or a player kicked. Each player whom it disconnects also makes a `player.left`',
    {
      action: [Type.Enum(['ban', 'unban', 'banip', 'unbanip', 'kick']), 'ban'],
      userId: [Type.text('Empty where it is about an address only, or not known'), 'steam_76561198272054602'],
      uid: [Type.optionalText('The PlayerUID of a player whose UserId was not known')],
      name: [Type.optionalText('The name of the player, where it is known'), 'Zoe'],
      ip: [Type.text('The address that was banned or unbanned; empty when none was'), ''],
      reason: [Type.String(), 'cheating'],
      code: [code],
      issuer,
    },
  ),
  summoned: eventData('A Pal or an NPC was summoned', {
    characterId: [Type.text('Its instance ID'), '8C1F4A60-3B2D4E5F-A1B2C3D4-5E6F7081'],
    species: [Type.text('PalID, or character id of the NPC'), 'SheepBall'],
    level: [Type.Int32, 15],
    location,
    issuer,
  }),
  'player.leveled': eventData('A player has a higher level than in the save before', {
    player,
    level: [Type.Int32, 31],
    before: [Type.count32('The level in the save before'), 30],
  }),
  'pal.caught': eventData(
    'A player has Pals that the save before did not have: caught, hatched or bought, which a save ' +
      'does not distinguish. One event per player and save',
    {
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
  ),
  'items.changed': eventData(
    'A player holds more or fewer items than in the save before, in all inventories together. One event for a player and a save',
    {
      player,
      gained: [Type.count32('Units of the items that are more'), 40],
      lost: [Type.count32('Units of the items that are fewer'), 3],
    },
  ),
  'guild.changed': eventData(
    'A guild was founded or dissolved, or its name, level, administrator or members are not those of the save before',
    {
      guildId: base.guildId,
      name: [Type.String(), 'Kettle Harbour'],
      level: [Type.count32('Of its base camps; 0 for a guild that is dissolved'), 12],
      members: [Type.count32('How many it has; 0 for a guild that is dissolved'), 4],
      joined: [Type.list(EventPlayer, 'Members that the save before did not have, at most 100'), [player[1]]],
      left: [Type.list(EventPlayer, 'Members that only the save before has, at most 100'), []],
    },
  ),
  'base.built': eventData('A base camp is there that the save before did not have', {
    campId: base.campId,
    guildId: base.guildId,
    location,
  }),
  'base.deleted': eventData(
    'A base camp was deleted with everything in it: by a request, after it was archived, or in the game',
    {
      ...base,
      deleted: baseCounts,
      archive: [
        Type.text('Path of the archive, relative to the data directory; empty for one that went in the game'),
        `Archives/deletebase-20260712T181502113Z-${CAMP}.json.gz`,
      ],
      issuer: [Type.text('Name of the token; `game` for one that went in the game'), 'Panel'],
    },
  ),
  'base.restored': eventData('A deleted base camp was brought back from its archive with everything in it', {
    ...base,
    restored: baseCounts,
    file: [Type.text('Name of the archive'), `deletebase-20260712T181502113Z-${CAMP}.json.gz`],
    issuer,
  }),
  'delivery.pending': eventData(
    'A grant, a technology or the deletion of a base was accepted beside a running game server. It waits for the next maintenance',
    delivery,
  ),
  'delivery.delivered': eventData(
    'A delivery is in the game: the server has started with the save that holds it',
    delivery,
  ),
  'delivery.failed': eventData('A delivery can never be delivered: its player or base is gone', {
    ...delivery,
    reason: [Type.String(), 'this world knows no player with the UserId steam_76561198272054602'],
  }),
  'server.state': eventData('The state of the game server has changed', {
    state: [Type.text('As in `GET /v1/palatine/server`'), 'Online'],
    before: [Type.String(), 'Starting'],
    reason: [Type.text('May be empty'), ''],
    code: [code],
  }),
  'save.stalled': eventData(
    'The save of the game server does not change although somebody plays: ten autosaves and five minutes of play have not changed it',
    {
      savedAt: [Type.text('When the game wrote the stale save, ISO 8601, UTC'), '2026-07-12T18:15:02.113Z'],
    },
  ),
  'save.replaced': eventData(
    'The save of the game server went back in time, or holds another world than before. It is served all the same',
    {
      reason: [
        Type.String(),
        'the save went back in time by 90 minutes of the game, as a restored copy does',
      ],
    },
  ),
  'maintenance.started': eventData('A maintenance of the game server has begun', {
    id: [Type.String(), '20260712T181502Z'],
    action: [Type.String(), 'Deliver'],
    issuer,
  }),
  'maintenance.ended': eventData(
    'A maintenance of the game server has ended, and the server was started again unless the message says otherwise',
    {
      id: [Type.String(), '20260712T181502Z'],
      action: [Type.String(), 'Deliver'],
      outcome: [Type.text('`Done`, `Failed` or `Canceled`'), 'Done'],
      delivered: [Type.Int32, 3],
      message: [Type.String(), '3 deliveries are in the game'],
      code: [code, 'maintenance.inGame'],
      values: [sentenceFields('').Values, { count: 3 }],
    },
  ),
  'identity.conflict': eventData(
    'The game server has named another PlayerUID for a UserId, or another UserId for a PlayerUID, than before. Both pairs are kept',
    {
      userId: [Type.String(), 'steam_76561198272054602'],
      uid: [Type.String(), 'D894F2B1-00000000-00000000-00000000'],
      before: [Type.text('Its previous pairing'), 'A1B2C3D4-00000000-00000000-00000000'],
    },
  ),
  'enforcement.failed': eventData(
    'Somebody who may not play is still online: the game server was asked to disconnect them and they are still there',
    {
      userId: [Type.String(), 'steam_76561198272054602'],
      name: [Type.String(), 'Gustav'],
      reason: [Type.String(), 'banned: cheating'],
    },
  ),
  'whitelist.unlisted': eventData('A player who is not on the whitelist of the game server has connected', {
    player,
    kicked: [Type.boolean('False where the whitelist is only tried out'), true],
  }),
  'template.saved': eventData('A Pal template or a file of import rules was saved or deleted by a request', {
    kind: [Type.Enum(['template', 'rules']), 'template'],
    name: [Type.text('Without `.json`'), 'Lucky'],
    action: [Type.Enum(['created', 'changed', 'deleted']), 'changed'],
    issuer,
  }),
  'token.changed': eventData('A token was made, changed or revoked by a request', {
    name: [Type.String(), 'Theo'],
    action: [Type.Enum(['created', 'changed', 'revoked']), 'created'],
    issuer,
  }),
  'settings.saved': eventData(
    'Settings were changed in their file by a request; a reload or the next start applies them',
    {
      file: [Type.text('Relative to the data directory'), 'Config.json'],
      keys: [
        Type.list(Type.String(), 'The settings that the request names'),
        ['announcePunishments', 'archives.keepDays'],
      ],
      issuer,
    },
  ),
  'backup.made': eventData('A backup of the data folder was made by a request', {
    name: [Type.text('Name of its folder in `Backups`'), '20260712T181502Z'],
    bytes: [Type.Integer({ minimum: 0 }), 8_421_376],
    problems: [Type.count32('Damage and contradictions of the world, of which the list shows the first'), 0],
    issuer,
  }),
  'config.reloaded': eventData(
    'ReloadConfig has applied files. When it has rejected others, each makes a `config.rejected`',
    {
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
  ),
  'config.rejected': eventData(
    'ReloadConfig ignored a file that is invalid or was not read in time; its last valid state stays active',
    {
      file: [Type.text('The file, relative to the data directory'), 'Config.json'],
      reason: [Type.String(), 'Config.json: playerResolution must be "Online" or "Known"'],
    },
  ),
} as const;
export type EventType = keyof typeof EVENTS;
export type EventData<T extends EventType = EventType> = Type.Static<(typeof EVENTS)[T]>;

export const EVENT_TYPES = Object.keys(EVENTS) as EventType[];

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
