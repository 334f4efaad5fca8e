import Type, { type Static } from 'typebox';
import { settingsFile } from './settings-file.ts';

const Seconds = (minimum: number, maximum: number) => Type.Number({ minimum, maximum });

/** Server.json: the game server beside which this service runs. A data folder with a SaveFolder is attached. */
const ServerFile = Type.Object({
  /** The world folder, with Level.sav in it; "" for a service with a world of its own. */
  SaveFolder: Type.String(),
  Rest: Type.Object({
    /** Of the REST interface of the game server. */
    Url: Type.String(),
    /** Holds the AdminPassword and nothing else; relative to the data folder. PALATINE_SERVER_PASSWORD wins. */
    PasswordFile: Type.String(),
    /** Whether Url may lead outside this machine and private networks. */
    AllowPublicAddress: Type.Boolean(),
  }),
  /** Whether grants wait for the next maintenance, or are refused. */
  Deliveries: Type.Enum(['Queue', 'Refuse']),
  /** What POST /Alert does: the game server knows no alerts. */
  AlertAs: Type.Enum(['Refuse', 'Broadcast']),
  /** banlist.txt of the game server; "" for the one beside the save folder. */
  BanlistFile: Type.String(),
  /** How often each thing is read, in seconds. */
  Polls: Type.Object({
    PlayersSeconds: Seconds(2, 3600),
    PlayersWhenEmptySeconds: Seconds(2, 3600),
    MetricsSeconds: Seconds(2, 3600),
    InfoSeconds: Seconds(5, 3600),
    SettingsSeconds: Seconds(30, 86_400),
    SaveSeconds: Seconds(0.5, 3600),
    /** How long no file may have changed before the save is read. */
    SettleSeconds: Seconds(0.2, 60),
  }),
  /** Who stops and starts the game server. */
  Control: Type.Object({
    Kind: Type.Enum(['Somebody', 'Docker', 'Systemd', 'Commands']),
    Container: Type.String(),
    Socket: Type.String(),
    Unit: Type.String(),
    /** A program and its arguments; no shell reads them. */
    Stop: Type.Array(Type.String()),
    Start: Type.Array(Type.String()),
    Status: Type.Array(Type.String()),
    StopTimeoutSeconds: Seconds(5, 3600),
    StartTimeoutSeconds: Seconds(5, 3600),
  }),
  Maintenance: Type.Object({
    /** Times of day of this machine, such as "05:00". */
    Daily: Type.Array(Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })),
    /** 0 for none. */
    EveryHours: Type.Number({ minimum: 0, maximum: 8760 }),
    /** When the players are told, in seconds before the stop; the largest is how long the countdown takes. */
    CountdownSeconds: Type.Array(Type.Integer({ minimum: 1, maximum: 3600 }), { maxItems: 32 }),
    /** {time} stands for the time that is left. */
    Message: Type.String({ maxLength: 500 }),
    SkipWhilePlayersOnline: Type.Boolean(),
    /** Whether the schedule also restarts a server for which nothing waits. */
    RestartWithoutDeliveries: Type.Boolean(),
    /** Whether what waits is delivered whenever the server is found stopped. */
    DeliverWhenStopped: Type.Boolean(),
  }),
  Backups: Type.Object({
    /** "" for SaveBackups in the data folder. */
    Folder: Type.String(),
    /** 0 for none but those of a maintenance. */
    EveryHours: Type.Number({ minimum: 0, maximum: 8760 }),
    KeepDays: Type.Number({ minimum: 0 }),
    KeepAtLeast: Type.Integer({ minimum: 1 }),
  }),
  Watchdog: Type.Object({
    RestartWhenFrozen: Type.Boolean(),
    FrozenSeconds: Seconds(30, 3600),
    /** 0 for no limit. */
    RestartAboveMemoryMiB: Type.Integer({ minimum: 0 }),
  }),
});
export type ServerFile = Static<typeof ServerFile>;

/** Whether a data folder is attached to a game server. Throws a ConfigError for a Server.json that is wrong. */
export function isAttached({ serverFile: file }: { readonly serverFile: string }): boolean {
  return serverFile.read(file).SaveFolder !== '';
}

export const serverFile = settingsFile('Server.json', ServerFile, {
  SaveFolder: '',
  Rest: { Url: 'http://127.0.0.1:8212', PasswordFile: '', AllowPublicAddress: false },
  Deliveries: 'Queue',
  AlertAs: 'Refuse',
  BanlistFile: '',
  Polls: {
    PlayersSeconds: 5,
    PlayersWhenEmptySeconds: 15,
    MetricsSeconds: 10,
    InfoSeconds: 60,
    SettingsSeconds: 1800,
    SaveSeconds: 5,
    SettleSeconds: 0.5,
  },
  Control: {
    Kind: 'Somebody',
    Container: '',
    Socket: '/var/run/docker.sock',
    Unit: '',
    Stop: [],
    Start: [],
    Status: [],
    StopTimeoutSeconds: 90,
    StartTimeoutSeconds: 180,
  },
  Maintenance: {
    Daily: [],
    EveryHours: 0,
    CountdownSeconds: [900, 600, 300, 180, 60, 30, 10],
    Message: 'The server restarts in {time}',
    SkipWhilePlayersOnline: false,
    RestartWithoutDeliveries: true,
    DeliverWhenStopped: true,
  },
  Backups: { Folder: '', EveryHours: 0, KeepDays: 7, KeepAtLeast: 3 },
  Watchdog: { RestartWhenFrozen: false, FrozenSeconds: 60, RestartAboveMemoryMiB: 0 },
});
