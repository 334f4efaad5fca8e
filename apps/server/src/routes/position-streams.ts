import { setImmediate as turn } from 'node:timers/promises';
import {
  type getPositions,
  isInBox,
  POSITION_STREAM,
  type PositionsMessage,
  Refusal,
  type RouteQuery,
  regionOf,
  type WorldBox,
} from '@palatine/contract';
import type { Game } from '@palatine/engine/game';
import { type PlaceFilter, PositionView } from '@palatine/engine/position-view';
import type { Clock } from '@palatine/platform/clock';
import {
  assertStreamFree,
  type StreamConnection,
  StreamMessage,
  streamConnection,
} from '@palatine/web/event-streams';
import type { StreamAnswer, StreamWire } from '@palatine/web/routes';

/** A part of the map: two queries for the same part have the same key. */
interface MapPart {
  readonly key: string;
  readonly belongs: PlaceFilter;
}

interface Watcher {
  readonly connection: StreamConnection;
  /** Whether its messages go out in gzip. */
  readonly gzip: boolean;
  /** Whether it has the current list of its view. */
  upToDate: boolean;
}

interface WatchedPart {
  readonly view: PositionView;
  readonly watchers: Set<Watcher>;
}

export type PositionStreams = ReturnType<typeof positionStreams>;

/** Open position streams, updated once a second. A full connection is skipped and gets the whole list later. */
export function positionStreams(game: Game, clock: Clock) {
  const parts = new Map<string, WatchedPart>();
  let stopLooking: (() => void) | undefined;
  let [looking, lookAgain, closed] = [false, false, false];
  const watchers = () => [...parts.values()].flatMap(({ watchers }) => [...watchers]);

  function begin(wire: StreamWire, { key, belongs }: MapPart, onEnd: () => void): () => void {
    const part = parts.get(key) ?? { view: new PositionView(belongs), watchers: new Set() };
    parts.set(key, part);
    const connection = streamConnection(wire, {
      clock,
      ...POSITION_STREAM,
      onDrain: () => {}, // the next look sends the list
      onEnd: () => {
        remove(key, watcher);
        onEnd();
      },
    });
    const watcher: Watcher = { connection, gzip: wire.gzip, upToDate: false };
    part.watchers.add(watcher);
    connection.begin(': watching\n\n');
    stopLooking ??= clock.every(POSITION_STREAM.everyMs, () => look());
    void look();
    return connection.end;
  }

  function remove(key: string, watcher: Watcher): void {
    const part = parts.get(key);
    part?.watchers.delete(watcher);
    if (part?.watchers.size === 0) parts.delete(key);
    if (parts.size > 0) return;
    stopLooking?.();
    stopLooking = undefined;
  }

  /** Sends changes since the last look. One at a time; a new watcher is served by the next. */
  async function look(): Promise<void> {
    lookAgain = looking;
    if (looking) return;
    looking = true;
    try {
      const places = game.reads.places();
      const atMs = clock.now();
      const dispatches: Dispatch[] = [];
      for (const part of [...parts.values()]) {
        dispatches.push(...dispatchesOf(part, part.view.update(places, atMs)));
        await turn(); // a part with many players takes some milliseconds
      }
      const compressed = dispatches.filter(({ watcher }) => watcher.gzip);
      await Promise.all(compressed.map(({ message }) => message.compress()));
      for (const dispatch of dispatches) {
        send(dispatch);
        if (dispatch.message.bytes.length > LONG_BYTES) await turn(); // so do many long lists, all together
      }
    } finally {
      looking = false;
    }
    if (lookAgain) await look();
  }

  return {
    get count(): number {
      return watchers().length;
    },

    /** Streams whose connection takes no more for now. */
    get full(): number {
      return watchers().filter(({ connection }) => connection.full).length;
    },

    /** Answers a call with the positions in a part of the map. Throws SERVER_BUSY. */
    answer(part: MapPart): StreamAnswer {
      assertStreamFree(closed, watchers().length, 'too many position streams are open');
      if (!parts.has(part.key) && parts.size >= POSITION_STREAM.parts) {
        throw new Refusal('SERVER_BUSY', 'too many parts of the map are watched');
      }
      return { compressible: true, open: (wire, onEnd) => begin(wire, part, onEnd) };
    },

    /** Ends every stream, and opens no more. */
    close(): void {
      closed = true;
      for (const { connection } of watchers()) connection.end();
    },
  };
}

/** A message that takes its time to be written to a socket. */
const LONG_BYTES = 64 * 1024;

interface Dispatch {
  readonly watcher: Watcher;
  readonly message: StreamMessage;
}

/** Each message is serialized and compressed once for all watchers. One that is behind gets the whole list. */
function dispatchesOf({ view, watchers }: WatchedPart, changes: PositionsMessage | undefined): Dispatch[] {
  let changesMessage: StreamMessage | undefined;
  let list: StreamMessage | undefined;
  const dispatches: Dispatch[] = [];
  for (const watcher of watchers) {
    if (watcher.connection.full) watcher.upToDate = false;
    else if (!watcher.upToDate) {
      list ??= toMessage(view.snapshot());
      dispatches.push({ watcher, message: list });
    } else if (changes !== undefined) {
      changesMessage ??= toMessage(changes);
      dispatches.push({ watcher, message: changesMessage });
    }
  }
  return dispatches;
}

function send({ watcher, message }: Dispatch): void {
  const { connection } = watcher;
  if (connection.ended) return;
  watcher.upToDate = !connection.full;
  if (watcher.upToDate) connection.write(message);
}

function toMessage(message: PositionsMessage): StreamMessage {
  return new StreamMessage(`event: ${message.Type}\ndata: ${JSON.stringify(message)}\n\n`);
}

/** The part of the map of a query. Throws VALIDATION_FAILED for an invalid box. */
export function mapPartOf({ Region, Box }: RouteQuery<typeof getPositions>): MapPart {
  const box = Box === undefined ? undefined : readBox(Box);
  return {
    key: JSON.stringify([Region, box]),
    belongs: (x, y) =>
      (box === undefined || isInBox(box, x, y)) && (Region === undefined || regionOf(x) === Region),
  };
}

function readBox(text: string): WorldBox {
  const [x1, y1, x2, y2, ...more] = text.split(',').map(readNumber);
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined || more.length > 0) {
    throw new Refusal(
      'VALIDATION_FAILED',
      'Box must be two corners X1,Y1,X2,Y2 in world coordinates (cm), such as -1000,-1000,2000,2000',
    );
  }
  const [minX, minY, maxX, maxY] = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
  return { minX, minY, maxX, maxY };
}

function readNumber(text: string): number | undefined {
  return /^ *[-+]?[0-9]{1,12}(\.[0-9]{1,6})? *$/.test(text) ? Number(text) : undefined;
}
