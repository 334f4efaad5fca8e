import { ConfigError } from '@palatine/platform/config-error';
import { parseJsonFile } from '@palatine/platform/json';
import { readSettingsText, settingsFile } from '@palatine/platform/settings-file';
import Type, { type Static } from 'typebox';

const Ids = Type.Array(Type.String({ maxLength: 256 }), { maxItems: 100_000, default: [] });

/** AllowList.json: players allowed on the game server. */
const WhitelistFile = Type.Object({
  Enabled: Type.Boolean({ default: false }),
  DryRun: Type.Boolean({ default: false }),
  /** UserIds, PlayerUIDs, addresses or masked ranges. While empty, nobody is kicked. */
  Players: Ids,
  /** Likewise; administrators exempt from the whitelist and from address bans. */
  Grace: Ids,
  Message: Type.String({ maxLength: 500, default: 'You are not on the whitelist of this server.' }),
});
export type WhitelistFile = Static<typeof WhitelistFile>;

export const whitelistFile = settingsFile('AllowList.json', WhitelistFile);

export const ORIGINAL_WHITELIST = 'WhiteList.json';

/** Reads the entries of a WhiteList.json, of any type; a missing file lists nobody. Throws a ConfigError. */
export function readOriginalWhitelist(file: string): unknown[] {
  const text = readSettingsText(ORIGINAL_WHITELIST, file);
  const list: unknown = parseJsonFile(ORIGINAL_WHITELIST, text ?? '[]');
  if (Array.isArray(list)) return list;
  throw new ConfigError(
    `${ORIGINAL_WHITELIST}: must be a list of UserIds, addresses and ranges; our own whitelist is ${whitelistFile.name}`,
  );
}
