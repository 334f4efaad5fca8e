import { type IPBan, type Issuer, isUserId, LIMITS, type UserBan } from '@palatine/contract';
import { type BanProposal, type ListSubject, offerKey } from '@palatine/fleet';
import { canonicalAddress, type World } from '@palatine/world';

const NAME_CHARS = 256;
/** The latest time that an ISO text of four digits for the year can tell. */
const LAST_MS = Date.UTC(9999, 11, 31);

/** What a world offers of its bans, by the key of each: those that it has given itself, in force or lifted. */
export function ownBans({ userBans, ipBans }: World, lists: readonly string[]): Map<string, BanProposal> {
  const entries = [
    ...Array.from(userBans.values(), (entry) => ({ entry, subject: userOf(entry) })),
    ...Array.from(ipBans.values(), (entry) => ({ entry, subject: addressOf(entry) })),
  ];
  const offers = new Map<string, BanProposal>();
  for (const { entry, subject } of entries) {
    if (subject === undefined || entry.BannedBy.Type === 'fleet') continue;
    offers.set(offerKey(subject), { ...subject, ...factsOf(entry), Lists: [...lists] });
  }
  return offers;
}

function userOf({ UserId }: UserBan): ListSubject | undefined {
  return isUserId(UserId) ? { Kind: 'User', Id: UserId } : undefined;
}

function addressOf({ IP }: IPBan): ListSubject | undefined {
  const address = IP.includes('%') ? undefined : canonicalAddress(IP);
  return address === undefined ? undefined : { Kind: 'IP', Id: address };
}

function factsOf({
  Active,
  BannedBy,
  UnbannedBy,
}: UserBan | IPBan): Omit<BanProposal, 'Kind' | 'Id' | 'Lists'> {
  return {
    Active,
    Reason: BannedBy.Reason.slice(0, LIMITS.reasonChars),
    BannedBy: nameOf(BannedBy),
    BannedAt: timeOf(BannedBy),
    ...(!Active &&
      UnbannedBy !== undefined && { UnbannedBy: nameOf(UnbannedBy), UnbannedAt: timeOf(UnbannedBy) }),
  };
}

function nameOf({ NameValue, Type }: Issuer): string {
  return (NameValue || Type).slice(0, NAME_CHARS);
}

/** A hand-edited list may hold any number. */
function timeOf({ Timestamp: { UTC, Msec } }: Issuer): string {
  const ms = UTC * 1000 + Msec;
  return new Date(ms >= 0 && ms <= LAST_MS ? ms : 0).toISOString();
}
