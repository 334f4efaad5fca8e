import { isAbsolute, join } from 'node:path';
import { ConfigError, UsageError } from '@palatine/platform/config-error';
import { FILE_BYTES, readTextFile } from '@palatine/platform/read-file';

/** The variable with the AdminPassword of the game server; it wins over the file that Server.json names. */
export const PASSWORD_VARIABLE = 'PALATINE_SERVER_PASSWORD';

/** The password file that `--store-password` writes into the data folder. */
export const STORED_PASSWORD = 'server-password';

export interface ServerPassword {
  readonly secret: string;
  readonly from: 'file' | 'environment';
  /** As Server.json names it; '' for the environment. */
  readonly passwordFile: string;
  /** The file that was read; undefined for the environment. */
  readonly file: string | undefined;
}

/**
 * The AdminPassword of the game server: from the environment, else from the file that Server.json names, relative to
 * the data folder. Undefined when there is neither. Throws a ConfigError, without the password in it, for a file that
 * cannot be the one.
 */
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

/** The one line of a password file, without its line break. Throws a ConfigError that does not hold the password. */
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

/** Throws a UsageError when two places name a password: the one that was meant might not be the one that counts. */
export function assertOnePassword(passwordFile: string | undefined, environment: NodeJS.ProcessEnv): void {
  if (passwordFile === undefined || (environment[PASSWORD_VARIABLE] ?? '') === '') return;
  throw new UsageError(
    `${PASSWORD_VARIABLE} is set, and wins over --password-file: unset it, or leave the flag out`,
  );
}

/** What images and guides for servers publish as an example, and what people try first. */
const PUBLISHED = new Set([
  'adminpasswordhere',
  'admindocker',
  'docker',
  'worldofpals',
  'serverpasswordhere',
  'admin',
  'adminpassword',
  'password',
  'changeme',
  '123456',
]);

/** Whether anybody can know the password: from the documents of an image, or by trying. */
export function isPublishedPassword(secret: string): boolean {
  return PUBLISHED.has(secret.trim().toLowerCase());
}
