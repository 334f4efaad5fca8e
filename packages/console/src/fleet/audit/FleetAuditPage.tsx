import {
  type AuditEntry,
  FLEET_ROUTES,
  type FleetAuditEntry,
  getFleetAudit,
  pathOf,
  type RouteShape,
} from '@palatine/contract';
import { useSignal } from '@preact/signals';
import Download from 'lucide/dist/esm/icons/download.mjs';
import type { JSX } from 'preact';
import { AuditFilters } from '../../audit/AuditFilters.tsx';
import { AuditTable, type OfWorlds } from '../../audit/AuditTable.tsx';
import { AUDIT_CSV, AUDIT_FILTERS, auditQuery, titleOf } from '../../audit/audit-query.ts';
import { factsOfEntry } from '../../audit/entry-facts.tsx';
import '../../audit/audit.css';
import type { Pages } from '../../data/pages.ts';
import { Age, Faces } from '../../faces/Faces.tsx';
import { Name } from '../../faces/Name.tsx';
import { assign } from '../../kit/assign.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { Card, Facts, PageBody } from '../../kit/Layout.tsx';
import { Sheet } from '../../kit/Sheet.tsx';
import { worldHref } from '../../navigation/place.ts';
import { address } from '../../navigation/router.ts';
import { fleetClient } from '../../session/session.ts';
import { download, toCsv } from '../../table/csv.ts';
import { texts } from '../../texts/texts.ts';
import { MoreRows } from '../parts/MoreRows.tsx';
import { useFreshPages } from '../parts/use-fresh-pages.ts';
import { chosenWorld, WorldSelect } from '../parts/WorldSelect.tsx';
import { fleetTexts } from '../texts/fleet-texts.ts';
import { worldName } from '../world/fleet-worlds.ts';
import { WorldLink } from '../world/WorldLink.tsx';

const PAGE = 100;
/** Most entries of a file: the route itself writes larger ones. */
const MOST_IN_FILE = 20_000;
/** The columns of a file that come before those of one world. */
const WORLD_CSV = (['World', 'WorldName', 'Incarnation'] as const).map((name) => ({
  text: name,
  csv: (entry: FleetAuditEntry) => entry[name],
}));

/** Every write at every world and at the gateways, allowed or refused, newest first. */
export default function FleetAuditPage(): JSX.Element {
  const text = texts.value.audit;
  const { query } = address.value;
  const asked = auditQuery(query);
  const world = chosenWorld();
  const audit = useFreshPages<FleetAuditEntry>(
    async (cursor, signal) => {
      const page = await fleetClient().call(getFleetAudit, {
        query: {
          ...asked,
          Limit: String(PAGE),
          ...(world !== '' && { World: world }),
          ...(cursor !== undefined && { Cursor: String(cursor) }),
        },
        signal,
      });
      return { rows: page.Entries, next: page.Next };
    },
    [JSON.stringify(asked), world],
    PAGE,
  );
  const opened = useSignal<FleetAuditEntry | undefined>(undefined);
  const isFiltered = world !== '' || AUDIT_FILTERS.some((name) => query.get(name));
  return (
    <PageBody
      toolbar={
        <AuditFilters>
          <WorldSelect />
        </AuditFilters>
      }
    >
      <Card
        title={texts.value.shell.pages.audit}
        note={<Age of={audit} />}
        tools={<SaveAudit of={audit} />}
        flush
      >
        <Faces of={audit} rows={14} empty={isFiltered ? text.noneMatch : text.none}>
          {(entries) => (
            <>
              <AuditTable entries={entries} worlds={ofWorlds()} onOpen={(entry) => assign(opened, entry)} />
              <MoreRows of={audit} />
            </>
          )}
        </Faces>
      </Card>
      <EntrySheet entry={opened.value} onClose={() => assign(opened, undefined)} />
    </PageBody>
  );
}

/** Hands the entries that match to the browser as a file. */
function SaveAudit({ of }: { of: Pages<FleetAuditEntry> }): JSX.Element {
  const saving = useSignal(false);
  async function save(): Promise<void> {
    saving.value = true;
    try {
      download('fleet-audit.csv', toCsv([...WORLD_CSV, ...AUDIT_CSV], await of.all(MOST_IN_FILE)));
    } finally {
      saving.value = false;
    }
  }
  return (
    <IconButton
      icon={Download}
      label={fleetTexts.value.audit.csv}
      disabled={saving.value}
      onClick={() => void save()}
    />
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
function worldCell({ World, WorldName }: FleetAuditEntry): JSX.Element {
  if (worldName(World) === '' && WorldName === 'Gateway') return <>{fleetTexts.value.audit.gateway}</>;
  return <WorldLink world={World} name={WorldName} />;
}

function EntrySheet(props: { entry: FleetAuditEntry | undefined; onClose: () => void }): JSX.Element {
  const { entry, onClose } = props;
  return (
    <Sheet
      open={entry !== undefined}
      onClose={onClose}
      side={innerWidth < 720 ? 'bottom' : 'end'}
      title={entry === undefined ? '' : fleetTitleOf(entry)}
    >
      {entry !== undefined && (
        <Facts
          of={[
            [
              fleetTexts.value.audit.world,
              <Name key="world" text={entry.WorldName} otherwise={entry.World} />,
            ],
            ...factsOfEntry(entry, (path) => worldHref(entry.World, path)),
          ]}
        />
      )}
    </Sheet>
  );
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
