import { basename, dirname, isAbsolute, join } from 'node:path';
import { type Sentence, textSentence } from '@palatine/contract';
import type { DataPaths } from '@palatine/data-dir/data-folder';
import { type ServerFile, serverFile } from '@palatine/data-dir/server-file';
import type { Clock } from '@palatine/platform/clock';
import { ConfigError } from '@palatine/platform/config-error';
import { FILE_BYTES, readTextFile } from '@palatine/platform/read-file';
import { locateSave } from '@palatine/save-tools/save-folder';

export type Attachment = NonNullable<Awaited<ReturnType<typeof readAttachment>>>;

/** The attachment of Server.json; undefined for a standalone service. Throws a ConfigError. */
export async function readAttachment(data: Pick<DataPaths, 'path' | 'serverFile'>, env: NodeJS.ProcessEnv) {
  const settings = serverFile.read(data.serverFile);
  if (settings.SaveFolder === '') return undefined;
  const folder = await locateSave(settings.SaveFolder);
  const { BanlistFile, Rest } = settings;
  return {
    settings,
    folder,
    /** 32 hexadecimal digits in upper case: the name of the folder. */
    worldGuid: basename(folder).toUpperCase(),
    // `SaveGames/0/<world>`: the list is in SaveGames.
    banlistFile: BanlistFile || join(dirname(dirname(folder)), 'banlist.txt'),
    /** Returns the current AdminPassword. Throws a ConfigError without secrets if there is none. */
    password(): string {
      const password = serverPassword(data.path, Rest.PasswordFile, env);
      if (password !== undefined) return password.secret;
      const todo = `set ${PASSWORD_VARIABLE}, or name a file in Rest.PasswordFile`;
      throw new ConfigError(`${serverFile.name}: the password of the game server is unknown: ${todo}`);
    },
  };
}

/** How the game server is stopped and started, from `--control`. */
export type ControlChoice = Pick<ServerFile['Control'], 'Kind'> &
  Partial<Pick<ServerFile['Control'], 'Container' | 'Socket'>>;

export interface AttachOptions {
  /** A world folder or a parent of it; by default it is searched for. */
  readonly save?: string | undefined;
  /** URL of the REST interface; by default from Server.json or the game's settings. */
  readonly restUrl?: string | undefined;
  /** Contains only the AdminPassword. */
  readonly passwordFile?: string | undefined;
  /** Whether to store a password of the environment in the data folder. */
  readonly storePassword?: boolean | undefined;
  readonly control?: ControlChoice | undefined;
  readonly offlineOk?: boolean | undefined;
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: Clock;
}

/** A required or recommended piece. A `missing` one prevents writing Server.json. */
export interface AttachCheck {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'missing';
  readonly found: Sentence;
  /** The remedy; only if the state is not ok. */
  readonly todo?: Sentence;
}

type Said = Sentence | string;

export const ok = (check: string, found: Said): AttachCheck => ({
  check,
  state: 'ok',
  found: textSentence(found),
});
const lacking = (state: 'warning' | 'missing') => (check: string, found: Said, todo: Said) => {
  return { check, state, found: textSentence(found), todo: textSentence(todo) } satisfies AttachCheck;
};
export const warning = lacking('warning');
export const missing = lacking('missing');

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
