import { type BanlistFilters, type IPBan, type Issuer, LIMITS, type UserBan } from '@palatine/contract';

/** An entry of the ban list as filters see it: all texts in lower case. */
export interface SearchableBan {
  readonly type: 'user' | 'ip';
  /** UserId or address. */
  readonly name: string;
  readonly active: boolean;
  /** Of the ban, and of its end. */
  readonly issuers: readonly IssuerTexts[];
}

type IssuerTexts = Readonly<Pick<Issuer, 'Type' | 'NameValue' | 'IP' | 'Reason'>>;

/** Filters in lower case, without the empty ones: clients send the untouched fields of a form. */
export type BanFilters = Readonly<Omit<BanlistFilters, 'active' | 'limit' | 'cursor'>> & {
  readonly active?: boolean;
};

export function searchableBan(entry: UserBan | IPBan): SearchableBan {
  const { Active, BannedBy, UnbannedBy } = entry;
  const [type, name] = 'UserId' in entry ? (['user', entry.UserId] as const) : (['ip', entry.IP] as const);
  const issuers = UnbannedBy === undefined ? [BannedBy] : [BannedBy, UnbannedBy];
  return { type, name: name.toLowerCase(), active: Active, issuers: issuers.map(textsOf) };
}

function textsOf({ Type, NameValue, IP, Reason }: Issuer): IssuerTexts {
  return {
    Type: Type.toLowerCase(),
    NameValue: NameValue.toLowerCase(),
    IP: IP.toLowerCase(),
    Reason: Reason.toLowerCase(),
  };
}

const TEXT_FILTERS = [
  'entryType',
  'userId',
  'ip',
  'userIP',
  'issuerType',
  'issuerName',
  'issuerIP',
  'reason',
  'q',
] as const;

/** Parses the filters of a query. Undefined when one is too long to match anything. */
export function parseBanFilters(query: BanlistFilters): BanFilters | undefined {
  const filters: { -readonly [Name in keyof BanFilters]: BanFilters[Name] } = {};
  for (const name of TEXT_FILTERS) {
    const text = query[name];
    if (!text) continue;
    if (text.length > LIMITS.filterChars) return undefined;
    filters[name] = text.toLowerCase();
  }
  const active = parseActive(query.active);
  return active === undefined ? filters : { ...filters, active };
}

/** Undefined for anything else, which is ignored: the route has no 400. */
function parseActive(active: string | undefined): boolean | undefined {
  if (active === 'true' || active === '1') return true;
  if (active === 'false' || active === '0') return false;
  return undefined;
}

/** Whether an entry matches all filters. An unknown entry type matches nothing. */
export function matchesBan(ban: SearchableBan, filters: BanFilters): boolean {
  const { active, entryType, userId, ip, userIP, issuerType, issuerName, issuerIP, reason, q } = filters;
  const isUser = ban.type === 'user';
  return (
    (active === undefined || ban.active === active) &&
    (entryType === undefined || ban.type === entryType) &&
    (userId === undefined || (isUser && ban.name === userId)) &&
    (ip === undefined || (!isUser && ban.name === ip)) &&
    (userIP === undefined || (!isUser && ban.name === userIP)) &&
    (issuerType === undefined || ban.issuers.some(({ Type }) => Type === issuerType)) &&
    (issuerName === undefined || ban.issuers.some(({ NameValue }) => NameValue.includes(issuerName))) &&
    (issuerIP === undefined || ban.issuers.some(({ IP }) => IP === issuerIP)) &&
    (reason === undefined || ban.issuers.some(({ Reason }) => Reason.includes(reason))) &&
    (q === undefined || ban.name.includes(q) || ban.issuers.some((issuer) => holds(issuer, q)))
  );
}

function holds({ Type, NameValue, IP, Reason }: IssuerTexts, text: string): boolean {
  return Type.includes(text) || NameValue.includes(text) || IP.includes(text) || Reason.includes(text);
}
