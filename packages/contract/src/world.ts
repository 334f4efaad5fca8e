import Type, { type Static } from 'typebox';
import { IsoTime } from './lists.ts';
import { route } from './route.ts';
import { WORLD_KINDS } from './session.ts';
import { closedObject, Int32, oneOf, Text } from './shapes.ts';

const Bytes = Type.Integer({ minimum: 0 });

const WorldCounts = closedObject({
  Accounts: Int32,
  Online: Int32,
  WithoutPlayerFile: Type.Integer({ description: 'Accounts whose belongings the world does not know' }),
  Guilds: Int32,
  Camps: Int32,
  Pals: Int32,
  Humans: Type.Integer({
    description: 'People, captured or summoned, and whatever the catalogue knows as no Pal',
  }),
  Containers: Type.Integer({ description: 'Of items' }),
  MapObjects: Int32,
});

/** The part of the answer that the tables of the world say. */
export const WorldFacts = closedObject({
  Name: Text,
  Kind: oneOf(WORLD_KINDS),
  ImportedAt: Type.String({ description: 'When this world was read from its save, or made up' }),
  SavedAt: Type.Optional(
    Type.String({
      description: 'When the game wrote the save, by the clock of its server; left out where it does not say',
    }),
  ),
  GameBuild: Type.Optional(Type.Integer({ description: 'Of the server that wrote the save' })),
  InGameDay: Type.Optional(Int32),
  GameTimeSeconds: Type.Optional(Type.Number({ description: 'Time in the game since its first day began' })),
  Counts: WorldCounts,
  Warnings: Type.Array(
    closedObject({
      File: Text,
      Place: Type.String({ description: 'Where in the file; may be empty' }),
      Message: Text,
    }),
    { description: 'What the import passed over' },
  ),
});
export type WorldFacts = Static<typeof WorldFacts>;

export const getWorld = route('GET /v1/palatine/world', {
  tag: 'World',
  permission: 'Palatine.World.Read',
  title: 'Get world',
  summary: 'What the world is, how much is in it, and the file that holds it',
  notes: 'What the world does not know is left out: a demo world has no save, and so no in-game day.',
  game: true,
  reply: closedObject({
    ...WorldFacts.properties,
    Store: closedObject({
      Bytes,
      WalBytes: Type.Integer({ minimum: 0, description: 'Of the write-ahead log beside it' }),
      LastCommitAt: Type.Optional(IsoTime),
    }),
    Disk: Type.Optional(
      closedObject(
        { FreeBytes: Bytes, TotalBytes: Bytes },
        'Of the file system of the data directory; left out where it cannot be told',
      ),
    ),
  }),
  replyExample: {
    Name: 'Palpagos',
    Kind: 'Import',
    ImportedAt: '2026-07-12T18:15:02.113Z',
    SavedAt: '2026-07-12T17:58:40.000Z',
    GameBuild: 100427,
    InGameDay: 61,
    GameTimeSeconds: 5_270_400,
    Counts: {
      Accounts: 17,
      Online: 0,
      WithoutPlayerFile: 8,
      Guilds: 10,
      Camps: 15,
      Pals: 2093,
      Humans: 57,
      Containers: 3104,
      MapObjects: 5452,
    },
    Warnings: [
      {
        File: 'Players/8E3D1942000000000000000000000000.sav',
        Place: '',
        Message: 'no usable file: place, inventory and records of "Fury" are unknown (and 7 more like it)',
      },
    ],
    Store: { Bytes: 9_404_416, WalBytes: 412_032, LastCommitAt: '2026-07-12T18:21:44.902Z' },
    Disk: { FreeBytes: 61_203_283_968, TotalBytes: 105_689_415_680 },
  },
});
export type WorldReply = Static<typeof getWorld.reply>;
