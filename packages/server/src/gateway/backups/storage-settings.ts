import { join, resolve } from 'node:path';
import Type, { type Static } from 'typebox';
import { ConfigError } from '../../data-folder/config-error.ts';
import { FILE_BYTES, readTextFile } from '../../data-folder/read-file.ts';

const Text = (meaning: string, pattern?: string) =>
  Type.String({ meaning, readOnly: true, ...(pattern === undefined ? {} : { pattern }) });

/** The part of the settings of a gateway that says where backups of worlds go. */
export const BackupStorage = Type.Object(
  {
    Endpoint: Text(
      'the S3 service, such as https://s3.eu-central-1.amazonaws.com; empty for no backups of the fleet',
      '^(https?://[A-Za-z0-9.:\\[\\]-]+/?)?$',
    ),
    Region: Text('of the bucket; many services of other makers take us-east-1', '^[a-z0-9-]{1,64}$'),
    Bucket: Text('its name', '^([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])?$'),
    Prefix: Text(
      'the beginning of all keys; everything below it belongs to this fleet',
      '^[A-Za-z0-9_-]{1,64}(/[A-Za-z0-9_-]{1,64}){0,7}$',
    ),
    AccessKeyFile: Text('holds the access key id and nothing else; relative to the folder of the gateway'),
    SecretKeyFile: Text('likewise the secret access key'),
    PathStyle: Type.Boolean({
      meaning:
        'whether the bucket is a part of the path and not of the host, as most services but Amazon want it',
      readOnly: true,
    }),
    AllowPlainHttp: Type.Boolean({
      meaning:
        'whether Endpoint may be http outside this machine: backups, with token files in them, then cross the network readable',
      readOnly: true,
    }),
    KeepDays: Type.Number({ minimum: 0, meaning: 'days that backups are kept; 0 keeps all for ever' }),
    KeepAtLeast: Type.Integer({
      minimum: 1,
      meaning: 'so many of the newest of each world stay, however old',
    }),
  },
  { meaning: 'where backups of worlds go' },
);
export type BackupStorage = Static<typeof BackupStorage>;

export const DEFAULT_BACKUP_STORAGE: BackupStorage = {
  Endpoint: '',
  Region: 'us-east-1',
  Bucket: '',
  Prefix: 'palatine',
  AccessKeyFile: 's3-access-key',
  SecretKeyFile: 's3-secret-key',
  PathStyle: true,
  AllowPlainHttp: false,
  KeepDays: 0,
  KeepAtLeast: 3,
};

/** What requests to the storage are signed with. No world ever has it. */
export interface StorageKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The settings of a storage in use, with its keys. */
export interface Storage {
  readonly settings: BackupStorage;
  readonly keys: StorageKeys;
}

/** Reads the keys of the storage that the settings name; undefined where they name none. Throws a ConfigError. */
export function openStorage(folder: string, settings: BackupStorage): Storage | undefined {
  if (settings.Endpoint === '') return undefined;
  if (settings.Bucket === '')
    throw new ConfigError('Backups.Bucket is empty, though Backups.Endpoint is not');
  assertSafeEndpoint(settings);
  const accessKeyId = readKey(folder, settings.AccessKeyFile);
  const secretAccessKey = readKey(folder, settings.SecretKeyFile);
  return { settings, keys: { accessKeyId, secretAccessKey } };
}

const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/;

function assertSafeEndpoint({ Endpoint, AllowPlainHttp }: BackupStorage): void {
  if (!URL.canParse(Endpoint)) throw new ConfigError('Backups.Endpoint is no address');
  const { protocol, hostname } = new URL(Endpoint);
  if (protocol === 'https:' || AllowPlainHttp || THIS_MACHINE.test(hostname)) return;
  throw new ConfigError(
    'Backups.Endpoint is http outside this machine: use https, or confirm it with "AllowPlainHttp": true',
  );
}

/** Throws a ConfigError that names the file, and never what is in it. */
function readKey(folder: string, name: string): string {
  const file = resolve(join(folder, '.'), name);
  const key = readTextFile(file, FILE_BYTES.token)?.trim();
  if (key === undefined)
    throw new ConfigError(`${file} is missing: it holds a key of the storage for backups`);
  if (!/^[!-~]+$/.test(key)) throw new ConfigError(`${file} does not hold one key and nothing else`);
  return key;
}
