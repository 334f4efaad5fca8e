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
import type { StreamAnswer, StreamWire } from '@palatine/web/route-calls';
import { assertStreamFree, StreamConnection, StreamMessage } from '@palatine/web/stream-connection';

/** A part of the map: two queries for the same part have the same key. */
interface MapPart {
  readonly key: string;
  readonly belongs: PlaceFilter;
}

/** A watcher of a part of the map. */
interface Watcher {
  readonly connection: StreamConnection;
  /** Whether its messages go out in gzip. */
  readonly gzip: boolean;
  /** Whether it has the list as its view has it. */
  upToDate: boolean;
}

/** A part of the map with those who watch it. */
interface WatchedPart {
  readonly view: PositionView;
  readonly watchers: Set<Watcher>;
}

/** Open position streams, read once a second. A full connection is skipped and gets all later. */
export class PositionStreams {
  readonly #game: Game;
  readonly #clock: Clock;
  readonly #parts = new Map<string, WatchedPart>();
  #stopLooking: (() => void) | undefined;
  #looking = false;
  #lookAgain = false;
  #closed = false;

  constructor(game: Game, clock: Clock) {
    this.#game = game;
    this.#clock = clock;
  }

  /** How many are open. */
  get count(): number {
    return this.#watchers().length;
  }

  /** How many wait until their connection takes more. */
  get full(): number {
    return this.#watchers().filter(({ connection }) => connection.full).length;
  }

  /** Answers a call with the positions in a part of the map. Throws SERVER_BUSY. */
  answer(part: MapPart): StreamAnswer {
    assertStreamFree({
      closed: this.#closed,
      count: this.count,
      limit: POSITION_STREAM.streams,
      busy: 'too many watch the positions already',
    });
    if (!this.#parts.has(part.key) && this.#parts.size >= POSITION_STREAM.parts) {
      throw new Refusal('SERVER_BUSY', 'too many different parts of the map are watched already');
    }
    return { compressible: true, open: (wire, onEnd) => this.#begin(wire, part, onEnd) };
  }

  #begin(wire: StreamWire, part: MapPart, onEnd: () => void): () => void {
    const watched = this.#parts.get(part.key) ?? {
      view: new PositionView(part.belongs),
      watchers: new Set(),
    };
    this.#parts.set(part.key, watched);
    const connection = new StreamConnection(wire, {
      clock: this.#clock,
      ...POSITION_STREAM,
      onDrain: () => {}, // the next look sends the list
      onEnd: () => {
        this.#remove(part.key, watcher);
        onEnd();
      },
    });
    const watcher: Watcher = { connection, gzip: wire.gzip, upToDate: false };
    watched.watchers.add(watcher);
    connection.begin(': watching\n\n');
    this.#stopLooking ??= this.#clock.every(POSITION_STREAM.everyMs, () => void this.#look());
    void this.#look();
    return () => connection.end();
  }

  /** Ends every stream, and opens no more. */
  close(): void {
    this.#closed = true;
    for (const { connection } of this.#watchers()) connection.end();
  }

  #watchers(): Watcher[] {
    return [...this.#parts.values()].flatMap(({ watchers }) => [...watchers]);
  }

  #remove(key: string, watcher: Watcher): void {
    const watched = this.#parts.get(key);
    watched?.watchers.delete(watcher);
    if (watched?.watchers.size === 0) this.#parts.delete(key);
    if (this.#parts.size > 0) return;
    this.#stopLooking?.();
    this.#stopLooking = undefined;
  }

  /** Sends what has changed since the last look. One at a time; who comes meanwhile is served by the next. */
  async #look(): Promise<void> {
    if (this.#looking) {
      this.#lookAgain = true;
      return;
    }
    this.#looking = true;
    try {
      const places = this.#game.places();
      const atMs = this.#clock.now();
      const dispatches: Dispatch[] = [];
      for (const part of [...this.#parts.values()]) {
        dispatches.push(...dispatchesOf(part, part.view.update(places, atMs)));
        await turn(); // a part with many players takes some milliseconds
      }
      const compressed = dispatches
        .filter(({ watcher }) => watcher.gzip)
        .map(({ message }) => message.compress());
      await Promise.all(compressed);
      for (const dispatch of dispatches) send(dispatch);
    } finally {
      this.#looking = false;
    }
    if (!this.#lookAgain) return;
    this.#lookAgain = false;
    await this.#look();
  }
}

/** What goes to the watchers of one part after a look. */
interface Dispatch {
  readonly watcher: Watcher;
  readonly message: StreamMessage;
}

/** Each message is serialized and compressed once, for all who get it. A watcher that is behind gets the whole list. */
function dispatchesOf({ view, watchers }: WatchedPart, news: PositionsMessage | undefined): Dispatch[] {
  let newsMessage: StreamMessage | undefined;
  let list: StreamMessage | undefined;
  const dispatches: Dispatch[] = [];
  for (const watcher of watchers) {
    if (watcher.connection.full) watcher.upToDate = false;
    else if (!watcher.upToDate) {
      list ??= toMessage(view.snapshot());
      dispatches.push({ watcher, message: list });
    } else if (news !== undefined) {
      newsMessage ??= toMessage(news);
      dispatches.push({ watcher, message: newsMessage });
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

/** The part of the map that a query is about. Throws VALIDATION_FAILED for a box that is none. */
export function mapPartOf({ Region, Box }: RouteQuery<typeof getPositions>): MapPart {
  const box = Box === undefined ? undefined : readBox(Box);
  return {
    key: JSON.stringify([Region, box]),
    belongs: (x, y) =>
      (box === undefined || isInBox(box, x, y)) && (Region === undefined || regionOf(x, y) === Region),
  };
}

function readBox(text: string): WorldBox {
  const [x1, y1, x2, y2, ...more] = text.split(',').map(readNumber);
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined || more.length > 0) {
    const message =
      'Box must be two corners X1,Y1,X2,Y2 in world coordinates (cm), such as -1000,-1000,2000,2000';
    throw new Refusal('VALIDATION_FAILED', message);
  }
  return {
    minX: Math.min(x1, x2),
    minY: Math.min(y1, y2),
    maxX: Math.max(x1, x2),
    maxY: Math.max(y1, y2),
  };
}

function readNumber(text: string): number | undefined {
  return /^ *[-+]?[0-9]{1,12}(\.[0-9]{1,6})? *$/.test(text) ? Number(text) : undefined;
}
