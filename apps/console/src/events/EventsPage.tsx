import { type FleetEvent, getFleetEvents, getPastEvents } from '@palatine/contract';
import { UndoButtons } from '../actions/UndoButtons.tsx';
import { usePages } from '../data/rows.ts';
import { Facts } from '../kit/Layout.tsx';
import { atFleet } from '../navigation/place.ts';
import { address } from '../navigation/router.ts';
import { type Column, column, moments } from '../table/column.tsx';
import { DayFilters, filterOf, SearchFilter, setFilter } from '../table/filters.tsx';
import { ListView } from '../table/ListView.tsx';
import { daysIn, withoutEmpty } from '../table/list-query.ts';
import { texts } from '../texts/texts.ts';
import { Time } from '../views/Values.tsx';
import { chosenWorld, hrefIn, WorldFilter, WorldOf, worldColumns } from '../worlds/WorldColumn.tsx';
import { EventIcon, EventText, KindChips, typesOf } from './EventLine.tsx';
import { eventText } from './event-parts.ts';
import type { EventKind } from './events.ts';

const ROUTE = atFleet ? getFleetEvents : getPastEvents;
const FILTERS = ['kind', 'find', 'player', 'world', 'from', 'to'] as const;
const keyOf = ({ Id, World = '' }: Row) => `${World} ${Id}`;

/** Everything that has happened, as far back as events are kept. With `?event=` it begins with that one. */
export default function EventsPage() {
  const text = texts.value.events;
  const kinds = Object.keys(text.kinds) as EventKind[]; // its own keys
  const kind = kinds.find((id) => id === filterOf('kind')) ?? '';
  const query = withoutEmpty({
    ...daysIn(address.value.query),
    Text: filterOf('find'),
    Player: filterOf('player'),
    World: chosenWorld(),
  });
  const isFiltered = kind !== '' || Object.keys(query).length > 0;
  const event = isFiltered || atFleet ? 0 : Number(filterOf('event'));
  const events = usePages(
    ROUTE,
    {
      rows: ({ Entries }) =>
        Entries.map((entry): Row => ('Event' in entry ? entry : { Id: entry.Id, Event: entry })),
      keyOf,
      cursor: atFleet ? 'Cursor' : 'Before',
      refreshOn: () => event === 0,
    },
    { query: { ...query, Type: typesOf(kind), ...(event > 0 && { Before: event + 1 }) } },
  );
  return (
    <ListView<Row>
      id={atFleet ? 'fleet-events' : 'events'}
      label={texts.value.shell.tabs.events}
      list={events}
      keyOf={keyOf}
      nameOf={({ Event }) => eventText(Event)}
      columns={eventColumns()}
      filters={FILTERS}
      none={text.none}
      noneMatch={text.noneOfKind}
      details={eventDetails}
      detailsTitle={({ Event }) => <Time at={Event.Time} as="moment" />}
    >
      <WorldFilter />
      <SearchFilter name="find" label={text.findText} maxLength={200} />
      <SearchFilter name="player" label={text.player} maxLength={200} />
      <DayFilters />
      <KindChips chosen={kind} onChoose={(next) => setFilter('kind', next)} />
    </ListView>
  );
}

/** An event of a world, over a fleet with the world. */
type Row = Pick<FleetEvent, 'Id' | 'Event'> & Partial<FleetEvent>;

function eventColumns(): Column<Row>[] {
  const { actionDialog, events } = texts.value;
  const undoColumn: Column<Row> = {
    id: 'undo',
    text: actionDialog.undo,
    minPx: 210,
    cell: ({ Event }) => <UndoButtons event={Event} quiet />,
  };
  return [
    moments('time', events.when, ({ Event }) => Event.Time),
    column('event', events.what, ({ Event }) => eventText(Event), {
      minPx: 300,
      grow: 4,
      fixed: true,
      cell: ({ Event, World }) => (
        <span class="event-cell row">
          <EventIcon event={Event} />
          <span class="truncate">
            <EventText event={Event} href={(path) => hrefIn(World, path)} />
          </span>
        </span>
      ),
    }),
    ...worldColumns<Row>(),
    ...(atFleet ? [] : [undoColumn]),
  ];
}

function eventDetails({ Event, World, WorldName = '' }: Row) {
  const { actionDialog, events, worlds } = texts.value;
  return (
    <Facts
      facts={[
        [events.what, <EventText key="what" event={Event} href={(path) => hrefIn(World, path)} />],
        World === undefined
          ? [actionDialog.undo, <UndoButtons key={Event.Id} event={Event} />]
          : [worlds.name, <WorldOf key="world" row={{ World, WorldName }} path="/log/events" />],
      ]}
    />
  );
}
