import { getPositions, type PlayerRow, type PositionsMessage, searchPlayers } from '@palatine/contract';
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { givenGuildName } from '../../data/guilds.ts';
import { onEvent } from '../../data/live.ts';
import { resource } from '../../data/resource.ts';
import { allRows } from '../../data/rows.ts';
import { openStream } from '../../data/stream.ts';
import type { WorldPoint } from '../../ground/regions.ts';
import { boxOf } from '../../ground/view.ts';
import { client, may, session } from '../../session/session.ts';
import type { MarkLayerId } from '../layers.ts';
import {
  boxText,
  MAX_EVERYWHERE,
  type PositionBook,
  partToRequest,
  positionBook,
  type RequestedPart,
} from '../positions/position-book.ts';
import { type Mark, type MarkChoices, placed } from './mark.ts';

/** Reads the players, and follows their positions while the page is visible. */
export function readPeople({ layers, replay, item, view }: MarkChoices) {
  const everybody = computed(
    () => layers.value.has('offline') || replay.value !== undefined || item.value !== '',
  );
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
  const people = computed(() => {
    const rows = [...(offline.value.value ?? []), ...(online.value.value ?? [])];
    return new Map(rows.map((row) => [row.Uid, row]));
  });
  const target = computed((): RequestedPart | undefined => {
    const count = total.value ?? (online.error.value === undefined ? undefined : 0);
    if (count === undefined || view.value === undefined) return undefined;
    return count <= MAX_EVERYWHERE ? 'everywhere' : boxOf(view.value);
  });
  const book = positionBook();
  const messages = signal(0);
  const stopPositions = followPositions(target, (message, part) => {
    book.apply(message, performance.now(), part);
    messages.value++; // the book changes in place
  });
  const stopEvents = onEvent((event) => {
    if (event !== undefined && event.Type !== 'player.joined' && event.Type !== 'player.left') return;
    void online.refresh();
    if (everybody.peek()) void offline.refresh();
  });
  const marks = computed(() => {
    void messages.value;
    return peopleMarks(people.value, book);
  });
  return {
    marks,
    /** How many players are online without a known place. */
    unplaced: computed(() => {
      const placed = new Set(marks.value.get('online')?.map(({ id }) => id));
      return (online.value.value ?? []).filter(({ Uid }) => !placed.has(Uid)).length;
    }),
    resources: { online, offline },
    stops: [stopEvents, stopPositions, online.dispose, offline.dispose],
  };
}

export type Person = Pick<PlayerRow, 'Uid' | 'Name' | 'Online' | 'Level' | 'GuildId' | 'GuildName' | 'Place'>;

/**
 * Players as marks: where the stream has them; where it had them last, of players it no longer covers; else
 * where the list has them. A player without a known place has no mark.
 */
export function peopleMarks(
  people: ReadonlyMap<string, Person>,
  { positions, elsewhere }: Pick<PositionBook, 'positions' | 'elsewhere'>,
): Map<MarkLayerId, readonly Mark[]> {
  const streamed = new Set(positions.map(({ uid }) => uid));
  const marks = [
    ...positions.map(({ uid, online, ...at }) => markOf(uid, people.get(uid), online, at)),
    ...[...elsewhere.values()].map(({ uid, online, x, y, z }) =>
      markOf(uid, people.get(uid), people.get(uid)?.Online ?? online, { x, y, z }),
    ),
    ...[...people.values()].flatMap((person) => {
      const { Place, Uid, Online } = person;
      if (Place === undefined || streamed.has(Uid) || elsewhere.has(Uid)) return [];
      return [markOf(Uid, person, Online, placed(Place))];
    }),
  ];
  return new Map(
    (['online', 'offline'] as const).map((of) => [of, marks.filter(({ layer }) => layer === of)]),
  );
}

function markOf(
  uid: string,
  person: Person | undefined,
  online: boolean,
  at: WorldPoint & Pick<Mark, 'z' | 'was'>,
): Mark {
  const { Name = '', Level, GuildId = '', GuildName = '' } = person ?? {};
  return {
    layer: online ? 'online' : 'offline',
    id: uid,
    href: `/players/${uid}`,
    name: Name,
    note: givenGuildName(GuildName),
    guildId: GuildId,
    ...(Level !== undefined && { level: Level }),
    ...at,
  };
}

/**
 * Follows the positions while the page is visible.
 * @param target what is shown; undefined while that is not known, and nothing is asked
 */
function followPositions(
  target: ReadonlySignal<RequestedPart | undefined>,
  take: (message: PositionsMessage, part: RequestedPart) => void,
): () => void {
  let last: RequestedPart | undefined;
  const part = computed(() => {
    last = target.value && partToRequest(target.value, last);
    return last;
  });
  return effect(() => {
    const current = part.value;
    if (current === undefined || session.value === undefined || !may(getPositions)) return undefined;
    const query = current === 'everywhere' ? {} : { Box: boxText(current) };
    const stream = openStream<PositionsMessage>(
      ({ signal: ended, onConnection }) => client().positions({ query, signal: ended, onConnection }),
      (message) => take(message, current),
    );
    return () => stream.close();
  });
}
