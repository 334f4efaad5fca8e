import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { EVENT_STREAM, type PalatineEvent, Refusal } from '@palatine/contract';
import type { Clock } from '@palatine/platform/clock';
import type { ExportLines } from '@palatine/platform/export-lines';
import type { RequestHeaders } from '../request/read-input.ts';
import type { DownloadAnswer, StreamAnswer, StreamWire } from '../response/answers.ts';
import { assertStreamFree, type StreamConnection, streamConnection } from './stream-connection.ts';

export {
  assertStreamFree,
  type StreamConnection,
  StreamMessage,
  streamConnection,
} from './stream-connection.ts';

/** An event as it goes over the wire. */
export interface EventText {
  readonly id: number;
  readonly text: string;
  /** Its world, in a fleet. */
  readonly world?: string;
}

export interface EventSource {
  readonly newestId: number;
  /** The next events after one, oldest first; `until`: up to which id these are all. */
  pageAfter(id: number): { readonly events: readonly EventText[]; readonly until: number };
  /** Whether an id is one of this source: a client that comes back with another begins with the oldest event. */
  isOwn(id: number): boolean;
  /** Calls back when there are new events; `isReplaced`: their ids have changed. @returns how to end that. */
  watch(onEvents: (isReplaced: boolean) => void): () => void;
}

export interface EventStreamsOptions {
  readonly source: EventSource;
  readonly clock: Clock;
  /** Message of the refusal when there are too many. */
  readonly busy: string;
  /** Events within this time are sent together; each at once unless set. */
  readonly collectMs?: number;
  /** Pause before a failed source is read again; its error is thrown unless set. */
  readonly retryMs?: number;
}

/** Called for each page, because permissions may change. */
type EventFilter = () => (event: EventText) => boolean;

/** Pages that are read in one turn. */
const PAGES_AT_ONCE = 4;

/** A stream that gets events in order, once. While its connection is full, only the cursor is kept. */
interface Watcher {
  readonly connection: StreamConnection;
  readonly filter: EventFilter;
  /** The last event that was sent, or is not for this watcher. */
  cursor: number;
}

export type EventStreams = ReturnType<typeof eventStreams>;

/** The event streams that are open. Each event is read and serialized once for all that are up to date. */
export function eventStreams({ source, clock, busy, collectMs, retryMs }: EventStreamsOptions) {
  const open = new Set<Watcher>();
  let unwatch: (() => void) | undefined;
  let cancelPass: (() => void) | undefined;
  let closed = false;

  function begin(wire: StreamWire, start: Omit<Watcher, 'connection'>, onEnd: () => void): () => void {
    const connection = streamConnection(wire, {
      clock,
      ...EVENT_STREAM,
      onDrain: () => passSoon(0),
      onEnd: () => {
        remove(watcher);
        onEnd();
      },
    });
    const watcher: Watcher = { ...start, connection };
    open.add(watcher);
    unwatch ??= source.watch(onEvents);
    // Send the current id first, so that a client dropped before any event can still resume.
    connection.begin(`: watching\nid: ${watcher.cursor}\n\n`);
    passSoon(0);
    return connection.end;
  }

  function remove(watcher: Watcher): void {
    open.delete(watcher);
    if (open.size > 0) return;
    unwatch?.();
    unwatch = undefined;
    cancelPass?.();
    cancelPass = undefined;
  }

  function endAll(): void {
    for (const { connection } of open) connection.end();
  }

  function onEvents(isReplaced: boolean): void {
    if (isReplaced) endAll();
    else if (collectMs !== undefined) passSoon(collectMs);
    else if (cancelPass === undefined) pass();
  }

  function passSoon(ms: number): void {
    const passNow = () => {
      cancelPass = undefined;
      pass();
    };
    cancelPass ??= ms === 0 ? inNextTurn(passNow) : clock.after(ms, passNow);
  }

  function pass(): void {
    try {
      if (sendPages()) passSoon(0);
    } catch (error) {
      if (retryMs === undefined) throw error;
      passSoon(retryMs);
    }
  }

  /** Sends watchers the next page of what they lack; those who lack the same share it. @returns whether some lack more. */
  function sendPages(): boolean {
    const { newestId } = source; // a query, for some
    const behind = () =>
      [...open].filter(({ connection: { full, ended }, cursor }) => !full && !ended && cursor < newestId);
    const byCursor = [...Map.groupBy(behind(), ({ cursor }) => cursor)];
    byCursor.sort(([left], [right]) => right - left); // a live stream does not wait for one that catches up
    for (const [cursor, watchers] of byCursor.slice(0, PAGES_AT_ONCE)) {
      const { events, until } = source.pageAfter(cursor);
      for (const watcher of watchers) {
        watcher.cursor = until;
        const text = events.filter(watcher.filter()).map((event) => event.text);
        if (text.length > 0) watcher.connection.write(text.join(''));
      }
    }
    return behind().length > 0;
  }

  return {
    get count(): number {
      return open.size;
    },

    /** Streams whose connection takes no more for now. */
    get full(): number {
      return [...open].filter(({ connection }) => connection.full).length;
    },

    /** Answers a call with events. `filter`: those for this watcher. Throws SERVER_BUSY and VALIDATION_FAILED. */
    answer(
      { headers }: { readonly headers: RequestHeaders },
      filter: EventFilter = () => () => true,
    ): StreamAnswer {
      const { newestId } = source;
      const id = lastEventId(headers) ?? newestId;
      assertStreamFree(closed, open.size, busy);
      const cursor = id <= newestId && source.isOwn(id) ? id : 0;
      return { compressible: false, open: (wire, onEnd) => begin(wire, { cursor, filter }, onEnd) };
    },

    /** Ends every stream, and opens no more. */
    close(): void {
      closed = true;
      endAll();
    },
  };
}

/** The last event id of a reconnecting client; undefined for none or ''. Throws VALIDATION_FAILED. */
function lastEventId({ 'last-event-id': id = '' }: RequestHeaders): number | undefined {
  if (id === '') return undefined;
  if (typeof id === 'string' && /^[0-9]+$/.test(id)) return Number(id);
  throw new Refusal(
    'VALIDATION_FAILED',
    'the header Last-Event-ID must be a whole number, the Id of an event; without it the stream begins with the next event',
  );
}

function inNextTurn(work: () => void): () => void {
  const turn = setImmediate(work);
  return () => clearImmediate(turn);
}

export function eventText(event: PalatineEvent): string {
  return `id: ${event.Id}\nevent: ${event.Type}\ndata: ${JSON.stringify(event)}\n\n`; // JSON holds no line breaks
}

/** Exports at once; each holds a page of entries. */
const MAX_EXPORTS = 4;
interface ExportPage<Entry> {
  readonly Entries: readonly Entry[];
  readonly Next?: string | number;
}
/** Reads the page that follows a cursor; the first one without. */
type ReadExportPage<Entry> = (cursor: number | undefined) => Promise<ExportPage<Entry>>;

/** Streams all entries of a query, page by page as the connection takes them. `what`: plural noun for the refusal. */
export function pageExports(what: string) {
  let open = 0;
  const close = () => {
    open -= 1;
  };
  /** Throws SERVER_BUSY when there are too many, and any error of the first page. */
  return async <Entry>(
    lines: ExportLines<Entry>,
    readPage: ReadExportPage<Entry>,
  ): Promise<DownloadAnswer> => {
    if (open >= MAX_EXPORTS) throw new Refusal('SERVER_BUSY', `too many concurrent exports of the ${what}`);
    open += 1;
    try {
      const chunks = chunksOf(await readPage(undefined), lines, readPage);
      const download = Readable.from(chunks, { highWaterMark: 1 }).once('close', close);
      return { download, contentType: lines.contentType, fileName: lines.fileName };
    } catch (error) {
      close();
      throw error;
    }
  };
}

async function* chunksOf<Entry>(
  first: ExportPage<Entry>,
  { header, line }: ExportLines<Entry>,
  readPage: ReadExportPage<Entry>,
): AsyncGenerator<Buffer> {
  const chunkOf = (entries: readonly Entry[], start = '') =>
    Buffer.from(start + entries.map((entry) => line(entry)).join(''));
  if (header !== '' || first.Entries.length > 0) yield chunkOf(first.Entries, header);
  for (let next = first.Next; next !== undefined; ) {
    const page = await readPage(Number(next));
    await turn(); // other requests run between two pages
    if (page.Entries.length > 0) yield chunkOf(page.Entries);
    next = page.Next;
  }
}
