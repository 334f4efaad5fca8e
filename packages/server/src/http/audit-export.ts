import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { type AuditEntry, type AuditPage, Refusal } from '@palatine/contract';
import type { FastifyReply } from 'fastify';
import { AUDIT_LINES, type ExportFormat } from '../data-folder/audit-lines.ts';
import type { Clock } from '../game/clock.ts';
import { pause } from '../game/pause.ts';
import type { AuditFilters } from '../store/audit-conditions.ts';
import type { AuditQuery } from '../store/audit-pages.ts';
import { MAX_PAGE } from './audit-query.ts';

/** Exports at once; each holds a page of entries. */
const MAX_EXPORTS = 4;
/** How often a page is asked for again while the game thread is busy or starting, and how long after. */
const RETRIES = 10;
const RETRY_MS = 500;

type ReadPage = (query: AuditQuery) => Promise<AuditPage>;

/**
 * Answers with all entries of a query, as one stream. It reads a page from the game thread when the connection has
 * taken the one before, so that an export of any length holds one page.
 */
export class AuditExports {
  readonly #readPage: ReadPage;
  readonly #clock: Clock;
  #open = 0;

  constructor(readPage: ReadPage, clock: Clock) {
    this.#readPage = readPage;
    this.#clock = clock;
  }

  /** Throws SERVER_BUSY when there are too many, and what the first page throws. */
  async send(reply: FastifyReply, format: ExportFormat, filters: AuditFilters): Promise<FastifyReply> {
    if (this.#open >= MAX_EXPORTS) throw new Refusal('SERVER_BUSY', 'too many export the audit already');
    this.#open += 1;
    try {
      const first = await this.#readPage({ ...filters, limit: MAX_PAGE });
      const { contentType, fileName } = AUDIT_LINES[format];
      const stream = Readable.from(this.#chunks(first, format, filters), { highWaterMark: 1 });
      stream.once('close', () => {
        this.#open -= 1;
      });
      reply.raw.once('close', () => stream.destroy());
      return reply
        .header('content-type', contentType)
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .header('cache-control', 'no-store')
        .send(stream);
    } catch (error) {
      this.#open -= 1;
      throw error;
    }
  }

  async *#chunks(first: AuditPage, format: ExportFormat, filters: AuditFilters): AsyncGenerator<Buffer> {
    const { header, line } = AUDIT_LINES[format];
    const chunkOf = (entries: readonly AuditEntry[], start = '') =>
      Buffer.from(start + entries.map(line).join(''));
    if (header !== '' || first.Entries.length > 0) yield chunkOf(first.Entries, header);
    for (let next = first.Next; next !== undefined; ) {
      const page = await this.#patiently({ ...filters, limit: MAX_PAGE, cursor: Number(next) });
      await turn(); // Node takes message after message from a thread that answers at once: callers would wait
      if (page.Entries.length > 0) yield chunkOf(page.Entries);
      next = page.Next;
    }
  }

  /** Reads a page, again when the game thread has no time: the head of the response has been sent. */
  async #patiently(query: AuditQuery): Promise<AuditPage> {
    for (let retries = 0; ; retries++) {
      try {
        return await this.#readPage(query);
      } catch (error) {
        const mayPass = error instanceof Refusal && ['SERVER_BUSY', 'REQUEST_TIMEOUT'].includes(error.code);
        if (!mayPass || retries === RETRIES) throw error;
        await pause(this.#clock, RETRY_MS);
      }
    }
  }
}
