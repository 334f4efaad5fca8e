import { basename, dirname, join } from 'node:path';
import type { DataPaths } from '@palatine/data-dir/data-folder';
import { type ServerFile, serverFile } from '@palatine/data-dir/server-file';
import { ConfigError } from '@palatine/platform/config-error';
import { locateSave } from '@palatine/save-tools/locate-save';
import { PASSWORD_VARIABLE, serverPassword } from './attach/attach-password.ts';

export interface Attachment {
  readonly settings: ServerFile;
  readonly folder: string;
  /** 32 hexadecimal digits in upper case: the name of the folder. */
  readonly worldGuid: string;
  readonly banlistFile: string;
  /** The present AdminPassword. Throws a ConfigError, without a secret, if there is none. */
  readonly password: () => string;
}

/** The attachment of Server.json; undefined for a standalone service. Throws a ConfigError. */
export async function readAttachment(
  data: Pick<DataPaths, 'path' | 'serverFile'>,
  env: NodeJS.ProcessEnv,
): Promise<Attachment | undefined> {
  const settings = serverFile.read(data.serverFile);
  if (settings.SaveFolder === '') return undefined;
  const folder = await locateSave(settings.SaveFolder);
  const { BanlistFile, Rest } = settings;
  return {
    settings,
    folder,
    worldGuid: basename(folder).toUpperCase(),
    // `SaveGames/0/<world>`: the list is in SaveGames.
    banlistFile: BanlistFile || join(dirname(dirname(folder)), 'banlist.txt'),
    password: () => passwordOf(data.path, Rest.PasswordFile, env),
  };
}

function passwordOf(data: string, passwordFile: string, env: NodeJS.ProcessEnv): string {
  const password = serverPassword(data, passwordFile, env);
  if (password !== undefined) return password.secret;
  throw new ConfigError(
    `${serverFile.name}: the password of the game server is unknown: set ${PASSWORD_VARIABLE}, or name a file in Rest.PasswordFile`,
  );
}
