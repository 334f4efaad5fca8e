import { type Guid, parseGuid, parseWrittenUserId, type UserId } from '@palatine/contract';
import { ORIGINAL_WHITELIST, type WhitelistFile, whitelistFile } from '@palatine/data-dir/banlist-file';
import { type AddressRange, canonicalAddress, parseAddressRange } from '@palatine/platform/address';
import { shownValue } from '@palatine/platform/file-schema';
import type { BannedPlayer, Roster, RosterPlayer } from '@palatine/world/roster';
import { isLoading } from './kicking.ts';

/** AllowList.json and PalDefender's WhiteList.json, parsed. */
export type Whitelist = ReturnType<typeof whitelistOf>;

type Listed = ReturnType<typeof listed>;

/** Users allowed by lists of a fleet, besides the files; `Unknown` until they have been read. */
export type FleetAllowed = readonly UserId[] | 'Unknown';

export interface OriginalWhitelist {
  readonly players: readonly unknown[];
  readonly message: string;
}

/** While the users allowed by the fleet are unknown, the whitelist is off: it would keep them out. */
export function whitelistOf(
  { Enabled, DryRun, Players, Grace, Message }: WhitelistFile,
  allowed: FleetAllowed = [],
  original?: OriginalWhitelist,
) {
  const problems: string[] = [];
  const ours = entriesOf(whitelistFile.name, Enabled ? Players : [], problems);
  const theirs = entriesOf(ORIGINAL_WHITELIST, original?.players ?? [], problems);
  const fleet = allowed === 'Unknown' ? [] : allowed;
  const isEmpty = ours.length + theirs.length + fleet.length + problems.length === 0;
  const grace = entriesOf(whitelistFile.name, Grace, problems);
  const isOn = Enabled || original !== undefined;
  return {
    enabled: isOn && allowed !== 'Unknown',
    /** Whether no player is kicked, only reported. */
    dryRun: Enabled && DryRun,
    /** Whether no player is listed, not even by an entry that cannot be read: then none is kicked. */
    isEmpty,
    message: (Enabled ? Message : original?.message) || Message,
    players: listed([...ours, ...theirs, ...fleet]),
    grace: listed(grace),
    /** Whether a PlayerUID is among them: then a UserId alone does not identify a player. */
    namesUids: [...ours, ...theirs, ...grace].some(
      (id) => typeof id === 'string' && parseGuid(id) !== undefined,
    ),
    problems: isOn ? problems : [],
  };
}

/** Players not on the whitelist; none while it is off or empty. Without a known PlayerUID only if the file has none. */
export function unlistedPlayers(whitelist: Whitelist, { players }: Pick<Roster, 'players'>): RosterPlayer[] {
  const { enabled, isEmpty, namesUids } = whitelist;
  if (!enabled || isEmpty) return [];
  return players.filter((player) => {
    const isUnsure = namesUids && player.uid === undefined && isLoading(player);
    return !isUnsure && !names(whitelist.players, player) && !names(whitelist.grace, player);
  });
}

/** Removes players with grace from a ban of their address. A ban of the player applies. */
export function withoutGrace(
  { grace }: Whitelist,
  banned: readonly BannedPlayer[],
  { players }: Pick<Roster, 'players'>,
): BannedPlayer[] {
  const addresses = new Map(players.map(({ userId, ip }) => [userId, ip]));
  return banned.filter((player) => {
    return player.cause !== 'address' || !names(grace, { ...player, ip: addresses.get(player.userId) ?? '' });
  });
}

function names(
  { ids, ranges }: Listed,
  { userId, uid, ip }: { userId: UserId; uid?: Guid | undefined; ip: string },
): boolean {
  const has = (id: string | undefined) => id !== undefined && ids.has(id);
  return has(userId) || has(uid) || has(canonicalAddress(ip)) || ranges.some((range) => range.contains(ip));
}

function listed(entries: readonly (string | AddressRange)[]) {
  return {
    /** Canonical UserIds, PlayerUIDs and addresses. */
    ids: new Set(entries.filter((entry) => typeof entry === 'string')),
    ranges: entries.filter((entry) => typeof entry !== 'string'),
  };
}

/** Parses the entries of a file. Reports invalid ones, and skips blank ones. */
function entriesOf(file: string, written: readonly unknown[], problems: string[]): (string | AddressRange)[] {
  return written.flatMap((text) => {
    if (typeof text === 'string' && text.trim() === '') return [];
    // The last digits of a SteamID64 without quotes are lost.
    const entry = typeof text === 'string' ? parseEntry(text.trim()) : undefined;
    if (entry !== undefined) return entry;
    problems.push(
      `${file}: ${shownValue(text)} is not a UserId, PlayerUID, address or range; the other entries apply`,
    );
    return [];
  });
}

/** The game prints only the first eight digits of a PlayerUID if the others are 0. */
const SHORT_UID = /^[0-9a-f]{8}$/i;

/** Parses a UserId, a PlayerUID, an address or a range. */
export function parseEntry(text: string): string | AddressRange | undefined {
  const id = parseWrittenUserId(text) ?? parseGuid(SHORT_UID.test(text) ? text.padEnd(32, '0') : text);
  if (id !== undefined) return id;
  const range = parseAddressRange(text);
  return range?.text.includes('/') === false ? range.text : range;
}
