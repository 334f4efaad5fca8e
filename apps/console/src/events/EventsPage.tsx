import { type FleetEvent, getFleetEvents, getPastEvents, type PalatineEvent } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { WaysBack } from '../actions/WaysBack.tsx';
import { usePages } from '../data/use-pages.ts';
import { Age, Faces } from '../faces/Faces.tsx';
import { MoreRows } from '../faces/TableCard.tsx';
import { Card, PageBody } from '../kit/Layout.tsx';
import { atFleet } from '../navigation/place.ts';
import { filterOf, SearchFilter } from '../table/address-filters.tsx';
import { given } from '../table/list-address.ts';
import { texts } from '../texts/texts.ts';
import { chosenWorld, hrefIn } from '../worlds/fleet-worlds.ts';
import { WorldFilter, WorldLink } from '../worlds/WorldColumn.tsx';
import { EventLine } from './EventLine.tsx';
import type { EventKind } from './event-kinds.ts';
import { KindChips, typesOf } from './KindChips.tsx';

/** The events of the place. */
const ROUTE = atFleet ? getFleetEvents : getPastEvents;

/** Everything that has happened, as far back as events are kept. With `?event=` it begins with that one. */
export default function EventsPage() {
  const text = texts.value.events;
  const kind = useSignal<EventKind | undefined>(undefined);
  const query = given({
    Type: typesOf(kind.value),
    Text: filterOf('find'),
    Player: filterOf('player'),
    World: chosenWorld(),
  });
  const isFiltered = Object.keys(query).length > 0;
  const event = isFiltered || atFleet ? 0 : Number(filterOf('event'));
  const events = usePages(
    ROUTE,
    {
      rows: ({ Entries }) => Entries.map(rowOf),
      keyOf: ({ Id }) => String(Id),
      cursor: atFleet ? 'Cursor' : 'Before',
      touchedBy: () => event === 0,
    },
    { query: { ...query, ...(event > 0 && { Before: event + 1 }) } },
  );
  return (
    <PageBody
      toolbar={
        <>
          <WorldFilter />
          <SearchFilter name="find" label={text.findText} maxLength={200} />
          <SearchFilter name="player" label={text.player} maxLength={200} />
        </>
      }
    >
      <Card title={texts.value.shell.pages.events} note={<Age of={events} />} flush>
        <KindChips chosen={kind} />
        <Faces
          of={events}
          rows={14}
          empty={isFiltered ? text.noneOfKind : text.none}
          isEmpty={({ rows }) => rows.length === 0}
        >
          {({ rows }) => (
            <>
              <ul>
                {rows.map((row) => (
                  <EventRow key={row.Id} row={row} />
                ))}
              </ul>
              <MoreRows of={events} text={text.older} />
            </>
          )}
        </Faces>
      </Card>
    </PageBody>
  );
}

/** An event of a world, over a fleet with the world. */
type Row = Pick<FleetEvent, 'Id' | 'Event'> & Partial<FleetEvent>;

function rowOf(entry: FleetEvent | PalatineEvent): Row {
  return 'Event' in entry ? entry : { Id: entry.Id, Event: entry };
}

function EventRow({ row: { Event, World, WorldName = '' } }: { row: Row }) {
  return (
    <li class="event-row">
      <EventLine event={Event} href={(path) => hrefIn(World, path)} />
      {World === undefined ? (
        <WaysBack of={Event} quiet />
      ) : (
        <WorldLink world={World} name={WorldName} path="/events" />
      )}
    </li>
  );
}
