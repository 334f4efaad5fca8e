import { EXAMPLE_IDS } from './example-ids.ts';
import { LIMITS } from './limits.ts';
import { REQUIRED_BODY, route } from './route.ts';
import { sentence, sentenceFields, sentenceShape } from './sentences.ts';
import * as notes from './texts/notes.ts';
import * as Type from './type.ts';
import { words } from './words.ts';

/**
 * State of the game server. `Disabled`: this service runs its own world. `Degraded`: the server runs, but its answers
 * cannot be used; see `Reason`. `Paused`: its image has paused it while nobody plays. `Maintenance`: this service has
 * stopped it.
 */
export const SERVER_STATES = words(
  'Disabled Unknown Starting Online Degraded Paused Offline Stopping Maintenance',
);
export type ServerState = (typeof SERVER_STATES)[number];

export const MAINTENANCE_ACTIONS = ['Deliver', 'Restart', 'Restore'] as const;
export type MaintenanceAction = (typeof MAINTENANCE_ACTIONS)[number];

/** The steps of a maintenance, in their order. */
export const MAINTENANCE_STEPS = words(
  'Countdown Saving Stopping BackingUp Editing Restoring Starting Verifying RollingBack Done',
);
export type MaintenanceStep = (typeof MAINTENANCE_STEPS)[number];

/** The control that stops and starts the game server. `Somebody`: a person, on request of this service. */
export const CONTROL_KINDS = ['Somebody', 'Docker', 'Commands'] as const;
export type ControlKind = (typeof CONTROL_KINDS)[number];

export const ServerPlayer = Type.closedObject({
  ...Type.eachOf(['Name', 'UserId'], Type.String()),
  PlayerUID: Type.text('Empty while the player is loading'),
  PingMs: Type.Optional(Type.Number()),
  Level: Type.Optional(Type.Int32),
});

export const Maintenance = Type.closedObject({
  Id: Type.String(),
  Action: Type.oneOf(MAINTENANCE_ACTIONS),
  Step: Type.oneOf(MAINTENANCE_STEPS),
  StartedAt: Type.IsoTime,
  StopAt: Type.optionalText(
    'ISO 8601, UTC; during `Countdown`: when the game server stops at the latest. It stops earlier when nobody is online',
  ),
  EndedAt: Type.Optional(Type.IsoTime),
  Outcome: Type.Optional(Type.oneOf(['Done', 'Failed', 'Canceled'])),
  Delivered: Type.Optional(Type.Int32),
  Cancelable: Type.flag('Whether it can be canceled now; of a running one only'),
  ...sentenceFields('Its current step or its outcome'),
});
export type Maintenance = Type.Static<typeof Maintenance>;

export const getServer = route('GET /v1/palatine/server', 'Get game server', {
  tag: 'Game server',
  permission: 'Palatine.Server.Read',
  summary: 'The game server beside which this service runs: its state, its figures, the age of its save',
  notes: notes.getServer,
  reply: Type.closedObject({
    State: Type.oneOf(SERVER_STATES),
    Reason: Type.text('Why the state is not `Online`; may be empty'),
    ReasonCode: Type.optionalText('The code of that sentence'),
    Since: Type.Optional(Type.IsoTime),
    Control: Type.closedObject({
      Kind: Type.choice(
        CONTROL_KINDS,
        'The control that stops and starts the game server. `Somebody`: a person, whom this service asks in `Message` of the ' +
          'maintenance',
      ),
    }),
    Info: Type.closedObject({
      ...Type.eachOf(['Version', 'Name', 'WorldGuid'], Type.Optional(Type.String())),
    }),
    Metrics: Type.closedObject({
      ...Type.eachOf(['FPS', 'FPSAverage', 'FrameTimeMs', 'UptimeSeconds'], Type.Optional(Type.Number())),
      ...Type.eachOf(['InGameDay', 'Players', 'MaxPlayers', 'BaseCamps'], Type.Optional(Type.Int32)),
    }),
    Roster: Type.closedObject({
      State: Type.oneOf(['Live', 'Stale', 'Unknown']),
      At: Type.Optional(Type.IsoTime),
      Players: Type.Array(ServerPlayer),
    }),
    Save: Type.closedObject({
      SavedAt: Type.optionalText('When the game wrote the save that is served'),
      AgeSeconds: Type.Optional(Type.Int32),
      ReadAt: Type.Optional(Type.IsoTime),
      Source: Type.choice(['Live', 'Backup'], 'The save itself, or a backup of the game'),
      Problem: Type.text('Why the newest save could not be read; empty when it could'),
    }),
    Deliveries: Type.closedObject({
      Mode: Type.oneOf(['Queue', 'Refuse']),
      ...Type.eachOf(['Pending', 'Delivering'], Type.Int32),
    }),
    Maintenance: Type.closedObject({
      ...Type.eachOf(['Running', 'Last'], Type.Optional(Maintenance)),
      NextAt: Type.optionalText('When the schedule begins the next one'),
    }),
    Warnings: Type.Array(sentenceShape('A warning for the operator')),
  }),
});
export type ServerStatus = Type.Static<typeof getServer.reply>;

export const SaveFolderBackup = Type.closedObject({
  Name: Type.String(),
  MadeAt: Type.IsoTime,
  Bytes: Type.Integer({ minimum: 0 }),
  Files: Type.Int32,
});

const maintenance: Maintenance = {
  Id: '20260712T181502Z',
  Action: 'Deliver',
  Step: 'Countdown',
  StartedAt: '2026-07-12T18:15:02.113Z',
  ...sentence('maintenance.countdown', { time: '5 minutes' }),
};
const backup: Type.Static<typeof SaveFolderBackup> = {
  Name: EXAMPLE_IDS.backup,
  MadeAt: '2026-07-12T18:15:02.113Z',
  Bytes: 8_421_376,
  Files: 14,
};

const MAINTAIN = { tag: 'Game server', permission: 'Palatine.Server.Maintain', attachedOnly: true } as const;

export const startMaintenance = route('POST /v1/palatine/server/maintenance', 'Start maintenance', {
  ...MAINTAIN,
  summary: 'Stop the game server, deliver what waits or restore a backup, and start it again',
  notes: notes.startMaintenance,
  replyExample: { Maintenance: maintenance },
  body: Type.Object({
    Action: Type.oneOf(MAINTENANCE_ACTIONS),
    CountdownSeconds: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 3600, description: 'As Server.json says unless given' }),
    ),
    Backup: Type.Optional(Type.idText('The name of the backup to restore')),
  }),
  bodyErrors: REQUIRED_BODY,
  reply: Type.closedObject({ Maintenance }),
  errors: ['NOT_ATTACHED', 'MAINTENANCE_RUNNING', 'BACKUP_NOT_FOUND'],
  examples: [
    { body: { Action: 'Deliver', CountdownSeconds: 0 } },
    { body: { Action: 'Restore', Backup: EXAMPLE_IDS.backup } },
  ],
});

export const cancelMaintenance = route('POST /v1/palatine/server/maintenance/cancel', 'Cancel maintenance', {
  ...MAINTAIN,
  summary:
    'Cancel a maintenance during its countdown, or while it waits for a person to stop or start the server',
  notes: 'Once this service stops the server, it goes on to its end: `MAINTENANCE_RUNNING`.',
  replyExample: {
    Maintenance: {
      ...maintenance,
      Outcome: 'Canceled',
      EndedAt: '2026-07-12T18:16:00.000Z',
      ...sentence('maintenance.canceled'),
    },
  },
  body: Type.Object({}),
  reply: Type.closedObject({ Maintenance }),
  errors: ['NOT_ATTACHED', 'MAINTENANCE_RUNNING'],
});

export const saveServer = route('POST /v1/palatine/server/save', 'Save world', {
  tag: 'Game server',
  permission: 'Palatine.Server.Save',
  summary: 'Let the game server write its save now',
  notes: 'At most once in 30 seconds: a further call is refused with `REQUEST_FAILED`.',
  attachedOnly: true,
  replyExample: { Success: true },
  body: Type.Object({}),
  reply: Type.closedObject({ Success: Type.Boolean() }),
  errors: ['NOT_ATTACHED', 'REQUEST_FAILED'],
});

const READ = {
  tag: 'Game server',
  permission: 'Palatine.Server.Read',
  attachedOnly: true,
  errors: ['NOT_ATTACHED'],
} as const;

export const getServerBackups = route('GET /v1/palatine/server/backups', 'List save backups', {
  ...READ,
  summary: 'The backups of the save folder, newest first',
  replyExample: { Backups: [backup] },
  reply: Type.closedObject({ Backups: Type.Array(SaveFolderBackup) }),
});

export const backUpServer = route('POST /v1/palatine/server/backups', 'Back up save', {
  ...MAINTAIN,
  summary: 'Copy the save folder now',
  notes: notes.backUpServer,
  replyExample: { Backup: backup },
  body: Type.Object({}),
  reply: Type.closedObject({ Backup: SaveFolderBackup }),
  errors: ['NOT_ATTACHED', 'REQUEST_FAILED'],
});

export const getWhitelist = route('GET /v1/palatine/server/whitelist', 'Get whitelist', {
  ...READ,
  summary:
    'The whitelist of the game server, from AllowList.json and WhiteList.json, and online players who are not on it',
  notes: notes.getWhitelist,
  replyExample: {
    Enabled: true,
    DryRun: false,
    Message: 'You are not on the whitelist of this server.',
    Players: ['steam_76561198272054602'],
    Grace: [],
    Unlisted: [{ Name: 'Mo', UserId: 'steam_76561198000000007', PlayerUID: '' }],
    Problems: [],
  },
  reply: Type.closedObject({
    Enabled: Type.Boolean(),
    DryRun: Type.boolean('Whether unlisted players are only reported'),
    Message: Type.text('Message for a kicked player'),
    Players: Type.list(Type.String(), 'UserIds, PlayerUIDs, addresses or ranges'),
    Grace: Type.list(
      Type.String(),
      'Likewise: those whom neither the whitelist nor a ban of their address kicks',
    ),
    Unlisted: Type.list(ServerPlayer, 'Online, and not on it; empty while it is off'),
    Problems: Type.Array(Type.text('Warnings for the operator')),
  }),
});

const Entries = (description: string) =>
  Type.Optional(Type.Array(Type.IdText, { maxItems: LIMITS.listEntries, description }));

export const changeWhitelist = route('POST /v1/palatine/server/whitelist', 'Change whitelist', {
  ...READ,
  permission: 'Palatine.Server.Whitelist',
  errors: ['NOT_ATTACHED', 'REQUEST_FAILED'],
  summary: 'Add players to AllowList.json, remove them, or turn the whitelist on or off',
  notes: notes.changeWhitelist,
  body: Type.Object({
    Add: Entries('UserIds, PlayerUIDs, addresses or ranges'),
    Remove: Entries('Entries as the file spells them'),
    Enabled: Type.Optional(Type.Boolean()),
  }),
  bodyErrors: REQUIRED_BODY,
  auditTarget: ['Add', 'Remove'],
  replyExample: getWhitelist.replyExample,
  reply: getWhitelist.reply,
  examples: [{ body: { Add: ['steam_76561198272054602'], Remove: ['203.0.113.7'], Enabled: true } }],
});
export type WhitelistReply = Type.Static<typeof getWhitelist.reply>;
