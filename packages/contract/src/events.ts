import Type, { type Static } from 'typebox';
import { BaseCounts } from './bases.ts';
import { Granted } from './granted.ts';
import { INT32_MAX } from './limits.ts';
import { Coordinate, closedObject, GuidText, Int32, Text, Texts } from './shapes.ts';

/** The player an event is about. */
export const EventPlayer = closedObject({
  uid: Type.String({ description: 'PlayerUID' }),
  userId: Type.String({ description: 'Empty when unknown' }),
  name: Text,
});
export type EventPlayer = Static<typeof EventPlayer>;

/** What each shape of event data says of its type. */
interface EventTexts {
  /** One sentence on when it is sent. */
  description: string;
  /** One example, which a test holds to the shape. */
  examples: readonly [object];
}

function eventData<Properties extends Type.TProperties>(
  summary: string,
  properties: Properties,
  example: Static<Type.TObject<Properties>>,
): Type.TObject<Properties> & EventTexts {
  const texts: EventTexts = { description: summary, examples: [example] };
  const shape = Type.Object(properties, { additionalProperties: false, ...texts });
  return shape as typeof shape & EventTexts; // TypeBox keeps options, and forgets their types
}

const issuer = Type.String({ description: 'Name of the token' });

const gustav: EventPlayer = {
  uid: 'D894F2B1-00000000-00000000-00000000',
  userId: 'steam_76561198272054602',
  name: 'Gustav',
};
const CAMP = '0E5E1B53-D5B1CD9B-930CF95B-C092F613';
const base = {
  campId: CAMP,
  guildId: '95F09881-9A2E9B76-F01CF9CE-852B971D',
  summary:
    'Base camp of the guild Kettle Harbour at map position 26, -144: 8 Pals, 41 objects and 1203 items in 3 storage containers.',
};
const baseCounts = {
  BaseCampPals: 8,
  StorageContainers: 3,
  ItemStacks: 22,
  ItemCount: 1203,
  Buildings: 30,
  DropItems: 2,
  DefenseModels: 4,
  OtherMapObjects: 4,
  PalBox: true,
};

const deliveryFields = {
  id: GuidText,
  target: Type.String({ description: 'The player or base, as the caller named it' }),
  summary: Type.String({ description: 'What is given or changed, such as `10 × PalSphere`' }),
  issuer,
};
const delivery = {
  id: '7D1E2F30-4A5B6C7D-8E9FA0B1-C2D3E4F5',
  target: 'steam_76561198272054602',
  summary: '10 × PalSphere',
  issuer: 'Shop',
};

/** The `Data` of every event type. */
export const EVENTS = {
  'player.joined': eventData(
    'A player has connected. `player.loaded` follows once the character is loaded',
    { player: EventPlayer },
    { player: gustav },
  ),
  'player.loaded': eventData(
    'The character of a player who has connected is loaded: grants and reads reach it',
    { player: EventPlayer },
    { player: gustav },
  ),
  'player.left': eventData(
    'A player has disconnected, or was kicked or banned',
    {
      player: EventPlayer,
      reason: Type.String({ description: '`logged out`, or the reason of the kick or ban' }),
    },
    { player: gustav, reason: 'logged out' },
  ),
  message: eventData(
    'A message was sent by `SendPlayerMessage`, `Broadcast` or `Alert`, or the service announced a punishment',
    {
      sendType: Type.String({ description: '`Broadcast`, `Alert`, or the `SendType` of the request' }),
      sender: Type.String({ description: '`Server` unless the request named one' }),
      text: Text,
      recipients: Type.Union([Texts, Type.Null()], {
        description: 'UserIds, or PlayerUIDs of players without one; null for everyone',
      }),
    },
    {
      sendType: 'Broadcast',
      sender: 'Server',
      text: 'The server restarts in ten minutes',
      recipients: null,
    },
  ),
  grant: eventData(
    'A player was given something, by any of the `give` routes. One request makes one event',
    { player: EventPlayer, granted: Granted, issuer },
    { player: gustav, granted: { Items: { PalSphere: 20, Wood: 150 } }, issuer: 'Shop' },
  ),
  technologies: eventData(
    'A player has learnt or forgotten technologies by a request. More than 2,000 forgotten ones make several events',
    {
      player: EventPlayer,
      learnt: Type.Array(Type.String(), { description: 'Ids that the player did not know before' }),
      forgotten: Type.Array(Type.String(), { description: 'Ids that the player knew before' }),
      issuer,
    },
    { player: gustav, learnt: ['PALBOX', 'Workbench'], forgotten: [], issuer: 'Panel' },
  ),
  punishment: eventData(
    'A user or an address was banned or unbanned, or a player kicked. Each player whom it disconnects also makes a `player.left`',
    {
      action: Type.Enum(['ban', 'unban', 'banip', 'unbanip', 'kick']),
      userId: Type.String({ description: 'Empty where it is about an address only, or not known' }),
      uid: Type.Optional(
        Type.String({ description: 'The PlayerUID of a player whose UserId was not known' }),
      ),
      ip: Type.String({ description: 'The address that was banned or unbanned; empty when none was' }),
      reason: Text,
      issuer,
    },
    {
      action: 'ban',
      userId: 'steam_76561198272054602',
      ip: '',
      reason: 'cheating',
      issuer: 'Panel',
    },
  ),
  summoned: eventData(
    'A Pal or an NPC was summoned',
    {
      characterId: Type.String({ description: 'Its instance ID' }),
      species: Type.String({ description: 'PalID, or character id of the NPC' }),
      level: Int32,
      location: Coordinate,
      issuer,
    },
    {
      characterId: '8C1F4A60-3B2D4E5F-A1B2C3D4-5E6F7081',
      species: 'SheepBall',
      level: 15,
      location: { x: -321670.1, y: 214181.6, z: 250 },
      issuer: 'Panel',
    },
  ),
  'player.leveled': eventData(
    'A player has a higher level than in the save before',
    {
      player: EventPlayer,
      level: Int32,
      before: Type.Integer({ minimum: 0, maximum: INT32_MAX, description: 'The level in the save before' }),
    },
    { player: gustav, level: 31, before: 30 },
  ),
  'pal.caught': eventData(
    'A player has Pals that the save before did not have: caught, hatched or bought, which a save does not tell apart. One event for a player and a save',
    {
      player: EventPlayer,
      count: Type.Integer({ minimum: 1, maximum: INT32_MAX, description: 'How many Pals are new' }),
      pals: Type.Array(closedObject({ palId: Text, level: Int32, shiny: Type.Boolean() }), {
        description: 'The first 20 of them',
      }),
    },
    { player: gustav, count: 1, pals: [{ palId: 'SheepBall', level: 3, shiny: false }] },
  ),
  'items.changed': eventData(
    'A player holds more or fewer items than in the save before, in all inventories together. One event for a player and a save',
    {
      player: EventPlayer,
      gained: Type.Integer({
        minimum: 0,
        maximum: INT32_MAX,
        description: 'Units of the items that are more',
      }),
      lost: Type.Integer({
        minimum: 0,
        maximum: INT32_MAX,
        description: 'Units of the items that are fewer',
      }),
    },
    { player: gustav, gained: 40, lost: 3 },
  ),
  'guild.changed': eventData(
    'A guild was founded or dissolved, or its name, level, administrator or members are not those of the save before',
    {
      guildId: GuidText,
      name: Text,
      level: Type.Integer({
        minimum: 0,
        maximum: INT32_MAX,
        description: 'Of its base camps; 0 for a guild that is dissolved',
      }),
      members: Type.Integer({
        minimum: 0,
        maximum: INT32_MAX,
        description: 'How many it has; 0 for a guild that is dissolved',
      }),
      joined: Type.Array(EventPlayer, {
        description: 'Members that the save before did not have, at most 100',
      }),
      left: Type.Array(EventPlayer, { description: 'Members that only the save before has, at most 100' }),
    },
    { guildId: base.guildId, name: 'Kettle Harbour', level: 12, members: 4, joined: [gustav], left: [] },
  ),
  'base.built': eventData(
    'A base camp is there that the save before did not have',
    { campId: GuidText, guildId: GuidText, location: Coordinate },
    { campId: CAMP, guildId: base.guildId, location: { x: -321670.1, y: 214181.6, z: 250 } },
  ),
  'base.deleted': eventData(
    'A base camp was deleted with everything in it: by a request, after it was archived, or in the game',
    {
      campId: GuidText,
      guildId: GuidText,
      summary: Type.String({ description: 'One sentence for people' }),
      deleted: BaseCounts,
      archive: Type.String({
        description:
          'Path of the archive, relative to the data directory; empty for one that went in the game',
      }),
      issuer: Type.String({ description: 'Name of the token; `game` for one that went in the game' }),
    },
    {
      ...base,
      deleted: baseCounts,
      archive: `Archives/deletebase-20260712T181502113Z-${CAMP}.json.gz`,
      issuer: 'Panel',
    },
  ),
  'base.restored': eventData(
    'A deleted base camp was brought back from its archive with everything in it',
    {
      campId: GuidText,
      guildId: GuidText,
      summary: Type.String({ description: 'One sentence for people' }),
      restored: BaseCounts,
      file: Type.String({ description: 'Name of the archive' }),
      issuer,
    },
    {
      ...base,
      restored: baseCounts,
      file: `deletebase-20260712T181502113Z-${CAMP}.json.gz`,
      issuer: 'Panel',
    },
  ),
  'delivery.pending': eventData(
    'A grant, a technology or the deletion of a base was accepted beside a running game server. It waits for the next maintenance',
    deliveryFields,
    delivery,
  ),
  'delivery.delivered': eventData(
    'A delivery is in the game: the server has started with the save that holds it',
    deliveryFields,
    delivery,
  ),
  'delivery.failed': eventData(
    'A delivery can never be delivered as it is: its player or base is gone',
    { ...deliveryFields, reason: Text },
    { ...delivery, reason: 'this world knows no player with the UserId steam_76561198272054602' },
  ),
  'server.state': eventData(
    'The state of the game server has changed',
    {
      state: Type.String({ description: 'As in `GET /v1/palatine/server`' }),
      before: Text,
      reason: Type.String({ description: 'Empty when there is nothing to say' }),
    },
    { state: 'Online', before: 'Starting', reason: '' },
  ),
  'save.stalled': eventData(
    'The save of the game server stands still although somebody plays: ten autosaves and five minutes of play have not changed it',
    {
      savedAt: Type.String({ description: 'When the game wrote the save that stands still, ISO 8601, UTC' }),
    },
    { savedAt: '2026-07-12T18:15:02.113Z' },
  ),
  'maintenance.started': eventData(
    'A maintenance of the game server has begun',
    { id: Text, action: Text, issuer },
    { id: '20260712T181502Z', action: 'Deliver', issuer: 'Panel' },
  ),
  'maintenance.ended': eventData(
    'A maintenance of the game server has ended, and the server was started again unless the message says otherwise',
    {
      id: Text,
      action: Text,
      outcome: Type.String({ description: '`Done`, `Failed` or `Canceled`' }),
      delivered: Int32,
      message: Text,
    },
    {
      id: '20260712T181502Z',
      action: 'Deliver',
      outcome: 'Done',
      delivered: 3,
      message: '3 deliveries are in the game',
    },
  ),
  'identity.conflict': eventData(
    'The game server has named another PlayerUID for a UserId, or another UserId for a PlayerUID, than before. Both pairs are kept',
    { userId: Text, uid: Text, before: Type.String({ description: 'What it was paired with before' }) },
    {
      userId: 'steam_76561198272054602',
      uid: 'D894F2B1-00000000-00000000-00000000',
      before: 'A1B2C3D4-00000000-00000000-00000000',
    },
  ),
  'enforcement.failed': eventData(
    'Somebody who may not play is still online: the game server was asked to disconnect them and they are still there',
    { userId: Text, name: Text, reason: Text },
    { userId: 'steam_76561198272054602', name: 'Gustav', reason: 'banned: cheating' },
  ),
  'whitelist.unlisted': eventData(
    'Somebody has come who is not on the whitelist of the game server',
    {
      player: EventPlayer,
      kicked: Type.Boolean({ description: 'False where the whitelist is only tried out' }),
    },
    { player: gustav, kicked: true },
  ),
  'template.saved': eventData(
    'A Pal template or a file of import rules was saved or deleted by a request',
    {
      kind: Type.Enum(['template', 'rules']),
      name: Type.String({ description: 'Without `.json`' }),
      action: Type.Enum(['created', 'changed', 'deleted']),
      issuer,
    },
    { kind: 'template', name: 'Lucky', action: 'changed', issuer: 'Panel' },
  ),
  'settings.saved': eventData(
    'Settings were changed in their file by a request; a reload or the next start puts them in force',
    {
      file: Type.String({ description: 'Relative to the data directory' }),
      keys: Type.Array(Type.String(), { description: 'The settings that the request names' }),
      issuer,
    },
    { file: 'Config.json', keys: ['announcePunishments', 'archives.keepDays'], issuer: 'Panel' },
  ),
  'backup.made': eventData(
    'A backup of the data folder was made by a request',
    {
      name: Type.String({ description: 'Of its folder in `Backups`' }),
      bytes: Type.Integer({ minimum: 0 }),
      problems: Type.Integer({
        minimum: 0,
        maximum: INT32_MAX,
        description: 'Damage and contradictions of the world, of which the list shows the first',
      }),
      issuer,
    },
    { name: '20260712T181502Z', bytes: 8_421_376, problems: 0, issuer: 'Panel' },
  ),
  'config.reloaded': eventData(
    'ReloadConfig has put files in force. When it has rejected others, each makes a `config.rejected`',
    {
      files: Type.Array(Type.String(), {
        description:
          'The files that say something else than what was in force, relative to the data directory; empty when ' +
          'none does. `RESTAPI/RESTConfig.json` stands for its certificate as well. Token files count without a reload',
      }),
      issuer,
    },
    { files: ['Config.json', 'Banlist.json'], issuer: 'Panel' },
  ),
  'config.rejected': eventData(
    'ReloadConfig took nothing from a file, which is wrong or was not read in time; its last good state stays in force',
    {
      file: Type.String({ description: 'The file, relative to the data directory' }),
      reason: Text,
    },
    {
      file: 'Config.json',
      reason: 'Config.json: playerResolution must be "Online" or "Known"',
    },
  ),
} as const;
export type EventType = keyof typeof EVENTS;
export type EventData<T extends EventType = EventType> = Static<(typeof EVENTS)[T]>;

export const EVENT_TYPES = Object.keys(EVENTS) as EventType[];

/** An event as the stream sends it. A newer service may send types that are not listed here. */
export type PalatineEvent<T extends EventType = EventType> = {
  [K in T]: {
    /** Counts up, also over restarts of the service. */
    Id: number;
    /** ISO 8601, UTC. */
    Time: string;
    Type: K;
    Data: EventData<K>;
  };
}[T];

/** The shape of one event type as the stream sends it. */
export function eventShape<T extends EventType>(type: T) {
  return Type.Unsafe<PalatineEvent<T>>(
    Type.Object(
      {
        Id: Type.Integer({ description: 'Counts up, also over restarts of the service' }),
        Time: Type.String({ description: 'ISO 8601, UTC' }),
        Type: Type.Literal(type),
        Data: EVENTS[type],
      },
      { additionalProperties: false },
    ),
  );
}

/** The example of an event type, as the stream sends it. */
export function exampleEvent<T extends EventType>(type: T): PalatineEvent<T> {
  const example = { Id: 4711, Time: '2026-07-12T18:15:02.113Z', Type: type, Data: EVENTS[type].examples[0] };
  return example as PalatineEvent<T>; // the table pairs types with examples of their shape
}

/** The shape of any event that this service sends. */
export const PalatineEvent = Type.Unsafe<PalatineEvent>(Type.Union(EVENT_TYPES.map(eventShape)));
