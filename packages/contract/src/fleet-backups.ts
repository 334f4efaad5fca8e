import Type, { type Static } from 'typebox';
import { IsoTime } from './lists.ts';
import { filter, IdText } from './request-shapes.ts';
import { FLEET_PATH, route } from './route.ts';
import { closedObject, Int32, oneOf, Text } from './shapes.ts';

/** Most backups of a page: the manifest of each is read. */
export const MAX_BACKUPS_PAGE = 100;

const WorldText = Type.String({ description: 'The key of the world' });
const BackupName = Type.String({
  description: 'Its name in the storage: the time it was ordered, and a random part',
});

/** A whole backup in the storage of a fleet. */
export const FleetBackup = closedObject({
  World: WorldText,
  Backup: BackupName,
  MadeAt: IsoTime,
  Version: Type.String({ description: 'Of the Palatine that made it' }),
  Bytes: Type.Integer({ minimum: 0 }),
  Files: Int32,
  Name: Type.String({ description: 'Of the world' }),
  Players: Int32,
  Guilds: Int32,
  Problems: Type.Integer({
    description: 'Damage and contradictions that the world had already',
    minimum: 0,
  }),
});
export type FleetBackup = Static<typeof FleetBackup>;

/** `Upload`: a world makes a backup and puts it into the storage. `Fetch`: it gets one from there. */
export const BACKUP_ORDER_KINDS = ['Upload', 'Fetch'] as const;
export type BackupOrderKind = (typeof BACKUP_ORDER_KINDS)[number];

export const BACKUP_ORDER_STATES = ['Running', 'Done', 'Failed'] as const;
export type BackupOrderState = (typeof BACKUP_ORDER_STATES)[number];

/** What a gateway has ordered a world to do. */
export const FleetBackupOrder = closedObject({
  World: WorldText,
  Kind: oneOf(BACKUP_ORDER_KINDS),
  Backup: BackupName,
  By: Type.String({ description: 'Name of the token' }),
  StartedAt: IsoTime,
  EndedAt: Type.Optional(IsoTime),
  State: oneOf(BACKUP_ORDER_STATES),
  Doing: Type.String({ description: 'Such as `uploading`' }),
  Done: Type.Optional(Type.Integer({ description: 'Bytes that are there', minimum: 0 })),
  Of: Type.Optional(Type.Integer({ minimum: 0 })),
  Message: Type.Optional({ ...Text, description: 'Why it failed' }),
  Local: Type.Optional({
    ...Text,
    description: 'The name of a fetched backup in `Backups` of the world, for `palatine world restore`',
  }),
});
export type FleetBackupOrder = Static<typeof FleetBackupOrder>;

const backup: FleetBackup = {
  World: '0a1b2c3d0a1b2c3d0a1b2c3d0a1b2c3d',
  Backup: '20260712T181502Z-5f1e0c9a7b32',
  MadeAt: '2026-07-12T18:15:03.113Z',
  Version: '0.1.0',
  Bytes: 8_421_376,
  Files: 14,
  Name: 'Palatine demo',
  Players: 32,
  Guilds: 6,
  Problems: 0,
};
const order: FleetBackupOrder = {
  World: backup.World,
  Kind: 'Upload',
  Backup: '20260713T181502Z-c07d11e4a958',
  By: 'Panel',
  StartedAt: '2026-07-13T18:15:02.113Z',
  State: 'Running',
  Doing: 'making the backup',
};

const COMMON = { tag: 'Fleet', base: FLEET_PATH, game: false } as const;
const MEANINGS = {
  BACKUP_NOT_FOUND: 'The storage holds no whole backup of this world under this name.',
  BACKUP_RUNNING: 'A backup of this world is being made, uploaded or fetched.',
  SERVER_BUSY:
    'The world cannot be reached (`Reason` `WORLD_OFFLINE`), or the gateway has enough orders under way (`ORDERS`).',
  MISSING_PERMISSION:
    'The token lacks the permission, or the owner of the world does not give it to the fleet.',
} as const;

export const getFleetBackups = route({
  ...COMMON,
  method: 'GET',
  path: '/backups',
  permission: 'Palatine.Fleet.Backups.Read',
  title: 'List backups of worlds',
  summary: 'The backups in the storage of the fleet, and what worlds have been ordered to do with them',
  notes:
    'In the order of worlds, and of a world the oldest first. `Orders` are those of the gateway that answers, the ' +
    'newest first: what runs, and the last that have ended.',
  replyExample: { Backups: [backup], Orders: [order] },
  query: Type.Object({
    World: filter('The key of one world'),
    Limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_BACKUPS_PAGE,
        description: `Backups of the page; ${MAX_BACKUPS_PAGE} unless given`,
      }),
    ),
    Cursor: filter('`Next` of the page before, with the same filter'),
  }),
  reply: closedObject({
    Backups: Type.Array(FleetBackup),
    Orders: Type.Array(FleetBackupOrder),
    Next: Type.Optional(Type.String({ description: 'Cursor of the next page, left out on the last one' })),
  }),
  errors: ['NO_BACKUP_STORAGE'],
  examples: [{ query: { Limit: 3 } }],
});

export const makeFleetBackup = route({
  ...COMMON,
  method: 'POST',
  path: '/worlds/:world/backups',
  permission: 'Palatine.Fleet.Backups.Write',
  title: 'Back up a world',
  summary: 'Have a world make a backup and put it into the storage of the fleet',
  notes:
    'Answers as soon as the world has begun; `GET /v1/fleet/backups` shows how far it is. The backup also stays in ' +
    '`Backups` of the world, as long as its settings say. A backup that did not come whole is none and is never listed.',
  replyExample: { Order: order },
  body: Type.Object({
    Archives: Type.Optional(Type.Boolean({ description: 'Also the archives of deleted bases' })),
  }),
  bodyErrors: { notAnObject: 'VALIDATION_FAILED' },
  reply: closedObject({ Order: FleetBackupOrder }),
  errors: ['BACKUP_RUNNING', 'SERVER_BUSY', 'NO_BACKUP_STORAGE'],
  meanings: MEANINGS,
  examples: [{ params: { world: order.World }, body: { Archives: true } }],
});

export const fetchFleetBackup = route({
  ...COMMON,
  method: 'POST',
  path: '/worlds/:world/restores',
  permission: 'Palatine.Fleet.Backups.Write',
  title: 'Fetch a backup',
  summary:
    'Have a world get one of its backups from the storage of the fleet, checked and ready to be restored',
  notes:
    'A running server does not replace its own world: the backup lies in `Backups` of the world afterwards, under the ' +
    'name that `Local` of the order tells. Then stop the server there and run `palatine world restore <Local> --replace`. ' +
    'Every file has the SHA-256 that the manifest of the backup says, or nothing is left of it.',
  replyExample: { Order: { ...order, Kind: 'Fetch', Backup: backup.Backup, Doing: 'fetching' } },
  body: Type.Object({ Backup: { ...IdText, minLength: 1, description: 'Its name in the storage' } }),
  bodyErrors: { missing: 'EMPTY_BODY', notAnObject: 'VALIDATION_FAILED', invalidRequest: ['/Backup'] },
  reply: closedObject({ Order: FleetBackupOrder }),
  errors: [
    'EMPTY_BODY',
    'INVALID_REQUEST',
    'BACKUP_NOT_FOUND',
    'BACKUP_RUNNING',
    'SERVER_BUSY',
    'NO_BACKUP_STORAGE',
  ],
  meanings: MEANINGS,
  examples: [{ params: { world: order.World }, body: { Backup: backup.Backup } }],
});
