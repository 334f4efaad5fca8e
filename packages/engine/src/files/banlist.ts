import { userInfo } from 'node:os';
import { type Banlist, type Issuer, LIMITS, parseGuid, parseUserId } from '@palatine/contract';
import { banlistFault, banlistOf, evictLiftedBans } from '@palatine/data-dir/banlist-file';
import { isUnspecifiedAddress, parseAddressRange } from '@palatine/platform/address';
import { ConfigError, orElse } from '@palatine/platform/config-error';
import { runJob } from '@palatine/platform/run-job';
import { banAddress, banUser, timestampAt, unbanAddress, unbanUser } from '@palatine/world/bans';
import { World } from '@palatine/world/world';

/** Target of a ban: a user, or a canonical address or masked range. */
export type BanTarget = { userId: string } | { ip: string };

/** Parses a UserId, an address or a range, in any spelling. Throws a ConfigError for anything else. */
export function parseBanTarget(typed: string): BanTarget {
  const ip = typed.includes('%') ? undefined : parseAddressRange(typed)?.text;
  if (ip !== undefined) return { ip };
  const userId = parseUserId(typed);
  if (userId !== undefined) return { userId };
  const uid = parseGuid(typed);
  if (uid !== undefined) {
    throw new ConfigError(
      `${uid} is a PlayerUID, and Banlist.json holds UserIds and addresses: a running server bans and unbans it (POST /v1/pdapi/ban/${uid}, /unban/${uid})`,
    );
  }
  throw new ConfigError(
    `"${typed}" is neither a UserId (such as steam_76561198000000000) nor an IPv4 or IPv6 address`,
  );
}

/** Changes a ban by the rules of the world, as a request would, with the console as the issuer. */
export type BanEdit = (
  list: Banlist,
  target: BanTarget,
  reason: string | undefined,
  nowMs: number,
) => Banlist;

/** Bans a target. Throws a ConfigError for an unspecified address. */
export const withBan: BanEdit = (list, target, reason, nowMs) => {
  if ('ip' in target && isUnspecifiedAddress(target.ip)) {
    throw new ConfigError(`${target.ip} is not the address of a player`);
  }
  return changedInWorld(list, (world) => {
    const by = consoleIssuer(reason, 'Banned by an administrator', nowMs);
    if ('ip' in target) banAddress(world, target.ip, by);
    else banUser(world, target.userId, by);
  });
};

/** Lifts an active ban. Throws a ConfigError if there is none. */
export const withoutBan: BanEdit = (list, target, reason, nowMs) =>
  changedInWorld(list, (world) => {
    const by = consoleIssuer(reason, 'Unbanned by an administrator', nowMs);
    const [name, lifted] =
      'ip' in target
        ? [target.ip, unbanAddress(world, target.ip, by)]
        : [target.userId, unbanUser(world, target.userId, by)];
    if (!lifted) throw new ConfigError(`no active ban of ${name}`);
  });

/** Changes the bans of a list with the functions of the world, so that both create the same entries. */
function changedInWorld(list: Banlist, change: (world: World) => void): Banlist {
  const world = new World({ name: '', origin: 'demo', createdAtMs: 0, seed: 0 });
  for (const ban of list.UserEntries) world.userBans.restore(ban.UserId, ban);
  for (const ban of list.IPEntries) world.ipBans.restore(ban.IP, ban);
  change(world);
  const full = evictLiftedBans(world, list);
  if (full !== undefined) throw new ConfigError(full);
  return banlistOf(world, list);
}

function consoleIssuer(reason: string | undefined, defaultReason: string, nowMs: number): Issuer {
  if (reason !== undefined && reason.length > LIMITS.reasonChars) {
    throw new ConfigError(`the reason is longer than ${LIMITS.reasonChars} characters`);
  }
  return {
    Type: 'console',
    NameValue: orElse('', () => userInfo().username), // a container's user need not have a name
    IP: '',
    Reason: reason?.trim() ? reason : defaultReason,
    Timestamp: timestampAt(nowMs),
  };
}

/** A Banlist.json, or why it is invalid. */
export type BanlistParts =
  | {
      readonly digest: string;
      readonly head: Banlist;
      /** As of `parseEntries`. */
      readonly problems: readonly string[];
      /** Lists with some of the entries each, as JSON. */
      readonly parts: readonly string[];
    }
  | { readonly fault: string };

/** Reads a Banlist.json in a thread. Undefined for a missing file; rejects for one that cannot be read. */
export function readInThread(file: string): Promise<BanlistParts | undefined> {
  return runJob(new URL('./banlist-job.ts', import.meta.url), file, { name: 'the ban list' });
}

/** Why Banlist.json is invalid; '' for a valid one. Rejects for one that cannot be read. */
export async function faultOfBanlist(file: string): Promise<string> {
  const read = (await readInThread(file)) ?? { problems: [] };
  if ('fault' in read) return read.fault;
  return read.problems.length > 0 ? banlistFault(read.problems) : '';
}
