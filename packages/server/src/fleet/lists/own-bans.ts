import { type IPBan, type Issuer, isUserId, LIMITS, type UserBan } from '@palatine/contract';
import { type BanProposal, type ListSubject, offerKey } from '@palatine/fleet';
import { canonicalAddress } from '@palatine/world';
import type { GameClient } from '../../game/game-client.ts';

const NAME_CHARS = 256;
/** The latest time that an ISO text of four digits for the year can tell. */
const LAST_MS = Date.UTC(9999, 11, 31);

/** What a world offers of its bans, by the key of each: those that it has given itself, in force or lifted. */
export async function ownBans(
  game: Pick<GameClient, 'banlist'>,
  lists: readonly string[],
): Promise<Map<string, BanProposal>> {
  const { bytes } = await game.banlist.respond({});
  const { Banlist } = JSON.parse(new TextDecoder().decode(bytes)) as BanlistReply; // the reply of GET /banlist
  const entries = [
    ...Banlist.UserEntries.map((entry) => ({ entry, subject: userOf(entry) })),
    ...Banlist.IPEntries.map((entry) => ({ entry, subject: addressOf(entry) })),
  ];
  const offers = new Map<string, BanProposal>();
  for (const { entry, subject } of entries) {
    if (subject === undefined || entry.BannedBy.Type === 'fleet') continue;
    offers.set(offerKey(subject), { ...subject, ...factsOf(entry), Lists: [...lists] });
  }
  return offers;
}

interface BanlistReply {
  readonly Banlist: { readonly UserEntries: readonly UserBan[]; readonly IPEntries: readonly IPBan[] };
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
