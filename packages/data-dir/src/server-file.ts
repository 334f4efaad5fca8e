import { CONTROL_KINDS, makeBackup, startMaintenance } from '@palatine/contract';
import { Type } from '@palatine/contract/schema-builders';
import { settingsFile } from '@palatine/platform/settings-file';
import type { Static } from 'typebox';
import type { DataPaths } from './data-folder.ts';
import { flag, IN_FILE, KEPT_BACKUPS, KEPT_DAYS, number, text, texts, whole } from './setting-shapes.ts';

/** Range of hours between two events; 0 for none. */
const HOURS = [0, 8760] as const;

/** The permission that a request needs for what the schedule does to the game server. */
const MAINTAIN = { permission: startMaintenance.permission } as const;

/** Server.json: the game server of this service. A data folder with a SaveFolder is attached. */
const ServerFile = Type.Object(
  {
    SaveFolder: text('the world folder, with Level.sav in it; empty for a standalone service', '', IN_FILE),
    Rest: Type.Object({
      Url: text('address of the REST interface of the game server', 'http://127.0.0.1:8212', IN_FILE),
      PasswordFile: text(
        'holds the AdminPassword and nothing else; relative to the data folder. PALATINE_SERVER_PASSWORD wins',
        '',
        IN_FILE,
      ),
      AllowPublicAddress: flag(
        'whether Url may lead outside this machine and private networks',
        false,
        IN_FILE,
      ),
    }),
    Deliveries: Type.Enum(['Queue', 'Refuse'], {
      default: 'Queue',
      meaning: 'whether grants wait for the next restart, or are refused',
    }),
    AlertAs: Type.Enum(['Refuse', 'Broadcast'], {
      default: 'Refuse',
      meaning: 'handling of alerts, which the game server does not have',
    }),
    BanlistFile: text(
      'banlist.txt of the game server; empty for the one beside the save folder',
      '',
      IN_FILE,
    ),
    Polls: Type.Object(
      {
        PlayersSeconds: number('who is online', 5, [2, 3600], IN_FILE),
        PlayersWhenEmptySeconds: number('who is online, while nobody is', 15, [2, 3600], IN_FILE),
        MetricsSeconds: number('the figures of the server', 10, [2, 3600]),
        InfoSeconds: number('its name and version', 60, [5, 3600]),
        SettingsSeconds: number('its settings', 1800, [30, 86_400]),
        SaveSeconds: number('its save', 5, [0.5, 3600]),
        SettleSeconds: number('how long no file may have changed before the save is read', 0.5, [0.2, 60]),
      },
      { meaning: 'how often it is read, in seconds' },
    ),
    Control: Type.Object({
      Kind: Type.Enum([...CONTROL_KINDS], {
        default: 'Somebody',
        meaning: 'who stops and starts the game server',
        ...IN_FILE,
      }),
      Container: text('the name of its container', '', IN_FILE),
      Socket: text('the socket of the Docker Engine', '/var/run/docker.sock', IN_FILE),
      Stop: texts(
        'a program and its arguments that stop it; no shell reads them. It also runs if Status reports a stopped server',
        [],
        IN_FILE,
      ),
      Start: texts('a program and its arguments that start it', [], IN_FILE),
      Status: texts(
        'a program that says whether it runs: exit code 0 if it does, 3 if it is stopped and nothing restarts it, any other if unknown',
        [],
        IN_FILE,
      ),
      StopTimeoutSeconds: number('how long a stop may take', 90, [5, 3600], IN_FILE),
      StartTimeoutSeconds: number('how long a start may take', 180, [5, 3600], IN_FILE),
    }),
    Maintenance: Type.Object({
      Daily: texts(
        'times of day of this machine at which the countdown begins, such as 05:00',
        [],
        MAINTAIN,
        {
          pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
          description: 'a time of day such as 05:00',
        },
      ),
      EveryHours: number('hours between two restarts; 0 for none', 0, HOURS, MAINTAIN),
      CountdownSeconds: Type.Array(Type.Integer({ minimum: 1, maximum: 3600 }), {
        ...MAINTAIN,
        maxItems: 32,
        default: [900, 600, 300, 180, 60, 30, 10],
        meaning:
          'when players are warned, in seconds before the stop; the largest is how long the countdown takes',
      }),
      Message: text('{time} is replaced by the time left', 'The server restarts in {time}', {
        ...MAINTAIN,
        maxLength: 500,
      }),
      SkipWhilePlayersOnline: flag(
        'whether the schedule skips a restart while players are online',
        false,
        MAINTAIN,
      ),
      RestartWithoutDeliveries: flag(
        'whether the schedule also restarts a server without pending changes',
        true,
        MAINTAIN,
      ),
      DeliverWhenStopped: flag(
        'whether pending changes are delivered whenever the server is found stopped',
        true,
        MAINTAIN,
      ),
    }),
    Backups: Type.Object({
      Folder: text('empty for SaveBackups in the data folder', '', IN_FILE),
      EveryHours: number('hours between two backups; 0 for none but those of a restart', 0, HOURS, {
        permission: makeBackup.permission,
      }),
      KeepDays: number('days that backups are kept', 7, [0], KEPT_DAYS),
      KeepAtLeast: whole('the newest ones that are always kept', 3, [1], KEPT_BACKUPS),
    }),
  },
  { nextStart: true },
);
export type ServerFile = Static<typeof ServerFile>;

/** Whether a data folder is attached to a game server. Throws a ConfigError for an invalid Server.json. */
export function isAttached({ serverFile: file }: { readonly serverFile: string }): boolean {
  return serverFile.read(file).SaveFolder !== '';
}

export const serverFile = settingsFile('Server.json', ServerFile, settingsWithoutEffect);

function settingsWithoutEffect({ SaveFolder, Control, Maintenance }: ServerFile): string[] {
  if (SaveFolder === '' || Control.Kind !== 'Somebody') return [];
  const unused = (['Container', 'Stop', 'Start', 'Status'] as const).filter((key) => Control[key].length > 0);
  const sentences = unused.map((key) => `Control.${key} has no effect while Control.Kind is Somebody`);
  const schedule =
    Maintenance.EveryHours > 0 ? 'EveryHours' : Maintenance.Daily.length > 0 ? 'Daily' : undefined;
  if (schedule === undefined) return sentences;
  const why = 'with Control.Kind Somebody it waits until somebody stops the server; set Docker or Commands';
  return [...sentences, `Maintenance.${schedule} cannot restart anything: ${why}`];
}

/** fleet.json: the fleet of this data folder's world. `palatine … --join` writes it. */
const FleetFile = Type.Object(
  {
    Version: whole('of this file', 1, [1, 1], IN_FILE),
    Servers: texts(
      'the addresses of the broker, such as tls://10.0.0.5:4222',
      [],
      { maxItems: 64, ...IN_FILE },
      { minLength: 1, maxLength: 512 },
    ),
    World: text('the key of the world in its fleet; empty for a world without one', '', {
      pattern: '^([0-9a-f]{32})?$',
      description: '32 hexadecimal digits in lower case, or empty',
      ...IN_FILE,
    }),
    Name: text('of the world, as the fleet shows it', '', { maxLength: 128 }),
    CredentialsFile: text('relative to the data folder', 'fleet.creds', IN_FILE),
    CAFile: text(
      'who signs the certificates of the broker; relative to the data folder, empty for those that Node trusts',
      'fleet-ca.pem',
      IN_FILE,
    ),
    Lists: texts(
      'the shared lists of bans that this world enforces',
      ['main'],
      { maxItems: 32 },
      { minLength: 1, maxLength: 128 },
    ),
    Allow: texts(
      'the permissions that tokens of the fleet have here at most',
      ['*'],
      { maxItems: 256, ...IN_FILE },
      { minLength: 1, maxLength: 512 },
    ),
    TokenGraceHours: number(
      'how long tokens of the fleet count at this world while it is cut off',
      24,
      [0, 8760],
    ),
  },
  { nextStart: true },
);
export type FleetFile = Static<typeof FleetFile>;

/** Without a file, or with an empty World, the world belongs to no fleet. */
export const fleetFile = settingsFile('fleet.json', FleetFile);

/** Fleet settings of a data folder; undefined for a standalone world. Throws a ConfigError. */
export function readFleetFile({ fleetFile: file }: Pick<DataPaths, 'fleetFile'>): FleetFile | undefined {
  const settings = fleetFile.read(file);
  return settings.World === '' ? undefined : settings;
}
