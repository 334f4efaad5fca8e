import Type, { type Static } from 'typebox';
import { REPLACES_A_VERSION, VERSIONS_ARE_KEPT } from './file-versions.ts';
import { ANY_TOKEN, route } from './route.ts';
import { closedObject } from './shapes.ts';

/** The farthest that a corner of a picture may lie from the origin, in cm: several times the size of the map. */
const FARTHEST_CM = 10_000_000;
const WorldCm = Type.Number({ minimum: -FARTHEST_CM, maximum: FARTHEST_CM });

/** A place of the world in cm; X grows to the north, Y to the east. */
const Corner = Type.Object({ X: WorldCm, Y: WorldCm });

const PicturePlace = Type.Object({
  TopLeft: Corner,
  BottomRight: Corner,
  Opacity: Type.Number({ minimum: 0, maximum: 1 }),
});
export type PicturePlace = Static<typeof PicturePlace>;

export const MapPicture = closedObject({
  Path: Type.Optional(Type.String({ description: 'Where the picture is; left out where there is none' })),
  Bytes: Type.Optional(Type.Integer({ minimum: 0 })),
  Fault: Type.Optional(Type.String({ description: 'Why the file of the picture is not served' })),
  Place: Type.Optional(PicturePlace),
});
export type MapPicture = Static<typeof MapPicture>;

export const MapPictures = closedObject({
  ETag: Type.String({ description: 'Of `Console/map.json`, for `If-Match`; empty where it is not there' }),
  Main: MapPicture,
  Tree: MapPicture,
  Problem: Type.String({ description: 'Why nothing is taken from `Console/map.json`; empty when it counts' }),
});
export type MapPictures = Static<typeof MapPictures>;

export const getMapPictures = route('GET /v1/palatine/map-picture', {
  tag: 'Service',
  permission: ANY_TOKEN,
  title: 'Get map pictures',
  summary: "The operator's own pictures of the map, and where they lie",
  notes:
    'The pictures are `Console/map-main` and `Console/map-tree` in the data folder, as png, webp or jpg of at most 32 MiB. ' +
    'Without a `Place` a picture covers its region.',
  reply: MapPictures,
});

export const putMapPicture = route('PUT /v1/palatine/map-picture', {
  tag: 'Service',
  permission: 'Palatine.Console.Write',
  title: 'Place map pictures',
  summary: 'Say where the pictures of the map lie, and how much shows through',
  notes: `${REPLACES_A_VERSION} ${VERSIONS_ARE_KEPT} A region that is left out stays as it is.`,
  versioned: true,
  body: Type.Object(
    { Main: Type.Optional(PicturePlace), Tree: Type.Optional(PicturePlace) },
    { minProperties: 1 },
  ),
  bodyErrors: { missing: 'VALIDATION_FAILED', notAnObject: 'VALIDATION_FAILED' },
  reply: MapPictures,
  errors: ['VALIDATION_FAILED'],
  examples: [
    {
      ifMatch: null,
      body: {
        Main: {
          TopLeft: { X: 349_400, Y: -724_400 },
          BottomRight: { X: -1_099_400, Y: 724_400 },
          Opacity: 0.8,
        },
        Tree: {
          TopLeft: { X: 689_148.5, Y: -818_197 },
          BottomRight: { X: 347_351.5, Y: -476_400 },
          Opacity: 1,
        },
      },
    },
  ],
});
