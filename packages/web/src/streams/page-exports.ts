import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { Refusal } from '@palatine/contract';
import type { ExportLines } from '@palatine/platform/export-lines';
import type { DownloadAnswer } from '../response/route-calls.ts';

/** Exports at once; each holds a page of entries. */
const MAX_EXPORTS = 4;
interface ExportPage<Entry> {
  readonly Entries: readonly Entry[];
  readonly Next?: string | number;
}

/** Reads the page that follows a cursor; the first one without. */
export type ReadExportPage<Entry> = (cursor: number | undefined) => Promise<ExportPage<Entry>>;

/** Streams all entries of a query, page by page as the connection takes them. */
export class PageExports {
  /** Plural noun for the refusal. */
  readonly #what: string;
  #open = 0;

  constructor(what: string) {
    this.#what = what;
  }

  /** Throws SERVER_BUSY when there are too many, and any error of the first page. */
  async open<Entry>(lines: ExportLines<Entry>, readPage: ReadExportPage<Entry>): Promise<DownloadAnswer> {
    if (this.#open >= MAX_EXPORTS)
      throw new Refusal('SERVER_BUSY', `too many concurrent exports of the ${this.#what}`);
    this.#open += 1;
    try {
      const first = await readPage(undefined);
      const download = Readable.from(this.#chunks(first, lines, readPage), { highWaterMark: 1 });
      download.once('close', () => {
        this.#open -= 1;
      });
      const { contentType, fileName } = lines;
      return { download, contentType, fileName };
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
      const page = await readPage(Number(next));
      await turn(); // other requests run between two pages
      if (page.Entries.length > 0) yield chunkOf(page.Entries);
      next = page.Next;
    }
  }
}
