import { type GameContext, QUERIES_IN_FRAGMENTS, type QueryName, TABLES_READ } from '@palatine/world';
import { type ListOptions, type ListOrder, ListReader } from './list-reader.ts';
import type { Query } from './protocol.ts';
import { applyResponseFormat } from './response-format.ts';

export interface ListReadsOptions extends Pick<ListOptions, 'answer' | 'refuse' | 'later'> {
  game: GameContext;
  /** The version of the world, as a query sees it. */
  versionFor(name: QueryName): number;
}

/** Answers the queries whose replies are put together from fragments, those of one list in one form together. */
export class ListReads {
  readonly #options: ListReadsOptions;
  readonly #readers = new Map<string, ListReader>();

  constructor(options: ListReadsOptions) {
    this.#options = options;
  }

  /** False for a query of anything else. */
  read(slot: number, { name, form }: Pick<Query, 'name' | 'form'>): boolean {
    const reader = this.#readerOf(name, form);
    reader?.read(slot);
    return reader !== undefined;
  }

  /** Makes a list for nobody who waits. False while it is made already, and for a query of anything else. */
  make({ name, form }: Pick<Query, 'name' | 'form'>, order: ListOrder): boolean {
    return this.#readerOf(name, form)?.make(order) ?? false;
  }

  /** Whether a query is one of a list that says where players are. */
  showsLocations(name: QueryName): boolean {
    return QUERIES_IN_FRAGMENTS[name] !== undefined && TABLES_READ[name].includes('locations');
  }

  /** Answers every query that was not answered yet. */
  finish(): void {
    for (const reader of this.#readers.values()) reader.finish();
  }

  /** Makes no further part. */
  abandon(): void {
    for (const reader of this.#readers.values()) reader.abandon();
  }

  #readerOf(name: QueryName, form: Query['form']): ListReader | undefined {
    const parts = QUERIES_IN_FRAGMENTS[name];
    if (parts === undefined) return undefined;
    const key = `${name} ${form}`;
    const { game, versionFor, answer, refuse, later } = this.#options;
    const reader =
      this.#readers.get(key) ??
      new ListReader({
        list: () => parts(game),
        format: (outline) => applyResponseFormat(name, form, outline),
        version: () => versionFor(name),
        answer,
        refuse,
        later,
      });
    this.#readers.set(key, reader);
    return reader;
  }
}
