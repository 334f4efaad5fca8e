import { isAbsolute, join } from 'node:path';
import { ConfigError, UsageError } from '@palatine/platform/config-error';
import { FILE_BYTES, readTextFile } from '@palatine/platform/read-file';

/** The variable with the AdminPassword; it overrides the file in Server.json. */
export const PASSWORD_VARIABLE = 'PALATINE_SERVER_PASSWORD';

/** The password file of `--store-password` in the data folder. */
export const STORED_PASSWORD = 'server-password';

export interface ServerPassword {
  readonly secret: string;
  readonly from: 'file' | 'environment';
  /** As in Server.json; '' for the environment. */
  readonly passwordFile: string;
  /** The file it was read from; undefined for the environment. */
  readonly file: string | undefined;
}

/** AdminPassword from the environment or the file in Server.json; undefined without. A ConfigError does not show it. */
export function serverPassword(
  dataFolder: string,
  passwordFile: string,
  environment: NodeJS.ProcessEnv,
): ServerPassword | undefined {
  const set = environment[PASSWORD_VARIABLE];
  if (set !== undefined && set !== '')
    return { secret: set, from: 'environment', passwordFile, file: undefined };
  if (passwordFile === '') return undefined;
  const file = isAbsolute(passwordFile) ? passwordFile : join(dataFolder, passwordFile);
  return { secret: readPasswordFile(file), from: 'file', passwordFile, file };
}

/** The only line of a password file. Throws a ConfigError without the password. */
export function readPasswordFile(file: string): string {
  const text = readTextFile(file, FILE_BYTES.token);
  if (text === undefined) throw new ConfigError(`there is no password file ${file}`);
  const secret = text.replace(/^\uFEFF/, '').replace(/\r?\n$/, '');
  if (secret === '')
    throw new ConfigError(`${file} is empty: it must hold the AdminPassword of the game server`);
  if (/[\r\n\0]/.test(secret)) {
    throw new ConfigError(
      `${file} must hold the AdminPassword of the game server on one line, and nothing else`,
    );
  }
  return secret;
}

/** Throws a UsageError for two sources of a password: the wrong one might win. */
export function assertOnePassword(passwordFile: string | undefined, environment: NodeJS.ProcessEnv): void {
  if (passwordFile === undefined || (environment[PASSWORD_VARIABLE] ?? '') === '') return;
  throw new UsageError(
    `${PASSWORD_VARIABLE} is set, and wins over --password-file: unset it, or leave the flag out`,
  );
}
