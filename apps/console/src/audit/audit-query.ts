import {
  ALL_ROUTES,
  type AuditEntry,
  FLEET_ROUTES,
  type FleetAuditEntry,
  type getAudit,
  pathOf,
  type RouteQuery,
  type RouteShape,
} from '@palatine/contract';
import { words } from '@palatine/contract/words';
import { atFleet } from '../navigation/place.ts';
import { daysIn, withoutEmpty } from '../table/list-query.ts';
import { texts } from '../texts/texts.ts';

export type AuditRow = AuditEntry & Partial<FleetAuditEntry>;

export const AUDIT_FILTERS = ['find', 'player', 'token', 'action', 'outcome', 'from', 'to'] as const;

type AuditQuery = Omit<RouteQuery<typeof getAudit>, 'Format' | 'Limit' | 'Cursor'>;

export function auditQuery(query: URLSearchParams): AuditQuery {
  return withoutEmpty<AuditQuery>({
    Text: query.get('find'),
    Player: query.get('player'),
    Token: query.get('token'),
    Route: query.get('action'),
    Outcome: query.get('outcome'),
    ...daysIn(query),
  });
}

const ROUTES: Readonly<Record<string, RouteShape>> = { ...ALL_ROUTES, ...FLEET_ROUTES };
const NAMES = new Map(
  Object.entries(ROUTES).map(([name, route]) => [`${route.method} ${pathOf(route)}`, name]),
);

/** The action of an entry, in a few words; the route or command itself where it has no title. */
export function titleOf({ Route }: Pick<AuditEntry, 'Route'>): string {
  const name = NAMES.get(Route) ?? Route;
  return texts.value.audit.writes[name] ?? ROUTES[name]?.title ?? Route;
}

/** Actions to filter the audit by: the beginning of a part of their route. */
export const ACTIONS = words(
  'give ban unban kick learntech forgettech deletebase SendPlayerMessage settings templates',
);
export const OUTCOMES = words('OK PLAYER_NOT_FOUND VALIDATION_FAILED MISSING_PERMISSION INVALID_REQUEST');

/** The columns of the audit in a file: everything that the service says. */
export const AUDIT_CSV = [
  ...(atFleet ? words('World WorldName Incarnation') : []),
  ...words('Id Time Token IP Route Target PlayerUid PlayerUserId PlayerName Outcome Status Reason'),
  ...words('Summary Request EventId'),
].map((name) => ({ text: name, csv: (entry: AuditRow) => entry[name] }));
