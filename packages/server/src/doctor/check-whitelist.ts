import { existsSync } from 'node:fs';
import { whitelistOf } from '../attached/whitelist.ts';
import { configFile } from '../data-folder/config.ts';
import type { DataPaths } from '../data-folder/data-folder.ts';
import { serverFile } from '../data-folder/server-file.ts';
import { ORIGINAL_WHITELIST, readOriginalWhitelist, whitelistFile } from '../data-folder/whitelist-file.ts';
import { checkSettingsFile, reasonOf } from './check-settings.ts';
import type { Finding } from './finding.ts';

/** AllowList.json, and its entries that name nobody. */
export function checkAllowList({ allowList }: DataPaths): Finding | undefined {
  if (!existsSync(allowList)) return undefined;
  const finding = checkSettingsFile(whitelistFile, allowList, () => void whitelistFile.read(allowList));
  if (finding.state !== 'ok') return finding;
  const { problems } = whitelistOf({ ...whitelistFile.read(allowList), Enabled: true });
  return problems.length === 0 ? finding : unreadEntries(whitelistFile.name, problems, allowList);
}

/** WhiteList.json of the original, and whether it keeps nobody out, for want of a game server to keep players out of. */
export function checkWhitelist(data: DataPaths): Finding | undefined {
  const { config, originalWhitelist: file } = data;
  const attached = Boolean(serverFile.readOver(data.serverFile).settings?.SaveFolder);
  const used = configFile.readOver(config).given?.useWhitelist === true;
  if (!used && !existsSync(file)) return undefined;
  const check = ORIGINAL_WHITELIST;
  try {
    const original = { players: readOriginalWhitelist(file), message: '' };
    const off = { ...whitelistFile.defaults, Enabled: false };
    const { problems } = whitelistOf(off, [], original);
    if (problems.length > 0) return unreadEntries(check, problems, file);
  } catch (error) {
    const found = reasonOf(error, check);
    return { check, state: 'fail', found, todo: `mend ${file}, or set useWhitelist to false` };
  }
  if (attached) {
    return { check, state: 'ok', found: used ? 'in force' : 'not in force: useWhitelist is not true' };
  }
  const found =
    'nobody is kept out by it, whatever useWhitelist says: there is no game server beside this service';
  if (!used) return { check, state: 'ok', found };
  const todo = 'palatine attach names the game server; until then ban whom you do not want';
  return { check, state: 'warn', found, todo };
}

function unreadEntries(check: string, problems: readonly string[], file: string): Finding {
  const found = problems.map((text) => text.slice(check.length + 2)).join('; ');
  return { check, state: 'warn', found, todo: `correct them in ${file}` };
}
