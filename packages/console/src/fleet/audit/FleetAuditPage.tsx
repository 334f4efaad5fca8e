import {
  type AuditEntry,
  FLEET_ROUTES,
  type FleetAuditEntry,
  getFleetAudit,
  pathOf,
  type RouteShape,
} from '@palatine/contract';
import { AuditCard } from '../../audit/AuditCard.tsx';
import { AuditFilters } from '../../audit/AuditFilters.tsx';
import type { OfWorlds } from '../../audit/AuditTable.tsx';
import { AUDIT_CSV, AUDIT_FILTERS, auditQuery, titleOf } from '../../audit/audit-query.ts';
import { factsOfEntry } from '../../audit/entry-facts.tsx';
import { Name } from '../../faces/Name.tsx';
import { Facts, PageBody } from '../../kit/Layout.tsx';
import { worldHref } from '../../navigation/place.ts';
import { address } from '../../navigation/router.ts';
import { given } from '../../table/list-address.ts';
import { PAGE, useFleetPages } from '../parts/use-fleet-pages.ts';
import { chosenWorld, WorldSelect } from '../parts/WorldSelect.tsx';
import { fleetTexts } from '../texts/fleet-texts.ts';
import { worldName } from '../world/fleet-worlds.ts';
import { WorldLink } from '../world/WorldLink.tsx';

/** The columns of a file that come before those of one world. */
const WORLD_CSV = (['World', 'WorldName', 'Incarnation'] as const).map((name) => ({
  text: name,
  csv: (entry: FleetAuditEntry) => entry[name],
}));

/** Every write at every world and at the gateways, allowed or refused, newest first. */
export default function FleetAuditPage() {
  const { query } = address.value;
  const world = chosenWorld();
  const asked = given({ ...auditQuery(query), Limit: PAGE, World: world });
  const audit = useFleetPages(getFleetAudit, { rows: ({ Entries }) => Entries }, { query: asked });
  return (
    <PageBody
      toolbar={
        <AuditFilters>
          <WorldSelect />
        </AuditFilters>
      }
    >
      <AuditCard
        of={audit}
        isFiltered={world !== '' || AUDIT_FILTERS.some((name) => query.get(name))}
        file={{
          name: 'fleet-audit.csv',
          label: fleetTexts.value.audit.csv,
          columns: [...WORLD_CSV, ...AUDIT_CSV],
        }}
        facts={factsOf}
        worlds={ofWorlds()}
      />
    </PageBody>
  );
}

function ofWorlds(): OfWorlds<FleetAuditEntry> {
  return {
    title: fleetTexts.value.audit.world,
    keyOf: ({ World, Incarnation, Id }) => `${World} ${Incarnation} ${Id}`,
    cell: worldCell,
    href: ({ World }, path) => worldHref(World, path),
    titleOf: fleetTitleOf,
  };
}

/** The world of an entry; the audit of a gateway itself stands under a key that is no world's. */
function worldCell({ World, WorldName }: FleetAuditEntry) {
  if (worldName(World) === '' && WorldName === 'Gateway') return <>{fleetTexts.value.audit.gateway}</>;
  return <WorldLink world={World} name={WorldName} />;
}

function factsOf(entry: FleetAuditEntry) {
  const world = <Name key="world" text={entry.WorldName} otherwise={entry.World} />;
  const facts = factsOfEntry(entry, (path) => worldHref(entry.World, path));
  return <Facts of={[[fleetTexts.value.audit.world, world], ...facts]} />;
}

const NAMES = new Map(
  Object.entries<RouteShape>(FLEET_ROUTES).map(([name, route]) => [`${route.method} ${pathOf(route)}`, name]),
);

/** What an entry did, in a few words; the route or command itself where it has no title. */
function fleetTitleOf(entry: Pick<AuditEntry, 'Route'>): string {
  const { writes } = fleetTexts.value.audit;
  const name = NAMES.get(entry.Route);
  if (name === undefined) return writes[entry.Route] ?? titleOf(entry);
  return writes[name] ?? FLEET_ROUTES[name as keyof typeof FLEET_ROUTES].title; // a key of the table
}
