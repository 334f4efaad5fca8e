import Type, { type Static } from 'typebox';
import { REGIONS } from './camps.ts';
import { choice, Place } from './lists.ts';
import { filter } from './request-shapes.ts';
import { route } from './route.ts';
import { closedObject, GuidText, Int32, Text } from './shapes.ts';

/** What the map can show beside players and bases. */
export const MAP_LAYERS = [
  'Summoned',
  'Drops',
  'Supplies',
  'DeathChests',
  'Treasure',
  'Eggs',
  'Explored',
] as const;
export type MapLayer = (typeof MAP_LAYERS)[number];

/** Most marks of a layer. */
export const MAX_MARKS = 3000;

/** A Pal or a person whom somebody has summoned. */
export const SummonedMark = closedObject({
  Id: GuidText,
  PalID: Type.String({ description: 'Species, or the id of a person' }),
  UniqueNPCID: Type.String({ description: 'Empty without one' }),
  Nickname: Text,
  Level: Int32,
  Place,
});
export type SummonedMark = Static<typeof SummonedMark>;

/** Something that lies in the world; its place in whole cm. */
export const ObjectMark = closedObject({
  Id: GuidText,
  ObjectId: Text,
  Place,
  ItemID: Type.String({ description: 'Of its fullest stack; empty when it holds nothing' }),
  Count: Type.Integer({ minimum: 0, description: 'Units of that item' }),
  Stacks: Int32,
  Uid: Type.String({ description: 'The player whom the save names with it; empty without one' }),
});
export type ObjectMark = Static<typeof ObjectMark>;

const layerOf = <Mark extends Type.TSchema>(mark: Mark, description: string) =>
  Type.Optional(
    closedObject(
      {
        Total: Type.Integer({ minimum: 0, description: 'In the region' }),
        Marks: Type.Array(mark, { description: `The first ${MAX_MARKS}` }),
      },
      description,
    ),
  );

export const getMapMarks = route('GET /v1/palatine/map', {
  tag: 'World',
  permission: 'Palatine.Map.Read',
  title: 'Get map marks',
  summary:
    'What lies in the world and who was summoned, layer by layer, and the cells that somebody has explored',
  notes:
    'Only the layers that `Layers` names are in the answer. A cell of `Explored` is `[X, Y]` in units of `CellCm`: ' +
    'it begins at the world coordinates `X * CellCm`, `Y * CellCm`. `Explored` is left out where the world does not ' +
    'know, as in a demo world.',
  game: true,
  query: Type.Object({
    Layers: filter(`Some of ${MAP_LAYERS.join(', ')}, with commas between them; all unless given`),
    Region: choice(REGIONS, 'The map; both unless given'),
  }),
  reply: closedObject({
    CellCm: Type.Integer({ description: 'Edge of an explored cell' }),
    Summoned: layerOf(SummonedMark, 'Pals and people that were summoned'),
    Drops: layerOf(ObjectMark, 'Items that were dropped'),
    Supplies: layerOf(ObjectMark, 'Supply drops'),
    DeathChests: layerOf(ObjectMark, 'What players have left behind when they died'),
    Treasure: layerOf(ObjectMark, 'Treasure boxes, and junk that floats on the sea'),
    Eggs: layerOf(ObjectMark, 'Eggs that lie in the wild'),
    Explored: Type.Optional(closedObject({ Total: Int32, Cells: Type.Array(Type.Tuple([Int32, Int32])) })),
  }),
  errors: ['VALIDATION_FAILED'],
  examples: [{ query: { Layers: 'Summoned,Drops' } }],
});
export type MapMarksReply = Static<typeof getMapMarks.reply>;
