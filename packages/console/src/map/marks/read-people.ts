import { searchPlayers } from '@palatine/contract';
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { onEvent } from '../../data/live.ts';
import { type Resource, resource } from '../../data/resource.ts';
import { client, may } from '../../session/session.ts';
import { boxOf, type View } from '../geometry/view.ts';
import type { LayerId } from '../layers.ts';
import { type AskedPart, MOST_EVERYWHERE } from '../positions/asked-part.ts';
import { followPositions } from '../positions/follow-positions.ts';
import { allRows } from './all-pages.ts';
import type { Mark } from './mark.ts';
import { type Person, peopleMarks } from './people.ts';

/** Players on the map. */
export interface PeopleSource {
  readonly marks: ReadonlySignal<{ online: readonly Mark[]; offline: readonly Mark[] }>;
  /** The lists of who they are, by layer, for errors and reading again. */
  readonly resources: Readonly<Partial<Record<LayerId, Resource<unknown>>>>;
  close(): void;
}

export interface PeopleWishes {
  /** Whether players who are offline are wanted too. */
  readonly everybody: ReadonlySignal<boolean>;
  /** Whether somebody has to know of places that are out of view. */
  readonly outOfView: ReadonlySignal<boolean>;
  readonly view: ReadonlySignal<View | undefined>;
}

/** Reads who the players are, and follows where they are while the page is visible. */
export function readPeople({ everybody, outOfView, view }: PeopleWishes): PeopleSource {
  const total = signal<number | undefined>(may(searchPlayers) ? undefined : 0);
  const readAll = (Status: 'Online' | 'Offline', abort: AbortSignal): Promise<Person[]> =>
    allRows(async (page) => {
      const read = await client().searchPlayers({ query: { Status, ...page }, signal: abort });
      total.value = read.Total;
      return read;
    });
  const online = resource(async (abort) => (may(searchPlayers) ? readAll('Online', abort) : []));
  const offline = resource(async (abort) =>
    everybody.value && may(searchPlayers) ? readAll('Offline', abort) : [],
  );
  const people = computed(
    () =>
      new Map([...(offline.value.value ?? []), ...(online.value.value ?? [])].map((row) => [row.Uid, row])),
  );
  const wanted = computed((): AskedPart | undefined => {
    const count = total.value ?? (online.error.value === undefined ? undefined : 0);
    if (count === undefined || view.value === undefined) return undefined;
    return count <= MOST_EVERYWHERE || outOfView.value ? 'everywhere' : boxOf(view.value);
  });
  const positions = followPositions(wanted);
  const stopEvents = onEvent((event) => {
    if (event !== undefined && event.Type !== 'player.joined' && event.Type !== 'player.left') return;
    void online.refresh();
    if (everybody.peek()) void offline.refresh();
  });
  return {
    marks: computed(() => {
      void positions.version.value; // the book changes in place
      return peopleMarks(people.value, positions.book);
    }),
    resources: { online, offline },
    close() {
      stopEvents();
      positions.close();
      online.dispose();
      offline.dispose();
    },
  };
}
