import { CONTROL_KINDS, makeBackup, startMaintenance } from '@palatine/contract';
import { settingsFile } from '@palatine/platform/settings-file';
import Type, { type Static } from 'typebox';
import { KEPT_BACKUPS, KEPT_DAYS } from './config.ts';
import { flag, IN_FILE, number, text, texts, whole } from './setting-shapes.ts';

/** Range of hours between two events; 0 for none. */
const HOURS = [0, 8760] as const;

/** The permission that a request needs for what the schedule does to the game server. */
const MAINTAIN = { permission: startMaintenance.permission } as const;

/** Server.json: the game server of this service. A data folder with a SaveFolder is attached. */
const ServerFile = Type.Object(
  {
    SaveFolder: text('the world folder, with Level.sav in it; empty for a standalone service', '', IN_FILE),
    Rest: Type.Object({
      Url: text('of the REST interface of the game server', 'http://127.0.0.1:8212', IN_FILE),
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
      meaning: 'whether grants wait for the next maintenance, or are refused',
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
      Socket: text('of the Docker Engine', '/var/run/docker.sock', IN_FILE),
      Stop: texts(
        'a program and its arguments that stop it; no shell reads them. It also runs if Status reports a stopped server',
        [],
        IN_FILE,
      ),
      Start: texts('likewise to start it', [], IN_FILE),
      Status: texts(
        'likewise to ask whether it runs: exit code 0 if it does, 3 if it is stopped and nothing restarts it, any other if unknown',
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
      EveryHours: number('hours between two maintenances; 0 for none', 0, HOURS, MAINTAIN),
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
      SkipWhilePlayersOnline: flag('whether the schedule waits while somebody plays', false, MAINTAIN),
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
      EveryHours: number('hours between two backups; 0 for none but those of a maintenance', 0, HOURS, {
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
