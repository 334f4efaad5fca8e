import { getPositions, searchPlayers } from '@palatine/contract';
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { onEvent } from '../../data/live.ts';
import { type Resource, resource } from '../../data/resource.ts';
import { client, may } from '../../session/session.ts';
import type { LayerId } from '../layers.ts';
import { allRows } from './all-pages.ts';
import type { Mark } from './mark.ts';
import { type Person, peopleMarks } from './people.ts';
import { positionBook } from './position-book.ts';

/** Players on the map. */
export interface PeopleSource {
  readonly marks: ReadonlySignal<{ online: readonly Mark[]; offline: readonly Mark[] }>;
  /** The lists of who they are, by layer, for errors and reading again. */
  readonly resources: Readonly<Partial<Record<LayerId, Resource<unknown>>>>;
  close(): void;
}

/** Reads who the players are, and follows where they are while the page is in sight. */
export function readPeople(wantsOffline: ReadonlySignal<boolean>): PeopleSource {
  const online = resource(async (abort) => (may(searchPlayers) ? readAll('Online', abort) : []));
  const offline = resource(async (abort) =>
    wantsOffline.value && may(searchPlayers) ? readAll('Offline', abort) : [],
  );
  const people = computed(
    () =>
      new Map([...(offline.value.value ?? []), ...(online.value.value ?? [])].map((row) => [row.Uid, row])),
  );
  const positions = followPositions();
  const stopEvents = onEvent(({ Type }) => {
    if (Type !== 'player.joined' && Type !== 'player.left') return;
    void online.refresh();
    if (wantsOffline.peek()) void offline.refresh();
  });
  return {
    marks: computed(() => {
      positions.version.value; // the list changes in place
      return peopleMarks(people.value, positions.version.value === 0 ? undefined : positions.book.positions);
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

function readAll(Status: 'Online' | 'Offline', signal: AbortSignal): Promise<Person[]> {
  return allRows((page) => client().searchPlayers({ query: { Status, ...page }, signal }));
}

/** The positions as they come, while the page is in sight: what nobody looks at costs nothing. */
function followPositions() {
  const book = positionBook();
  const version = signal(0);
  const visible = signal(document.visibilityState === 'visible');
  const onVisibility = () => {
    visible.value = document.visibilityState === 'visible';
  };
  document.addEventListener('visibilitychange', onVisibility);
  const stop = effect(() => {
    if (!visible.value || !may(getPositions)) return undefined;
    const abort = new AbortController();
    void follow(abort.signal);
    return () => abort.abort();
  });
  async function follow(signal: AbortSignal): Promise<void> {
    try {
      for await (const message of client().positions({ signal })) {
        book.apply(message, performance.now());
        version.value++;
      }
    } catch {
      // The token has gone, or may not read it any more: the places of the list are shown as they were.
    }
  }
  return {
    book,
    version,
    close() {
      stop();
      document.removeEventListener('visibilitychange', onVisibility);
    },
  };
}
