import { type GameContext, QUERIES_IN_FRAGMENTS, type QueryName } from '@palatine/world';
import { type ListOptions, ListReader } from './list-reader.ts';
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
    const parts = QUERIES_IN_FRAGMENTS[name];
    if (parts === undefined) return false;
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
    reader.read(slot);
    return true;
  }

  /** Answers every query that was not answered yet. */
  finish(): void {
    for (const reader of this.#readers.values()) reader.finish();
  }

  /** Makes no further part. */
  abandon(): void {
    for (const reader of this.#readers.values()) reader.abandon();
  }
}
