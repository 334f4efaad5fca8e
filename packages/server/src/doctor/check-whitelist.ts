import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { configFile } from '../data-folder/config.ts';
import type { DataPaths } from '../data-folder/data-folder.ts';
import { serverFile } from '../data-folder/server-file.ts';
import type { Finding } from './finding.ts';

/** The whitelist of the original, in its own spelling. */
const WHITELIST = 'WhiteList.json';

/** Whether the original's whitelist keeps nobody out, because there is no game server to keep players out of. */
export function checkWhitelist({ config, serverFile: server }: DataPaths): Finding | undefined {
  const attached = Boolean(serverFile.readOver(server).settings?.SaveFolder);
  const used = configFile.readOver(config).given?.useWhitelist === true;
  if (attached || !(used || existsSync(join(dirname(config), WHITELIST)))) return undefined;
  const found = 'nobody is kept out by it: there is no game server beside this service';
  if (!used) return { check: WHITELIST, state: 'ok', found: `${found}, and useWhitelist is not true` };
  const todo = 'palatine attach names the game server; until then ban whom you do not want';
  return { check: WHITELIST, state: 'warn', found, todo };
}
