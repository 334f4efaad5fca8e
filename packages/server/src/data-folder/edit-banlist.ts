import { userInfo } from 'node:os';
import { type Banlist, type Issuer, isUserId } from '@palatine/contract';
import {
  banAddress,
  banUser,
  canonicalAddress,
  timestampAt,
  unbanAddress,
  unbanUser,
  World,
} from '@palatine/world';
import { emptyBanlist, parseBanlist, writeBanlist } from './banlist-file.ts';
import { ConfigError } from './config-error.ts';
import { readTextFile } from './read-json.ts';

/** Whom a ban is about: a user, or everybody from an address. */
export type Banned = { userId: string } | { ip: string };

/** Reads what was typed; throws an OperatorFault for what is neither. */
export function parseBanTarget(typed: string): Banned {
  const ip = typed.includes('%') ? undefined : canonicalAddress(typed);
  if (ip !== undefined) return { ip };
  if (isUserId(typed)) return { userId: typed };
  throw new ConfigError(
    `"${typed}" is neither a UserId (such as steam_76561198000000000) nor an IPv4 or IPv6 address`,
  );
}

/** Reads the list, changes it and writes it; anew where a server has written it meanwhile. */
export function editBanlist(file: string, bannedMessage: string, change: (list: Banlist) => Banlist): void {
  for (;;) {
    const text = readTextFile(file);
    const changed = change(text === undefined ? emptyBanlist(bannedMessage) : parseBanlist(text));
    if (readTextFile(file) !== text) continue;
    writeBanlist(file, changed);
    return;
  }
}

/** A ban of the console's, as the world would make it of a request. */
export function withBan(list: Banlist, banned: Banned, reason: string | undefined, nowMs: number): Banlist {
  return edited(list, (world) => {
    const by = consoleIssuer(reason, 'Banned by an administrator', nowMs);
    if ('ip' in banned) banAddress(world, banned.ip, by);
    else banUser(world, banned.userId, by);
  });
}

/** Lifts an active ban; throws an OperatorFault where there is none. */
export function withoutBan(
  list: Banlist,
  banned: Banned,
  reason: string | undefined,
  nowMs: number,
): Banlist {
  return edited(list, (world) => {
    const by = consoleIssuer(reason, 'Unbanned by an administrator', nowMs);
    const [whom, lifted] =
      'ip' in banned
        ? [banned.ip, unbanAddress(world, banned.ip, by)]
        : [banned.userId, unbanUser(world, banned.userId, by)];
    if (!lifted) throw new ConfigError(`no active ban stands against ${whom}`);
  });
}

/** The bans of a list, changed by the rules of the world: what the two make of a ban is the same. */
function edited(list: Banlist, change: (world: World) => void): Banlist {
  const world = new World({ name: '', origin: 'demo', createdAtMs: 0, seed: 0 });
  for (const ban of list.UserEntries) world.userBans.restore(ban.UserId, ban);
  for (const ban of list.IPEntries) world.ipBans.restore(ban.IP, ban);
  change(world);
  return { ...list, UserEntries: [...world.userBans.values()], IPEntries: [...world.ipBans.values()] };
}

function consoleIssuer(reason: string | undefined, otherwise: string, nowMs: number): Issuer {
  return {
    Type: 'console',
    NameValue: loginName(),
    IP: '',
    Reason: reason?.trim() ? reason : otherwise,
    Timestamp: timestampAt(nowMs),
  };
}

function loginName(): string {
  try {
    return userInfo().username;
  } catch {
    return ''; // a container's user need not have a name
  }
}
