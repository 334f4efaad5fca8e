import { CONTROL_KINDS } from '@palatine/contract';
import Type, { type Static } from 'typebox';
import { KEPT_BACKUPS, KEPT_DAYS } from './config.ts';
import { settingsFile } from './settings-file.ts';

const Seconds = (fallback: number, [minimum, maximum]: readonly [number, number], meaning: string) =>
  Type.Number({ minimum, maximum, default: fallback, meaning });

/**
 * Server.json: the game server beside which this service runs. A data folder with a SaveFolder is attached. What names
 * a file, an address or a program is `readOnly`: it is changed in the file, by somebody who may do all that anyway.
 */
const ServerFile = Type.Object(
  {
    SaveFolder: Type.String({
      default: '',
      meaning: 'the world folder, with Level.sav in it; empty for a service with a world of its own',
      readOnly: true,
    }),
    Rest: Type.Object({
      Url: Type.String({
        default: 'http://127.0.0.1:8212',
        meaning: 'of the REST interface of the game server',
        readOnly: true,
      }),
      PasswordFile: Type.String({
        default: '',
        meaning:
          'holds the AdminPassword and nothing else; relative to the data folder. PALATINE_SERVER_PASSWORD wins',
        readOnly: true,
      }),
      AllowPublicAddress: Type.Boolean({
        default: false,
        meaning: 'whether Url may lead outside this machine and private networks',
        readOnly: true,
      }),
    }),
    Deliveries: Type.Enum(['Queue', 'Refuse'], {
      default: 'Queue',
      meaning: 'whether grants wait for the next maintenance, or are refused',
    }),
    AlertAs: Type.Enum(['Refuse', 'Broadcast'], {
      default: 'Refuse',
      meaning: 'what an alert becomes: the game server knows none',
    }),
    BanlistFile: Type.String({
      default: '',
      meaning: 'banlist.txt of the game server; empty for the one beside the save folder',
      readOnly: true,
    }),
    Polls: Type.Object(
      {
        PlayersSeconds: Seconds(5, [2, 3600], 'who is online'),
        PlayersWhenEmptySeconds: Seconds(15, [2, 3600], 'who is online, while nobody is'),
        MetricsSeconds: Seconds(10, [2, 3600], 'the figures of the server'),
        InfoSeconds: Seconds(60, [5, 3600], 'its name and version'),
        SettingsSeconds: Seconds(1800, [30, 86_400], 'its settings'),
        SaveSeconds: Seconds(5, [0.5, 3600], 'its save'),
        SettleSeconds: Seconds(0.5, [0.2, 60], 'how long no file may have changed before the save is read'),
      },
      { meaning: 'how often it is read, in seconds' },
    ),
    Control: Type.Object({
      Kind: Type.Enum([...CONTROL_KINDS], {
        default: 'Somebody',
        meaning: 'who stops and starts the game server',
        readOnly: true,
      }),
      Container: Type.String({ default: '', meaning: 'the name of its container', readOnly: true }),
      Socket: Type.String({
        default: '/var/run/docker.sock',
        meaning: 'of the Docker Engine',
        readOnly: true,
      }),
      Stop: Type.Array(Type.String(), {
        default: [],
        meaning: 'a program and its arguments that stop it; no shell reads them',
        readOnly: true,
      }),
      Start: Type.Array(Type.String(), { default: [], meaning: 'likewise to start it', readOnly: true }),
      Status: Type.Array(Type.String(), {
        default: [],
        meaning: 'likewise to ask whether it runs',
        readOnly: true,
      }),
      StopTimeoutSeconds: Seconds(90, [5, 3600], 'how long a stop may take'),
      StartTimeoutSeconds: Seconds(180, [5, 3600], 'how long a start may take'),
    }),
    Maintenance: Type.Object({
      Daily: Type.Array(Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }), {
        default: [],
        meaning: 'times of day of this machine, such as 05:00',
      }),
      EveryHours: Type.Number({
        minimum: 0,
        maximum: 8760,
        default: 0,
        meaning: 'hours between two maintenances; 0 for none',
      }),
      CountdownSeconds: Type.Array(Type.Integer({ minimum: 1, maximum: 3600 }), {
        maxItems: 32,
        default: [900, 600, 300, 180, 60, 30, 10],
        meaning:
          'when the players are told, in seconds before the stop; the largest is how long the countdown takes',
      }),
      Message: Type.String({
        maxLength: 500,
        default: 'The server restarts in {time}',
        meaning: '{time} stands for the time that is left',
      }),
      SkipWhilePlayersOnline: Type.Boolean({
        default: false,
        meaning: 'whether the schedule waits while somebody plays',
      }),
      RestartWithoutDeliveries: Type.Boolean({
        default: true,
        meaning: 'whether the schedule also restarts a server for which nothing waits',
      }),
      DeliverWhenStopped: Type.Boolean({
        default: true,
        meaning: 'whether what waits is delivered whenever the server is found stopped',
      }),
    }),
    Backups: Type.Object({
      Folder: Type.String({
        default: '',
        meaning: 'empty for SaveBackups in the data folder',
        readOnly: true,
      }),
      EveryHours: Type.Number({
        minimum: 0,
        maximum: 8760,
        default: 0,
        meaning: 'hours between two backups; 0 for none but those of a maintenance',
      }),
      KeepDays: Type.Number({ minimum: 0, default: 7, meaning: 'days that backups are kept', ...KEPT_DAYS }),
      KeepAtLeast: Type.Integer({
        minimum: 1,
        default: 3,
        meaning: 'so many of the newest stay, however old',
        ...KEPT_BACKUPS,
      }),
    }),
  },
  { nextStart: true },
);
export type ServerFile = Static<typeof ServerFile>;

/** Whether a data folder is attached to a game server. Throws a ConfigError for a Server.json that is wrong. */
export function isAttached({ serverFile: file }: { readonly serverFile: string }): boolean {
  return serverFile.read(file).SaveFolder !== '';
}

export const serverFile = settingsFile('Server.json', ServerFile);
