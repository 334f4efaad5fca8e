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

/** Open position streams, updated once a second. A full connection is skipped and gets the whole list later. */
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

  get count(): number {
    return this.#watchers().length;
  }

  /** Streams whose connection takes no more for now. */
  get full(): number {
    return this.#watchers().filter(({ connection }) => connection.full).length;
  }

  /** Answers a call with the positions in a part of the map. Throws SERVER_BUSY. */
  answer(part: MapPart): StreamAnswer {
    assertStreamFree(this.#closed, this.count, 'too many position streams are open');
    if (!this.#parts.has(part.key) && this.#parts.size >= POSITION_STREAM.parts) {
      throw new Refusal('SERVER_BUSY', 'too many parts of the map are watched');
    }
    return { compressible: true, open: (wire, onEnd) => this.#begin(wire, part, onEnd) };
  }

  #begin(wire: StreamWire, part: MapPart, onEnd: () => void): () => void {
    const entry = this.#parts.get(part.key) ?? {
      view: new PositionView(part.belongs),
      watchers: new Set(),
    };
    this.#parts.set(part.key, entry);
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
    entry.watchers.add(watcher);
    connection.begin(': watching\n\n');
    this.#stopLooking ??= this.#clock.every(POSITION_STREAM.everyMs, () => this.#look());
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
    const part = this.#parts.get(key);
    part?.watchers.delete(watcher);
    if (part?.watchers.size === 0) this.#parts.delete(key);
    if (this.#parts.size > 0) return;
    this.#stopLooking?.();
    this.#stopLooking = undefined;
  }

  /** Sends changes since the last look. One at a time; a new watcher is served by the next. */
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
      for (const dispatch of dispatches) {
        send(dispatch);
        if (dispatch.message.bytes.length > LONG_BYTES) await turn(); // so do many long lists, all together
      }
    } finally {
      this.#looking = false;
    }
    if (!this.#lookAgain) return;
    this.#lookAgain = false;
    await this.#look();
  }
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
