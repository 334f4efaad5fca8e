import { Coordinate, closedObject, GuidText, oneOf, Text, Texts } from '@palatine/contract';
import { schemaProblems } from '@palatine/platform/schema-problems';
import Type, { type Static } from 'typebox';
import { eachOf, IVS, SOULS } from '../../state/pal-values.ts';

/** The name under which an archive says what it is, and the version that is written. */
export const ARCHIVE_KIND = 'palatine-base-camp';
export const ARCHIVE_VERSION = 3;

// A file can be edited. Every object is closed and no key is `__proto__`, so a valid file holds nothing but records.
const NamedNumbers = Type.Record(Type.String({ pattern: '^(?!__proto__$)' }), Type.Number(), {
  additionalProperties: false,
});
const Nullable = <T extends Type.TSchema>(shape: T) => Type.Union([shape, Type.Null()]);
const Box = closedObject({ containerId: GuidText, capacity: Type.Integer({ minimum: 0 }) });
const Whereabouts = closedObject({ world: Coordinate, map: Coordinate });

const Character = closedObject({
  id: GuidText,
  playerUid: Nullable(GuidText),
  species: Text,
  uniqueNpcId: Text,
  nickname: Text,
  skinId: Text,
  gender: oneOf(['Male', 'Female', 'None']),
  level: Type.Number(),
  exp: Type.Number(),
  shiny: Type.Boolean(),
  partnerSkillLevel: Type.Number(),
  condensedPals: Type.Number(),
  souls: closedObject(eachOf(SOULS, () => Type.Number())),
  ivs: closedObject(eachOf(IVS, () => Type.Number())),
  hp: Type.Number(),
  mp: Type.Optional(Type.Number()),
  sp: Type.Optional(Type.Number()),
  shield: Type.Optional(Type.Number()),
  stomach: Type.Number(),
  maxStomach: Type.Number(),
  sanity: Type.Number(),
  support: Type.Number(),
  craftSpeed: Type.Number(),
  physicalHealth: Text,
  workerSick: Text,
  friendshipPoints: Type.Number(),
  imported: Type.Boolean(),
  awakened: Type.Boolean(),
  activeSkills: Texts,
  learntSkills: Texts,
  passives: Texts,
  extraWorkSuitabilities: NamedNumbers,
  disabledWork: Texts,
  unusedStatusPoints: Type.Number(),
  statusPoints: NamedNumbers,
  ownerUid: Nullable(GuidText),
  place: Nullable(closedObject({ containerId: GuidText, slot: Type.Number() })),
  summoned: Type.Optional(
    closedObject({
      location: Coordinate,
      uncapturable: Type.Boolean(),
      aiDisabled: Type.Boolean(),
      damageMeter: Type.Boolean(),
      healthMultiplier: Type.Number(),
      disabledStatuses: Texts,
    }),
  ),
});

const ItemInstance = Type.Union([
  closedObject({
    kind: Type.Literal('weapon'),
    id: GuidText,
    durability: Type.Number(),
    bullets: Type.Number(),
    passives: Texts,
  }),
  closedObject({ kind: Type.Literal('armor'), id: GuidText, durability: Type.Number() }),
  closedObject({ kind: Type.Literal('egg'), id: GuidText, species: Text, pal: Nullable(Character) }),
]);

const Container = closedObject({
  id: GuidText,
  capacity: Type.Integer({ minimum: 0 }),
  stacks: Type.Array(
    closedObject({
      slot: Type.Integer({ minimum: 0 }),
      itemId: Text,
      count: Type.Integer({ minimum: 1 }),
      instance: Type.Optional(ItemInstance),
    }),
  ),
});

const MapObject = closedObject({
  id: GuidText,
  objectId: Text,
  campId: GuidText,
  location: Whereabouts,
  hp: Type.Number(),
  maxHp: Type.Number(),
  class: oneOf(['palbox', 'dropItem', 'building', 'defense', 'other']),
  containerId: Nullable(GuidText),
  storage: Type.Boolean(),
  yawDeg: Type.Number(),
  booth: Nullable(Box),
  builderUid: Nullable(GuidText),
  ownerId: Nullable(GuidText),
  natural: Type.Boolean(),
  underConstruction: Type.Boolean(),
});
const MapObjects = Type.Array(MapObject);

/** An archive of a deleted base. What comes before `pals` is the beginning that a list of archives reads. */
const ArchiveFile = closedObject({
  archive: Type.Literal(ARCHIVE_KIND),
  version: Type.Literal(ARCHIVE_VERSION),
  /** The facts of the world that the base was deleted from; they identify it. */
  world: closedObject({
    name: Text,
    origin: oneOf(['demo', 'save']),
    createdAtMs: Type.Number(),
    seed: Type.Number(),
  }),
  deletedAt: Text,
  deletedBy: closedObject({ token: Text, ip: Text }),
  summary: Text,
  counts: Type.Record(Type.String(), Type.Unknown()),
  camp: closedObject({
    id: GuidText,
    name: Text,
    guildId: GuidText,
    state: oneOf(['Normal', 'NotAvailable']),
    location: Whereabouts,
    areaRangeCm: Type.Number(),
    workers: Box,
  }),
  guild: closedObject({ id: GuidText, name: Text, baseCampLevel: Type.Number() }),
  pals: Type.Array(Character),
  storage: Type.Array(Container),
  otherContainers: Type.Array(Container),
  palBoxes: MapObjects,
  buildings: MapObjects,
  defenseModels: MapObjects,
  dropItems: MapObjects,
  otherMapObjects: MapObjects,
  /** The ids of natural objects of the camp, which a deletion leaves in the world. */
  naturalObjects: Type.Array(GuidText),
});
export type ArchiveFile = Static<typeof ArchiveFile>;

/** JSON pointer to the first invalid value of an archive; undefined for a valid one. */
export function faultOfArchive(value: unknown): string | undefined {
  return schemaProblems(ArchiveFile as Type.TSchema, value, 1)[0]?.Path;
}
