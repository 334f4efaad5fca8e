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
    SaveFolder: text('', IN_FILE),
    Rest: Type.Object({
      Url: text('http://127.0.0.1:8212', IN_FILE),
      PasswordFile: text('', IN_FILE),
      AllowPublicAddress: flag(false, IN_FILE),
    }),
    Deliveries: Type.Enum(['Queue', 'Refuse'], { default: 'Queue' }),
    AlertAs: Type.Enum(['Refuse', 'Broadcast'], { default: 'Refuse' }),
    BanlistFile: text('', IN_FILE),
    Polls: Type.Object({
      PlayersSeconds: number(5, [2, 3600], IN_FILE),
      PlayersWhenEmptySeconds: number(15, [2, 3600], IN_FILE),
      MetricsSeconds: number(10, [2, 3600]),
      InfoSeconds: number(60, [5, 3600]),
      SettingsSeconds: number(1800, [30, 86_400]),
      SaveSeconds: number(5, [0.5, 3600]),
      SettleSeconds: number(0.5, [0.2, 60]),
    }),
    Control: Type.Object({
      Kind: Type.Enum([...CONTROL_KINDS], { default: 'Somebody', ...IN_FILE }),
      Container: text('', IN_FILE),
      Socket: text('/var/run/docker.sock', IN_FILE),
      Stop: texts([], IN_FILE),
      Start: texts([], IN_FILE),
      Status: texts([], IN_FILE),
      StopTimeoutSeconds: number(90, [5, 3600], IN_FILE),
      StartTimeoutSeconds: number(180, [5, 3600], IN_FILE),
    }),
    Maintenance: Type.Object({
      Daily: texts([], MAINTAIN, {
        pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
        description: 'a time of day such as 05:00',
      }),
      EveryHours: number(0, HOURS, MAINTAIN),
      CountdownSeconds: Type.Array(Type.Integer({ minimum: 1, maximum: 3600 }), {
        ...MAINTAIN,
        maxItems: 32,
        default: [900, 600, 300, 180, 60, 30, 10],
      }),
      Message: text('The server restarts in {time}', { ...MAINTAIN, maxLength: 500 }),
      SkipWhilePlayersOnline: flag(false, MAINTAIN),
      RestartWithoutDeliveries: flag(true, MAINTAIN),
      DeliverWhenStopped: flag(true, MAINTAIN),
    }),
    Backups: Type.Object({
      Folder: text('', IN_FILE),
      EveryHours: number(0, HOURS, { permission: makeBackup.permission }),
      KeepDays: number(7, [0], KEPT_DAYS),
      KeepAtLeast: whole(3, [1], KEPT_BACKUPS),
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
    Version: whole(1, [1, 1], IN_FILE),
    Servers: texts([], { maxItems: 64, ...IN_FILE }, { minLength: 1, maxLength: 512 }),
    World: text('', {
      pattern: '^([0-9a-f]{32})?$',
      description: '32 hexadecimal digits in lower case, or empty',
      ...IN_FILE,
    }),
    Name: text('', { maxLength: 128 }),
    CredentialsFile: text('fleet.creds', IN_FILE),
    CAFile: text('fleet-ca.pem', IN_FILE),
    Lists: texts(['main'], { maxItems: 32 }, { minLength: 1, maxLength: 128 }),
    Allow: texts(['*'], { maxItems: 256, ...IN_FILE }, { minLength: 1, maxLength: 512 }),
    TokenGraceHours: number(24, [0, 8760]),
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
