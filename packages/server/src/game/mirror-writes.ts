import { MIRRORED_TABLES, type Table, type World } from '@palatine/world';
import type { Store, StoredChange } from '../store/store.ts';
import type { Clock } from './clock.ts';
import { causeOf } from './unit-of-work.ts';

/** Records of one commit: it takes a few milliseconds. */
const ROWS = 300;
const RETRY_MS = 5000;

export interface MirrorWritesOptions {
  world: World;
  store: Pick<Store, 'commit'>;
  clock: Clock;
  /** Runs a part in a turn of its own of the event loop. */
  later(part: () => void): void;
  /** Logs an error. */
  report(message: string): void;
}

/**
 * Writes what a save of the game has changed, a few hundred records a commit, and other work runs in between. The save
 * has it all, so nothing is lost when the thread dies meanwhile: the first sync after that is whole, and compares every
 * record. A record is written as it is by then, so a command that changes it is never undone.
 */
export class MirrorWrites {
  readonly #options: MirrorWritesOptions;
  /** The records that are not written yet. */
  readonly #waiting = new Map<string, Pick<StoredChange, 'table' | 'key'>>();
  #scheduled = false;
  #cancelRetry: (() => void) | undefined;

  constructor(options: MirrorWritesOptions) {
    this.#options = options;
  }

  /** How many records are not written yet. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Takes the changes that a save has made. @returns those that are to be written at once, such as events. */
  defer(changes: readonly StoredChange[]): StoredChange[] {
    const atOnce: StoredChange[] = [];
    for (const change of changes) {
      const { table, key } = change;
      if (isMirrored(table)) this.#waiting.set(`${table} ${key}`, { table, key });
      else atOnce.push(change);
    }
    this.#schedule();
    return atOnce;
  }

  /** Writes all that waits. Throws when it cannot. */
  writeAll(): void {
    while (this.#waiting.size > 0) this.#writeSome();
  }

  /** Writes nothing further. */
  abandon(): void {
    this.#waiting.clear();
    this.#cancelRetry?.();
  }

  #schedule(): void {
    if (this.#scheduled || this.#waiting.size === 0 || this.#cancelRetry !== undefined) return;
    this.#scheduled = true;
    this.#options.later(() => {
      this.#scheduled = false;
      this.#tryToWrite();
      this.#schedule();
    });
  }

  #tryToWrite(): void {
    const { clock, report } = this.#options;
    try {
      this.#writeSome();
    } catch (error) {
      report(`records of the save could not be stored: ${causeOf(error)}`);
      this.#cancelRetry = clock.after(RETRY_MS, () => {
        this.#cancelRetry = undefined;
        this.#schedule();
      });
    }
  }

  #writeSome(): void {
    const { world, store } = this.#options;
    const some = [...this.#waiting.entries().take(ROWS)];
    if (some.length === 0) return;
    const changes = some.map(([, { table, key }]): StoredChange => {
      const record = (world[table] as Table<object>).get(key);
      return { table, key, record };
    });
    store.commit({ changes });
    for (const [name] of some) this.#waiting.delete(name);
  }
}

function isMirrored(table: string): boolean {
  return (MIRRORED_TABLES as readonly string[]).includes(table);
}
