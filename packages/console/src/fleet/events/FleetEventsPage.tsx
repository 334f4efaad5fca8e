import { getFleetEvents } from '@palatine/contract';
import { EventLine } from '../../events/EventLine.tsx';
import { EventsBody, useEventFilters } from '../../events/EventsBody.tsx';
import { worldHref } from '../../navigation/place.ts';
import { PAGE, useFleetPages } from '../parts/use-fleet-pages.ts';
import { chosenWorld, WorldSelect } from '../parts/WorldSelect.tsx';
import { WorldLink } from '../world/WorldLink.tsx';
import '../world/worlds.css';

/** What has happened in every world, as far back as this gateway keeps it. */
export default function FleetEventsPage() {
  const { kind, query } = useEventFilters();
  const world = chosenWorld();
  const input = { query: { ...query, Limit: PAGE, ...(world !== '' && { World: world }) } };
  const events = useFleetPages(getFleetEvents, { rows: ({ Entries }) => Entries, cursor: 'Before' }, input);
  return (
    <EventsBody
      of={events}
      kind={kind}
      isFiltered={world !== '' || Object.keys(query).length > 0}
      rowOf={({ Id, World, WorldName, Event }) => (
        <li key={Id} class="event-row fleet-event">
          <EventLine event={Event} href={(path) => worldHref(World, path)} />
          <span class="event-world">
            <WorldLink world={World} name={WorldName} path="/events" />
          </span>
        </li>
      )}
    >
      <WorldSelect />
    </EventsBody>
  );
}
