import { EVENTS, type EventType, type FleetEvent, getFleetEvents } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { EventLine } from '../../events/EventLine.tsx';
import { type EventKind, typesOf } from '../../events/event-kinds.ts';
import { KindChips } from '../../events/KindChips.tsx';
import { Age, Faces } from '../../faces/Faces.tsx';
import { MoreRows } from '../../faces/MoreRows.tsx';
import { Card, PageBody } from '../../kit/Layout.tsx';
import { SearchField } from '../../kit/TextField.tsx';
import { worldHref } from '../../navigation/place.ts';
import { address, setQuery } from '../../navigation/router.ts';
import { fleetClient } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';
import { useFreshPages } from '../parts/use-fresh-pages.ts';
import { chosenWorld, WorldSelect } from '../parts/WorldSelect.tsx';
import { fleetTexts } from '../texts/fleet-texts.ts';
import { WorldLink } from '../world/WorldLink.tsx';
import '../world/worlds.css';

const PAGE = 100;

/** What has happened in every world, as far back as this gateway keeps it. */
export default function FleetEventsPage() {
  const text = texts.value.events;
  const { query } = address.value;
  const [find, player, world] = [query.get('find') ?? '', query.get('player') ?? '', chosenWorld()];
  const kind = useSignal<EventKind | undefined>(undefined);
  const types = kind.value === undefined ? '' : typesOf(kind.value, Object.keys(EVENTS) as EventType[]);
  const events = useFreshPages<FleetEvent>(
    async (cursor, signal) => {
      const page = await fleetClient().call(getFleetEvents, {
        query: {
          Limit: PAGE,
          ...(types !== '' && { Type: types }),
          ...(find !== '' && { Text: find }),
          ...(player !== '' && { Player: player }),
          ...(world !== '' && { World: world }),
          ...(cursor !== undefined && { Before: Number(cursor) }),
        },
        signal,
      });
      return { rows: page.Entries, next: page.Next };
    },
    [find, player, types, world],
    PAGE,
  );
  const field = (name: 'find' | 'player', label: string, value: string) => (
    <SearchField
      label={label}
      maxLength={200}
      value={value}
      onInput={(typed) => setQuery({ [name]: typed })}
    />
  );
  const isFiltered = find !== '' || player !== '' || types !== '' || world !== '';
  return (
    <PageBody
      toolbar={
        <>
          <WorldSelect />
          {field('find', text.findText, find)}
          {field('player', text.player, player)}
        </>
      }
    >
      <Card title={texts.value.shell.pages.events} note={<Age of={events} />} flush>
        <KindChips chosen={kind} />
        <Faces of={events} rows={14} empty={isFiltered ? text.noneOfKind : text.none}>
          {(all) => (
            <>
              <ul>
                {all.map(({ Id, World, WorldName, Event }) => (
                  <li key={Id} class="event-row fleet-event">
                    <EventLine event={Event} href={(path) => worldHref(World, path)} />
                    <span class="event-world">
                      <WorldLink world={World} name={WorldName} path="/events" />
                    </span>
                  </li>
                ))}
              </ul>
              <MoreRows of={events} text={fleetTexts.value.lists.more} />
            </>
          )}
        </Faces>
      </Card>
    </PageBody>
  );
}
