import { Coordinate, closedObject, eachOf as fieldsOf, GuidText, oneOf, Texts } from '@palatine/contract';
import { Type } from '@palatine/contract/schema-builders';
import { schemaProblems } from '@palatine/platform/schema-problems';
import type { Static, TSchema } from 'typebox';
import { eachOf, IVS, SOULS } from '../../state/pal-values.ts';

/** The name under which an archive says what it is, and the version that is written. */
export const ARCHIVE_KIND = 'palatine-base-camp';
export const ARCHIVE_VERSION = 3;

// A file can be edited. Every object is closed and no key is `__proto__`, so a valid file holds nothing but records.
const NamedNumbers = Type.Record(Type.String({ pattern: '^(?!__proto__$)' }), Type.Number(), {
  additionalProperties: false,
});
const Nullable = <T extends TSchema>(shape: T) => Type.Union([shape, Type.Null()]);
const Box = closedObject({ containerId: GuidText, capacity: Type.Integer({ minimum: 0 }) });
const Whereabouts = closedObject({ world: Coordinate, map: Coordinate });

const Character = closedObject({
  id: GuidText,
  playerUid: Nullable(GuidText),
  ...fieldsOf(['species', 'uniqueNpcId', 'nickname', 'skinId'], Type.String()),
  gender: oneOf(['Male', 'Female', 'None']),
  ...fieldsOf(['level', 'exp'], Type.Number()),
  shiny: Type.Boolean(),
  ...fieldsOf(['partnerSkillLevel', 'condensedPals'], Type.Number()),
  souls: closedObject(eachOf(SOULS, () => Type.Number())),
  ivs: closedObject(eachOf(IVS, () => Type.Number())),
  hp: Type.Number(),
  ...fieldsOf(['mp', 'sp', 'shield'], Type.Optional(Type.Number())),
  ...fieldsOf(['stomach', 'maxStomach', 'sanity', 'support', 'craftSpeed'], Type.Number()),
  ...fieldsOf(['physicalHealth', 'workerSick'], Type.String()),
  friendshipPoints: Type.Number(),
  ...fieldsOf(['imported', 'awakened'], Type.Boolean()),
  ...fieldsOf(['activeSkills', 'learntSkills', 'passives'], Texts),
  extraWorkSuitabilities: NamedNumbers,
  disabledWork: Texts,
  unusedStatusPoints: Type.Number(),
  statusPoints: NamedNumbers,
  ownerUid: Nullable(GuidText),
  place: Nullable(closedObject({ containerId: GuidText, slot: Type.Number() })),
  summoned: Type.Optional(
    closedObject({
      location: Coordinate,
      ...fieldsOf(['uncapturable', 'aiDisabled', 'damageMeter'], Type.Boolean()),
      healthMultiplier: Type.Number(),
      disabledStatuses: Texts,
    }),
  ),
});

const ItemInstance = Type.Union([
  closedObject({
    kind: Type.Literal('weapon'),
    id: GuidText,
    ...fieldsOf(['durability', 'bullets'], Type.Number()),
    passives: Texts,
  }),
  closedObject({ kind: Type.Literal('armor'), id: GuidText, durability: Type.Number() }),
  closedObject({ kind: Type.Literal('egg'), id: GuidText, species: Type.String(), pal: Nullable(Character) }),
]);

const Container = closedObject({
  id: GuidText,
  capacity: Type.Integer({ minimum: 0 }),
  stacks: Type.Array(
    closedObject({
      slot: Type.Integer({ minimum: 0 }),
      itemId: Type.String(),
      count: Type.Integer({ minimum: 1 }),
      instance: Type.Optional(ItemInstance),
    }),
  ),
});

const MapObject = closedObject({
  id: GuidText,
  objectId: Type.String(),
  campId: GuidText,
  location: Whereabouts,
  ...fieldsOf(['hp', 'maxHp'], Type.Number()),
  class: oneOf(['palbox', 'dropItem', 'building', 'defense', 'other']),
  containerId: Nullable(GuidText),
  storage: Type.Boolean(),
  yawDeg: Type.Number(),
  booth: Nullable(Box),
  ...fieldsOf(['builderUid', 'ownerId'], Nullable(GuidText)),
  ...fieldsOf(['natural', 'underConstruction'], Type.Boolean()),
});
const MapObjects = Type.Array(MapObject);

/** An archive of a deleted base. What comes before `pals` is the beginning that a list of archives reads. */
const ArchiveFile = closedObject({
  archive: Type.Literal(ARCHIVE_KIND),
  version: Type.Literal(ARCHIVE_VERSION),
  /** The facts of the world that the base was deleted from; they identify it. */
  world: closedObject({
    name: Type.String(),
    origin: oneOf(['demo', 'save']),
    createdAtMs: Type.Number(),
    seed: Type.Number(),
  }),
  deletedAt: Type.String(),
  deletedBy: closedObject({ token: Type.String(), ip: Type.String() }),
  summary: Type.String(),
  counts: Type.Record(Type.String(), Type.Unknown()),
  camp: closedObject({
    id: GuidText,
    name: Type.String(),
    guildId: GuidText,
    state: oneOf(['Normal', 'NotAvailable']),
    location: Whereabouts,
    areaRangeCm: Type.Number(),
    workers: Box,
  }),
  guild: closedObject({ id: GuidText, name: Type.String(), baseCampLevel: Type.Number() }),
  pals: Type.Array(Character),
  ...fieldsOf(['storage', 'otherContainers'], Type.Array(Container)),
  ...fieldsOf(['palBoxes', 'buildings', 'defenseModels', 'dropItems', 'otherMapObjects'], MapObjects),
  /** The ids of natural objects of the camp, which a deletion leaves in the world. */
  naturalObjects: Type.Array(GuidText),
});
export type ArchiveFile = Static<typeof ArchiveFile>;

/** JSON pointer to the first invalid value of an archive; undefined for a valid one. */
export function faultOfArchive(value: unknown): string | undefined {
  return schemaProblems(ArchiveFile as TSchema, value, 1)[0]?.Path;
}
