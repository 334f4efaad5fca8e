import { route } from './route.ts';
import { sentence, sentenceFields } from './sentences.ts';
import { WORLD_KINDS } from './service.ts';
import * as notes from './texts/notes.ts';
import * as Type from './type.ts';

const Bytes = Type.Integer({ minimum: 0 });

const WorldCounts = Type.closedObject({
  ...Type.eachOf(['Accounts', 'Online'], Type.Int32),
  WithoutPlayerFile: Type.integer('Accounts with unknown belongings'),
  ...Type.eachOf(['Guilds', 'Camps', 'Pals'], Type.Int32),
  Humans: Type.integer('People, captured or summoned, and species that the catalogue does not list as Pals'),
  Containers: Type.integer('Containers of items'),
  MapObjects: Type.Int32,
});

/** The part of the answer that the tables of the world say. */
export const WorldFacts = Type.closedObject({
  Name: Type.String(),
  Kind: Type.oneOf(WORLD_KINDS),
  ImportedAt: Type.text('When this world was read from its save, or generated'),
  SavedAt: Type.optionalText(
    'When the game wrote the save, by the clock of its server; left out where it does not say',
  ),
  GameBuild: Type.optionalInteger('Game build that wrote the save'),
  InGameDay: Type.Optional(Type.Int32),
  GameTimeSeconds: Type.Optional(Type.number('Time in the game since its first day began')),
  Counts: WorldCounts,
  Warnings: Type.list(
    Type.closedObject({
      File: Type.String(),
      Place: Type.text('Where in the file; may be empty'),
      ...sentenceFields('What was skipped'),
    }),
    'Parts that the import skipped',
  ),
});
export type WorldFacts = Type.Static<typeof WorldFacts>;

export const getWorld = route('GET /v1/palatine/world', 'Get world', {
  tag: 'World',
  permission: 'Palatine.World.Read',
  summary: 'Origin, size and file of the world',
  notes: notes.getWorld,
  game: true,
  reply: Type.closedObject({
    ...WorldFacts.properties,
    Store: Type.closedObject({
      Bytes,
      WalBytes: Type.count('Size of the write-ahead log beside it'),
      LastCommitAt: Type.Optional(Type.IsoTime),
    }),
    Disk: Type.optionalObject(
      { FreeBytes: Bytes, TotalBytes: Bytes },
      'Free space on the file system of the data directory; left out where unknown',
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
        ...sentence('import.NoPlayerFile', {
          message: 'no usable file: place, inventory and records of "Fury" are unknown (and 7 more like it)',
        }),
      },
    ],
    Store: { Bytes: 9_404_416, WalBytes: 412_032, LastCommitAt: '2026-07-12T18:21:44.902Z' },
    Disk: { FreeBytes: 61_203_283_968, TotalBytes: 105_689_415_680 },
  },
});
export type WorldReply = Type.Static<typeof getWorld.reply>;
