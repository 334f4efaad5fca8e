import { type AuditEntry, FLEET_ROUTES, pathOf, type RouteShape } from '@palatine/contract';
import { titleOf } from '../../audit/audit-query.ts';
import { fleetTexts } from '../texts/fleet-texts.ts';

const NAMES = new Map(
  Object.entries<RouteShape>(FLEET_ROUTES).map(([name, route]) => [`${route.method} ${pathOf(route)}`, name]),
);

/** What an entry did, in a few words; the route or command itself where it has no title. */
export function fleetTitleOf(entry: Pick<AuditEntry, 'Route'>): string {
  const { writes } = fleetTexts.value.audit;
  const name = NAMES.get(entry.Route);
  if (name === undefined) return writes[entry.Route] ?? titleOf(entry);
  return writes[name] ?? FLEET_ROUTES[name as keyof typeof FLEET_ROUTES].title; // a key of the table
}
