import { parseGuid, type UserId } from '@palatine/contract';
import type { Roster, RosterPlayer, UnwelcomePlayer } from '@palatine/world';
import type { WhitelistFile } from '../data-folder/whitelist-file.ts';
import { isLoading } from './enforcement.ts';

/** Whitelist.json, ready to be asked. */
export interface Whitelist {
  readonly enabled: boolean;
  readonly dryRun: boolean;
  readonly message: string;
  /** The UserIds that the file names, and the PlayerUIDs as the service prints them. */
  readonly players: ReadonlySet<string>;
  readonly grace: ReadonlySet<string>;
  /** Whether a PlayerUID is among `players` or `grace`: then nobody can be told by the UserId alone. */
  readonly namesUids: boolean;
}

/** Whom lists of a fleet allow to play, besides Whitelist.json; `Unknown` until they have been read. */
export type FleetAllowed = readonly UserId[] | 'Unknown';

/** While it is unknown whom the fleet allows, the whitelist is off: it would keep out those who may play. */
export function whitelistOf(
  { Enabled, DryRun, Players, Grace, Message }: WhitelistFile,
  allowed: FleetAllowed = [],
): Whitelist {
  const players = idsOf([...Players, ...(allowed === 'Unknown' ? [] : allowed)]);
  const grace = idsOf(Grace);
  return {
    enabled: Enabled && allowed !== 'Unknown',
    dryRun: DryRun,
    message: Message,
    players,
    grace,
    namesUids: [...players, ...grace].some((id) => parseGuid(id) !== undefined),
  };
}

/**
 * Who of a roster is not on the whitelist; nobody while it is off, or lists nobody. Somebody whose PlayerUID is not known
 * yet counts only where the file names no PlayerUIDs.
 */
export function unlistedPlayers(whitelist: Whitelist, { players }: Pick<Roster, 'players'>): RosterPlayer[] {
  const { enabled, namesUids } = whitelist;
  if (!enabled || whitelist.players.size === 0) return [];
  return players.filter((player) => {
    const isUnsure = namesUids && player.uid === undefined && isLoading(player);
    return !isUnsure && !names(whitelist.players, player) && !names(whitelist.grace, player);
  });
}

/** Without those who have grace from a ban of their address. A ban that names them counts. */
export function withoutGrace({ grace }: Whitelist, banned: readonly UnwelcomePlayer[]): UnwelcomePlayer[] {
  return banned.filter((player) => player.cause !== 'address' || !names(grace, player));
}

function names(
  ids: ReadonlySet<string>,
  { userId, uid }: { userId: UserId; uid?: string | undefined },
): boolean {
  return ids.has(userId) || (uid !== undefined && ids.has(uid));
}

function idsOf(texts: readonly string[]): Set<string> {
  const ids = texts.map((text) => text.trim()).filter((text) => text !== '');
  return new Set(ids.map((text) => parseGuid(text) ?? text));
}
