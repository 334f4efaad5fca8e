import type { DatabaseSync } from 'node:sqlite';
import { LACKS_A_NAME, WorldFileError } from '../world-file-error.ts';

/** A name in a packed record: its number in the table `names`, or the name itself where it has none. */
export type NameRef = number | string;

/** The game has a few thousand names. Those beyond are written out: a caller could send a new one with each request. */
const MOST_NAMES = 50_000;
const MOST_CHARS = 100;

/**
 * The names that records repeat: items, species, skills, technologies. A packed record holds their numbers, and all
 * records that are loaded share one text for each.
 */
export class Names {
  readonly #file: string;
  readonly #add: (id: number, text: string) => void;
  readonly #texts: string[] = [];
  readonly #numbers = new Map<string, number>();

  constructor(file: string, database: DatabaseSync) {
    this.#file = file;
    const insert = database.prepare('insert into names (id, text) values (?, ?)');
    this.#add = (id, text) => void insert.run(id, text);
    for (const row of database.prepare('select id, text from names order by id').iterate()) {
      const { id, text } = row as { id: number; text: string };
      this.#texts[id] = text;
      this.#numbers.set(text, id);
    }
  }

  /** How many names there are; for `forgetSince`. */
  get size(): number {
    return this.#texts.length;
  }

  /** The reference to a name. A new name gets its number within the transaction under way. */
  refOf(text: string): NameRef {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#texts.length;
    if (number >= MOST_NAMES || text.length > MOST_CHARS) return text;
    this.#add(number, text);
    this.#texts.push(text);
    this.#numbers.set(text, number);
    return number;
  }

  /** The name behind a reference. Throws a WorldFileError where the file lacks it. */
  textOf(ref: NameRef): string {
    if (typeof ref === 'string') return ref;
    const text = this.#texts[ref];
    if (text === undefined) throw new WorldFileError(this.#file, LACKS_A_NAME);
    return text;
  }

  /** Forgets the names that were added by a transaction which was rolled back. */
  forgetSince(size: number): void {
    for (const text of this.#texts.splice(size)) this.#numbers.delete(text);
  }
}
