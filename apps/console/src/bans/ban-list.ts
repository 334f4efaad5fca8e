import type { Banlist, BanlistFilters } from '@palatine/contract';
import { words } from '@palatine/contract/words';
import type { Target } from '../actions/action.ts';
import { withoutEmpty } from '../table/list-query.ts';

export interface BanRow {
  readonly kind: 'user' | 'address';
  readonly subject: string;
  readonly active: boolean;
  readonly by: Issued;
  /** The issuer who lifted it; undefined while it is active. */
  readonly lifted: Issued | undefined;
}

type BanEntry = Omit<Banlist['UserEntries'][number], 'UserId'>;
export type Issued = BanEntry['BannedBy'];

export const atMs = ({ Timestamp }: Issued): number => Timestamp.UTC * 1000;

/** The filters of the page, as its address has them; '' is no filter. */
export const BAN_FILTERS = words('state kind find user ip issuerType issuer issuerIP reason');
export type BanFilters = Readonly<Record<(typeof BAN_FILTERS)[number], string>>;

const STATES = new Map([
  ['active', 'true'],
  ['lifted', 'false'],
]);
const KINDS = new Map([
  ['user', 'user'],
  ['address', 'ip'],
]);

export function queryOf(filters: BanFilters): BanlistFilters {
  return withoutEmpty<BanlistFilters>({
    active: STATES.get(filters.state) ?? '',
    entryType: KINDS.get(filters.kind) ?? '',
    q: filters.find,
    userId: filters.user,
    ip: filters.ip,
    issuerType: filters.issuerType,
    issuerName: filters.issuer,
    issuerIP: filters.issuerIP,
    reason: filters.reason,
  });
}

export function rowsOf({ UserEntries, IPEntries }: Banlist): BanRow[] {
  const row = (kind: BanRow['kind'], subject: string, entry: BanEntry) => ({
    kind,
    subject,
    active: entry.Active,
    by: entry.BannedBy,
    lifted: entry.UnbannedBy,
  });
  return [
    ...UserEntries.map((entry) => row('user', entry.UserId, entry)),
    ...IPEntries.map((entry) => row('address', entry.IP, entry)),
  ];
}

/** Whether a text is an address (IPv4 or IPv6), and not a UserId. */
export function looksLikeAddress(text: string): boolean {
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(text) || (/^[0-9a-f:.]+$/i.test(text) && text.includes(':'));
}

export function targetOf({ kind, subject }: Pick<BanRow, 'kind' | 'subject'>): Target {
  return kind === 'user' ? { kind: 'user', userId: subject } : { kind: 'address', ip: subject };
}

/** The target that a typed UserId or address means. */
export function typedTarget(text: string): Target | undefined {
  const subject = text.trim();
  if (subject === '') return undefined;
  return targetOf({ kind: looksLikeAddress(subject) ? 'address' : 'user', subject });
}
