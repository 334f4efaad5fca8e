import Type, { type Static } from 'typebox';
import { EXAMPLE_IDS } from './example-ids.ts';
import { LIMITS } from './limits.ts';
import { route } from './route.ts';
import { closedObject, Int32, oneOf, Text } from './shapes.ts';

/**
 * What is known of the game server. `Disabled`: this service has a world of its own. `Degraded`: the server runs, and
 * something keeps its answers from being used; `Reason` says what. `Paused`: its image has paused it while nobody plays.
 * `Maintenance`: this service has stopped it.
 */
export const SERVER_STATES = [
  'Disabled',
  'Unknown',
  'Starting',
  'Online',
  'Degraded',
  'Paused',
  'Offline',
  'Stopping',
  'Maintenance',
] as const;
export type ServerState = (typeof SERVER_STATES)[number];

export const ROSTER_STATES = ['Live', 'Stale', 'Unknown'] as const;

export const MAINTENANCE_ACTIONS = ['Deliver', 'Restart', 'Restore'] as const;
export type MaintenanceAction = (typeof MAINTENANCE_ACTIONS)[number];

/** The steps of a maintenance, in their order. */
export const MAINTENANCE_STEPS = [
  'Countdown',
  'Saving',
  'Stopping',
  'BackingUp',
  'Editing',
  'Restoring',
  'Starting',
  'Verifying',
  'RollingBack',
  'Done',
] as const;
export type MaintenanceStep = (typeof MAINTENANCE_STEPS)[number];

/** The control that stops and starts the game server. `Somebody`: a person, whom this service asks. */
export const CONTROL_KINDS = ['Somebody', 'Docker', 'Commands'] as const;
export type ControlKind = (typeof CONTROL_KINDS)[number];

const Time = Type.String({ description: 'ISO 8601, UTC' });

export const ServerPlayer = closedObject({
  Name: Text,
  UserId: Text,
  PlayerUID: Type.String({ description: 'Empty while the player is loading' }),
  PingMs: Type.Optional(Type.Number()),
  Level: Type.Optional(Int32),
});

export const Maintenance = closedObject({
  Id: Text,
  Action: oneOf(MAINTENANCE_ACTIONS),
  Step: oneOf(MAINTENANCE_STEPS),
  StartedAt: Time,
  StopAt: Type.Optional({
    ...Time,
    description:
      'ISO 8601, UTC; during `Countdown`: when the game server stops at the latest. It stops earlier when nobody is online',
  }),
  EndedAt: Type.Optional(Time),
  Outcome: Type.Optional(oneOf(['Done', 'Failed', 'Canceled'])),
  Delivered: Type.Optional(Int32),
  Cancelable: Type.Optional(
    Type.Boolean({ description: 'Of one that is running: whether it can be canceled now' }),
  ),
  Message: Type.String({ description: 'What it does or waits for, or how it ended, for people' }),
});
export type Maintenance = Static<typeof Maintenance>;

export const getServer = route('GET /v1/palatine/server', {
  tag: 'Game server',
  permission: 'Palatine.Server.Read',
  title: 'Get game server',
  summary: 'The game server beside which this service runs: its state, its figures, the age of its save',
  notes:
    'Figures that the game server does not tell are left out. `State` is `Disabled` for a service with a world of its own.',
  reply: closedObject({
    State: oneOf(SERVER_STATES),
    Reason: Type.String({ description: 'Why the state is not `Online`; empty when there is nothing to say' }),
    Since: Type.Optional(Time),
    Control: closedObject({
      Kind: Type.Optional(
        Type.Unsafe<ControlKind>(
          Type.Enum([...CONTROL_KINDS], {
            description:
              'Who stops and starts the game server. `Somebody`: not this service, which asks for it in `Message` of the ' +
              'maintenance',
          }),
        ),
      ),
    }),
    Info: closedObject({
      Version: Type.Optional(Text),
      Name: Type.Optional(Text),
      WorldGuid: Type.Optional(Text),
    }),
    Metrics: closedObject({
      FPS: Type.Optional(Type.Number()),
      FPSAverage: Type.Optional(Type.Number()),
      FrameTimeMs: Type.Optional(Type.Number()),
      UptimeSeconds: Type.Optional(Type.Number()),
      InGameDay: Type.Optional(Int32),
      Players: Type.Optional(Int32),
      MaxPlayers: Type.Optional(Int32),
      BaseCamps: Type.Optional(Int32),
    }),
    Roster: closedObject({
      State: oneOf(ROSTER_STATES),
      At: Type.Optional(Time),
      Players: Type.Array(ServerPlayer),
    }),
    Save: closedObject({
      SavedAt: Type.Optional(Type.String({ description: 'When the game wrote the save that is served' })),
      AgeSeconds: Type.Optional(Int32),
      ReadAt: Type.Optional(Time),
      Source: Type.Optional(
        Type.Unsafe<'Live' | 'Backup'>(
          Type.Enum(['Live', 'Backup'], { description: 'The save itself, or a backup of the game' }),
        ),
      ),
      Problem: Type.String({ description: 'Why the newest save could not be read; empty when it could' }),
    }),
    Deliveries: closedObject({
      Mode: oneOf(['Queue', 'Refuse']),
      Pending: Int32,
      Delivering: Int32,
    }),
    Maintenance: closedObject({
      Running: Type.Optional(Maintenance),
      Last: Type.Optional(Maintenance),
      NextAt: Type.Optional(Type.String({ description: 'When the schedule begins the next one' })),
    }),
    Warnings: Type.Array(Type.String({ description: 'What an operator should look at' })),
  }),
});
export type ServerStatus = Static<typeof getServer.reply>;

export const SaveFolderBackup = closedObject({
  Name: Text,
  MadeAt: Time,
  Bytes: Type.Integer({ minimum: 0 }),
  Files: Int32,
});

const maintenance: Maintenance = {
  Id: '20260712T181502Z',
  Action: 'Deliver',
  Step: 'Countdown',
  StartedAt: '2026-07-12T18:15:02.113Z',
  Message: '3 deliveries wait; the server stops in 5 minutes',
};
const backup: Static<typeof SaveFolderBackup> = {
  Name: EXAMPLE_IDS.backup,
  MadeAt: '2026-07-12T18:15:02.113Z',
  Bytes: 8_421_376,
  Files: 14,
};

export const startMaintenance = route('POST /v1/palatine/server/maintenance', {
  tag: 'Game server',
  permission: 'Palatine.Server.Maintain',
  title: 'Start maintenance',
  summary: 'Stop the game server, deliver what waits or restore a backup, and start it again',
  notes:
    'Answers at once; `GET /v1/palatine/server` shows how far it is. The countdown is announced in the game and is ' +
    'skipped when nobody is online. Where somebody else stops and starts the server (`Control.Kind` is `Somebody`), only a ' +
    'countdown that the request names is counted, and `Message` says when they have to. A second one while one is running ' +
    'is refused with `MAINTENANCE_RUNNING`.',
  attachedOnly: true,
  replyExample: { Maintenance: maintenance },
  body: Type.Object({
    Action: oneOf(MAINTENANCE_ACTIONS),
    CountdownSeconds: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 3600, description: 'As Server.json says unless given' }),
    ),
    Backup: Type.Optional(
      Type.String({ maxLength: LIMITS.idChars, description: 'The name of the backup to restore' }),
    ),
  }),
  bodyErrors: { missing: 'VALIDATION_FAILED', notAnObject: 'VALIDATION_FAILED' },
  reply: closedObject({ Maintenance }),
  errors: ['NOT_ATTACHED', 'MAINTENANCE_RUNNING', 'BACKUP_NOT_FOUND'],
  examples: [
    { body: { Action: 'Deliver', CountdownSeconds: 0 } },
    { body: { Action: 'Restore', Backup: EXAMPLE_IDS.backup } },
  ],
});

export const cancelMaintenance = route('POST /v1/palatine/server/maintenance/cancel', {
  tag: 'Game server',
  permission: 'Palatine.Server.Maintain',
  title: 'Cancel maintenance',
  summary:
    'Cancel a maintenance during its countdown, or while it waits for somebody to stop or start the server',
  notes: 'Once this service stops the server, it goes on to its end: `MAINTENANCE_RUNNING`.',
  attachedOnly: true,
  replyExample: {
    Maintenance: {
      ...maintenance,
      Outcome: 'Canceled',
      EndedAt: '2026-07-12T18:16:00.000Z',
      Message: 'canceled by Panel',
    },
  },
  body: Type.Object({}),
  bodyErrors: { notAnObject: 'VALIDATION_FAILED' },
  reply: closedObject({ Maintenance }),
  errors: ['NOT_ATTACHED', 'MAINTENANCE_RUNNING'],
  examples: [{ body: {} }],
});

export const saveServer = route('POST /v1/palatine/server/save', {
  tag: 'Game server',
  permission: 'Palatine.Server.Save',
  title: 'Save world',
  summary: 'Let the game server write its save now',
  notes: 'At most once in 30 seconds: a further one is refused with `REQUEST_FAILED`.',
  attachedOnly: true,
  replyExample: { Success: true },
  body: Type.Object({}),
  bodyErrors: { notAnObject: 'VALIDATION_FAILED' },
  reply: closedObject({ Success: Type.Boolean() }),
  errors: ['NOT_ATTACHED', 'REQUEST_FAILED'],
  examples: [{ body: {} }],
});

export const getServerBackups = route('GET /v1/palatine/server/backups', {
  tag: 'Game server',
  permission: 'Palatine.Server.Read',
  title: 'List save backups',
  summary: 'The backups of the save folder, newest first',
  attachedOnly: true,
  replyExample: { Backups: [backup] },
  reply: closedObject({ Backups: Type.Array(SaveFolderBackup) }),
  errors: ['NOT_ATTACHED'],
});

export const backUpServer = route('POST /v1/palatine/server/backups', {
  tag: 'Game server',
  permission: 'Palatine.Server.Maintain',
  title: 'Back up save',
  summary: 'Copy the save folder now',
  notes:
    'While the server runs, the copy is one moment of the save: files that change meanwhile are read again.',
  attachedOnly: true,
  replyExample: { Backup: backup },
  body: Type.Object({}),
  bodyErrors: { notAnObject: 'VALIDATION_FAILED' },
  reply: closedObject({ Backup: SaveFolderBackup }),
  errors: ['NOT_ATTACHED', 'REQUEST_FAILED'],
  examples: [{ body: {} }],
});

export const getWhitelist = route('GET /v1/palatine/server/whitelist', {
  tag: 'Game server',
  permission: 'Palatine.Server.Read',
  title: 'Get whitelist',
  summary:
    'Who may play on the game server, as AllowList.json and WhiteList.json say, and who is online without being on it',
  notes:
    'The file is read again when it changes; while it is wrong, its last good state counts, and `Problems` says so. While it ' +
    'lists nobody, nobody is kicked.',
  attachedOnly: true,
  replyExample: {
    Enabled: true,
    DryRun: false,
    Message: 'You are not on the whitelist of this server.',
    Players: ['steam_76561198272054602'],
    Grace: [],
    Unlisted: [{ Name: 'Mo', UserId: 'steam_76561198000000007', PlayerUID: '' }],
    Problems: [],
  },
  reply: closedObject({
    Enabled: Type.Boolean(),
    DryRun: Type.Boolean({ description: 'Whether those who may not play are only reported' }),
    Message: Type.String({ description: 'What a player reads who is kicked' }),
    Players: Type.Array(Text, { description: 'UserIds, PlayerUIDs, addresses or ranges' }),
    Grace: Type.Array(Text, {
      description: 'Likewise: those whom neither the whitelist nor a ban of their address kicks',
    }),
    Unlisted: Type.Array(ServerPlayer, { description: 'Online, and not on it; empty while it is off' }),
    Problems: Type.Array(Type.String({ description: 'What an operator should look at' })),
  }),
  errors: ['NOT_ATTACHED'],
});
export type WhitelistReply = Static<typeof getWhitelist.reply>;
