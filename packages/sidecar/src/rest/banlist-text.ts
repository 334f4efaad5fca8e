import { isUserId, type UserId } from '@palatine/contract';

/** Platforms that were seen, and those that other tools expect. */
const PLATFORM = '(?:steam|gdk|ps5|mac|xsx|xbl|xbox|psn|eos)_';
/** The lengths of the account ids that were seen: they tell entries apart that run into one another. */
const EXACT = 'steam_\\d{17}|gdk_\\d{16}|ps5_\\d{19}';
const ENTRY = new RegExp(
  `${EXACT}|${PLATFORM}[A-Za-z0-9]+?(?=${PLATFORM}|[^A-Za-z0-9]|$)|(?<![A-Za-z0-9_])[a-z][a-z0-9]{0,31}_[A-Za-z0-9]+`,
  'g',
);
/** A SteamID without its platform, as in lists of before the crossplay ids. */
const BARE_STEAM_ID = /(?<![A-Za-z0-9_])7656119\d{10}(?![A-Za-z0-9])/g;

/**
 * Reads the game's banlist.txt: `steam_<id>,<32 hexadecimal digits>` on each line. Those digits are not the
 * PlayerUID, and are skipped. Takes lists that people have made, too: comments after `#`, ids alone, everything on one
 * line. A line that an unban has blanked bans nobody.
 */
export function parseBanlistText(text: string): Set<UserId> {
  const entries = text.replace(/#.*|^\s*(?:;|\/\/).*/gm, '');
  const bare = Array.from(entries.matchAll(BARE_STEAM_ID), ([id]) => `steam_${id}`);
  return new Set([...Array.from(entries.matchAll(ENTRY), ([id]) => id), ...bare].filter(isUserId));
}
