import type { Banlist, BanlistFilters, Issuer } from '@palatine/contract';

interface BanEntry {
  readonly Active: boolean;
  readonly BannedBy: Issuer;
  readonly UnbannedBy?: Issuer;
}

/**
 * Keeps the entries that match all filters. An empty filter matches everything, because clients send the untouched
 * fields of a form. An unknown entry type matches nothing.
 */
export function filterBanlist(banlist: Banlist, filters: BanlistFilters): Banlist {
  const users = isEntryType(filters, 'user')
    ? banlist.UserEntries.filter(
        (entry) =>
          equal(entry.UserId, filters.userId) &&
          !filters.ip && // a user's entry has no address
          !filters.userIP &&
          matches(entry, [entry.UserId], filters),
      )
    : [];
  const addresses = isEntryType(filters, 'ip')
    ? banlist.IPEntries.filter(
        (entry) =>
          !filters.userId && // nor an address's entry a user
          equal(entry.IP, filters.ip) &&
          equal(entry.IP, filters.userIP) &&
          matches(entry, [entry.IP], filters),
      )
    : [];
  return { ...banlist, UserEntries: users, IPEntries: addresses };
}

function isEntryType({ entryType }: BanlistFilters, type: 'user' | 'ip'): boolean {
  return equal(type, entryType);
}

function matches(entry: BanEntry, names: readonly string[], filters: BanlistFilters): boolean {
  const issuers = entry.UnbannedBy === undefined ? [entry.BannedBy] : [entry.BannedBy, entry.UnbannedBy];
  const texts = [
    ...names,
    ...issuers.flatMap((issuer) => [issuer.Type, issuer.NameValue, issuer.IP, issuer.Reason]),
  ];
  return (
    isActive(entry, filters) &&
    issuers.some((issuer) => equal(issuer.Type, filters.issuerType)) &&
    issuers.some((issuer) => contains(issuer.NameValue, filters.issuerName)) &&
    issuers.some((issuer) => equal(issuer.IP, filters.issuerIP)) &&
    issuers.some((issuer) => contains(issuer.Reason, filters.reason)) &&
    texts.some((text) => contains(text, filters.q))
  );
}

function isActive({ Active }: BanEntry, { active }: BanlistFilters): boolean {
  if (active === 'true' || active === '1') return Active;
  if (active === 'false' || active === '0') return !Active;
  return true; // anything else is ignored: the route has no 400
}

function equal(text: string, filter: string | undefined): boolean {
  return !filter || text.toLowerCase() === filter.toLowerCase();
}

function contains(text: string, filter: string | undefined): boolean {
  return !filter || text.toLowerCase().includes(filter.toLowerCase());
}
