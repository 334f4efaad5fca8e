import { route } from './route.ts';
import * as notes from './texts/notes.ts';
import * as Type from './type.ts';

export const WorldBackup = Type.closedObject({
  Name: Type.text('Name of its folder in `Backups`'),
  MadeAt: Type.IsoTime,
  Version: Type.text('Palatine version that made it'),
  Bytes: Type.Integer({ minimum: 0 }),
  Files: Type.Int32,
  World: Type.closedObject({ Name: Type.String(), Players: Type.Int32, Guilds: Type.Int32 }),
  Problems: Type.list(
    Type.String(),
    'Files that could not be read, then corruption and inconsistencies that the world already had, at most 20',
  ),
});
export type WorldBackup = Type.Static<typeof WorldBackup>;

/** A backup that is being made. `Done` of `Of` are pages of the world file; left out where no number is known. */
export const RunningBackup = Type.closedObject({
  StartedAt: Type.IsoTime,
  By: Type.text('Name of the token'),
  Doing: Type.text('Such as `copying the world`'),
  Done: Type.Optional(Type.Integer({ minimum: 0 })),
  Of: Type.Optional(Type.Integer({ minimum: 0 })),
});
export type RunningBackup = Type.Static<typeof RunningBackup>;

const backup: WorldBackup = {
  Name: '20260712T181502Z',
  MadeAt: '2026-07-12T18:15:02.113Z',
  Version: '0.1.0',
  Bytes: 8_421_376,
  Files: 14,
  World: { Name: 'Palatine demo', Players: 32, Guilds: 6 },
  Problems: [],
};
const running: RunningBackup = {
  StartedAt: '2026-07-13T18:15:02.113Z',
  By: 'Panel',
  Doing: 'copying the world',
  Done: 1000,
  Of: 2056,
};

export const getBackups = route('GET /v1/palatine/backups', 'List backups', {
  tag: 'Service',
  permission: 'Palatine.Backups.Read',
  summary: 'The backups of the data folder, newest first, and the progress of a running one',
  notes: notes.getBackups,
  replyExample: { Total: 1, Matching: 1, Backups: [backup], Running: running },
  query: Type.Object({ ...Type.PAGE }),
  reply: Type.closedObject({
    ...Type.LIST_META,
    Backups: Type.Array(WorldBackup),
    Running: Type.Optional(RunningBackup),
    Failed: Type.optionalObject({ At: Type.IsoTime, Message: Type.String() }),
  }),
});

export const makeBackup = route('POST /v1/palatine/backups', 'Make backup', {
  tag: 'Service',
  permission: 'Palatine.Backups.Make',
  summary: 'Start a backup of the world and the files of the operator',
  notes: notes.makeBackup,
  replyExample: { Running: { ...running, Doing: 'starting' } },
  body: Type.Object({ Archives: Type.flag('Also the archives of deleted bases') }),
  reply: Type.closedObject({ Running: RunningBackup }),
  errors: ['BACKUP_RUNNING'],
  examples: [{ body: { Archives: true } }],
});
