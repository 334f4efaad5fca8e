import { getPastEvents } from '@palatine/contract';
import { WaysBack } from '../actions/WaysBack.tsx';
import { usePages } from '../data/use-pages.ts';
import { useTouch } from '../data/use-touch.ts';
import { client } from '../session/session.ts';
import { filterOf } from '../table/address-filters.tsx';
import { EventLine } from './EventLine.tsx';
import { EventsBody, useEventFilters } from './EventsBody.tsx';

const PAGE = 200;

/** Everything that has happened, as far back as events are kept. With `?event=` it begins with that one. */
export default function EventsPage() {
  const { kind, query } = useEventFilters();
  const isFiltered = Object.keys(query).length > 0;
  const event = isFiltered ? 0 : Number(filterOf('event'));
  const input = { query: { ...query, Limit: PAGE, ...(event > 0 && { Before: event + 1 }) } };
  const events = usePages(
    client(),
    getPastEvents,
    { rows: ({ Entries }) => Entries, cursor: 'Before' },
    input,
  );
  useTouch(events, () => event === 0);
  return (
    <EventsBody
      of={events}
      kind={kind}
      isFiltered={isFiltered}
      rowOf={(each) => (
        <li key={each.Id} class="event-row">
          <EventLine event={each} />
          <WaysBack of={each} quiet />
        </li>
      )}
    />
  );
}
