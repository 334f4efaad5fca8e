import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { Refusal } from '@palatine/contract';
import type { FastifyReply } from 'fastify';
import type { ExportLines } from '../data-folder/export-lines.ts';
import type { Clock } from '../game/clock.ts';
import { pause } from '../game/pause.ts';

/** Exports at once; each holds a page of entries. */
const MAX_EXPORTS = 4;
/** How often a page is asked for again while nobody has time to read it, and how long after. */
const RETRIES = 10;
const RETRY_MS = 500;

/** Entries, and the cursor of the page that follows. */
interface ExportPage<Entry> {
  readonly Entries: readonly Entry[];
  readonly Next?: string | number;
}

/** Reads the page that follows a cursor; the first one without. */
export type ReadExportPage<Entry> = (cursor: number | undefined) => Promise<ExportPage<Entry>>;

/**
 * Answers with all entries of a query, as one stream. It reads a page when the connection has taken the one before, so
 * that an export of any length holds one page.
 */
export class PageExports {
  readonly #clock: Clock;
  /** What is exported, for the refusal of one too many. */
  readonly #what: string;
  #open = 0;

  constructor(what: string, clock: Clock) {
    this.#what = what;
    this.#clock = clock;
  }

  /** Throws SERVER_BUSY when there are too many, and what the first page throws. */
  async send<Entry>(
    reply: FastifyReply,
    lines: ExportLines<Entry>,
    readPage: ReadExportPage<Entry>,
  ): Promise<FastifyReply> {
    if (this.#open >= MAX_EXPORTS)
      throw new Refusal('SERVER_BUSY', `too many export the ${this.#what} already`);
    this.#open += 1;
    try {
      const first = await readPage(undefined);
      const stream = Readable.from(this.#chunks(first, lines, readPage), { highWaterMark: 1 });
      stream.once('close', () => {
        this.#open -= 1;
      });
      reply.raw.once('close', () => stream.destroy());
      return reply
        .header('content-type', lines.contentType)
        .header('content-disposition', `attachment; filename="${lines.fileName}"`)
        .header('cache-control', 'no-store')
        .send(stream);
    } catch (error) {
      this.#open -= 1;
      throw error;
    }
  }

  async *#chunks<Entry>(
    first: ExportPage<Entry>,
    { header, line }: ExportLines<Entry>,
    readPage: ReadExportPage<Entry>,
  ): AsyncGenerator<Buffer> {
    const chunkOf = (entries: readonly Entry[], start = '') =>
      Buffer.from(start + entries.map((entry) => line(entry)).join(''));
    if (header !== '' || first.Entries.length > 0) yield chunkOf(first.Entries, header);
    for (let next = first.Next; next !== undefined; ) {
      const page = await this.#patiently(readPage, Number(next));
      await turn(); // Node takes message after message from a thread that answers at once: callers would wait
      if (page.Entries.length > 0) yield chunkOf(page.Entries);
      next = page.Next;
    }
  }

  /** Reads a page, again when the game thread has no time: the head of the response has been sent. */
  async #patiently<Entry>(readPage: ReadExportPage<Entry>, cursor: number): Promise<ExportPage<Entry>> {
    for (let retries = 0; ; retries++) {
      try {
        return await readPage(cursor);
      } catch (error) {
        const mayPass = error instanceof Refusal && ['SERVER_BUSY', 'REQUEST_TIMEOUT'].includes(error.code);
        if (!mayPass || retries === RETRIES) throw error;
        await pause(this.#clock, RETRY_MS);
      }
    }
  }
}
