import { MAP_REGIONS } from './map-regions.ts';
import { ANY_TOKEN, route } from './route.ts';
import * as notes from './texts/notes.ts';
import * as Type from './type.ts';
import { words } from './words.ts';

/** Layers of the map beside players and bases. */
export const MAP_LAYERS = words('Summoned Drops Supplies DeathChests Treasure Eggs');
export type MapLayer = (typeof MAP_LAYERS)[number];

export const MAX_MARKS = 3000;

export const SummonedMark = Type.closedObject({
  Id: Type.GuidText,
  PalID: Type.text('Species, or the id of a person'),
  UniqueNPCID: Type.text('Empty without one'),
  Nickname: Type.String(),
  Level: Type.Int32,
  Place: Type.Place,
});
export type SummonedMark = Type.Static<typeof SummonedMark>;

/** An object in the world; its position in whole cm. */
export const ObjectMark = Type.closedObject({
  Id: Type.GuidText,
  ObjectId: Type.String(),
  Place: Type.Place,
  ItemID: Type.text('ItemID of its fullest stack; empty when it holds nothing'),
  Count: Type.count('Units of that item'),
  Stacks: Type.Int32,
  Uid: Type.text('Player named in its record; empty without one'),
});
export type ObjectMark = Type.Static<typeof ObjectMark>;

const layerOf = <Mark extends Type.TSchema>(mark: Mark, description: string) =>
  Type.optionalObject(
    { Total: Type.count('In the region'), Marks: Type.list(mark, `The first ${MAX_MARKS}`) },
    description,
  );

export const getMapMarks = route('GET /v1/palatine/map', 'Get map marks', {
  tag: 'World',
  permission: 'Palatine.Map.Read',
  summary: 'Objects and summons in the world, layer by layer',
  notes: 'Only the layers that `Layers` names are in the answer.',
  game: true,
  query: Type.Object({
    Layers: Type.filter(`Some of ${MAP_LAYERS.join(', ')}, with commas between them; all unless given`),
    Region: Type.choice(MAP_REGIONS, 'The map; both unless given'),
  }),
  reply: Type.closedObject({
    Summoned: layerOf(SummonedMark, 'Pals and people that were summoned'),
    Drops: layerOf(ObjectMark, 'Items that were dropped'),
    Supplies: layerOf(ObjectMark, 'Supply drops'),
    DeathChests: layerOf(ObjectMark, 'Chests of players who died'),
    Treasure: layerOf(ObjectMark, 'Treasure boxes, and junk that floats on the sea'),
    Eggs: layerOf(ObjectMark, 'Eggs in the wild'),
  }),
  examples: [{ query: { Layers: 'Summoned,Drops' } }],
});
export type MapMarksReply = Type.Static<typeof getMapMarks.reply>;

export const MapPicture = Type.closedObject({
  Path: Type.optionalText('Path of the picture; left out where there is none'),
  Bytes: Type.Optional(Type.Integer({ minimum: 0 })),
  Fault: Type.optionalText('Why the file of the picture is not served'),
});
export type MapPicture = Type.Static<typeof MapPicture>;

export const MapPictures = Type.closedObject({
  Main: MapPicture,
  Tree: MapPicture,
});
export type MapPictures = Type.Static<typeof MapPictures>;

export const getMapPictures = route('GET /v1/palatine/map-picture', 'Get map pictures', {
  tag: 'Service',
  permission: ANY_TOKEN,
  summary: "The operator's own pictures of the map",
  notes: notes.getMapPictures,
  reply: MapPictures,
});
