import { EVENTS, type EventType, getPastEvents, type PalatineEvent } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { WaysBack } from '../actions/WaysBack.tsx';
import { usePages } from '../data/use-pages.ts';
import { useTouch } from '../data/use-touch.ts';
import { Age, Faces } from '../faces/Faces.tsx';
import { MoreRows } from '../faces/MoreRows.tsx';
import { Card, PageBody } from '../kit/Layout.tsx';
import { SearchField } from '../kit/TextField.tsx';
import { address, setQuery } from '../navigation/router.ts';
import { client } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { EventLine } from './EventLine.tsx';
import { type EventKind, typesOf } from './event-kinds.ts';
import { KindChips } from './KindChips.tsx';

const PAGE = 200;

/** Everything that has happened, as far back as events are kept. With `?event=` it begins with that one. */
export default function EventsPage() {
  const text = texts.value.events;
  const { query } = address.value;
  const find = query.get('find') ?? '';
  const player = query.get('player') ?? '';
  const event = Number(query.get('event') ?? 0);
  const kind = useSignal<EventKind | undefined>(undefined);
  const types = kind.value === undefined ? '' : typesOf(kind.value, Object.keys(EVENTS) as EventType[]);
  const events = usePages<PalatineEvent>(
    async (cursor, signal) => {
      const before = cursor === undefined ? (event > 0 ? event + 1 : undefined) : Number(cursor);
      const page = await client().call(getPastEvents, {
        query: {
          Limit: PAGE,
          ...(types !== '' && { Type: types }),
          ...(find !== '' && { Text: find }),
          ...(player !== '' && { Player: player }),
          ...(before !== undefined && { Before: before }),
        },
        signal,
      });
      return { rows: page.Entries, next: page.Next };
    },
    [find, player, types, event],
  );
  useTouch(events, () => event === 0);
  const field = (name: 'find' | 'player', label: string, value: string) => (
    <SearchField
      label={label}
      maxLength={200}
      value={value}
      onInput={(typed) => setQuery({ [name]: typed, event: '' })}
    />
  );
  return (
    <PageBody
      toolbar={
        <>
          {field('find', text.findText, find)}
          {field('player', text.player, player)}
        </>
      }
    >
      <Card title={texts.value.shell.pages.events} note={<Age of={events} />} flush>
        <KindChips chosen={kind} />
        <Faces
          of={events}
          rows={14}
          empty={find === '' && player === '' && types === '' ? text.none : text.noneOfKind}
        >
          {(all) => (
            <>
              <ul>
                {all.map((each) => (
                  <li key={each.Id} class="event-row">
                    <EventLine event={each} />
                    <WaysBack of={each} quiet />
                  </li>
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
