import { type MessageError, UnknownVersionError, worldOf } from '@palatine/fleet';
import type { Logger } from 'pino';
import type { StreamMessage } from './stream-message.ts';

/** So many kinds of skipped messages are remembered, so that each is logged once. */
const MAX_LOGGED = 1000;

/** Counts what cannot be used of the messages of worlds, and logs each reason once for a world. */
export class SkippedMessages {
  readonly #log: Pick<Logger, 'warn'>;
  readonly #logged = new Set<string>();
  #malformed = 0;
  #unknownVersion = 0;

  constructor(log: Pick<Logger, 'warn'>) {
    this.#log = log;
  }

  get counts(): { malformed: number; unknownVersion: number } {
    return { malformed: this.#malformed, unknownVersion: this.#unknownVersion };
  }

  /** `records`: how many records of the message are left out. */
  add({ subject, seq }: StreamMessage, error: MessageError, records: number): void {
    if (error instanceof UnknownVersionError) this.#unknownVersion += records;
    else this.#malformed += records;
    const key = `${subject} ${error.message}`;
    if (this.#logged.has(key) || this.#logged.size >= MAX_LOGGED) return;
    this.#logged.add(key);
    const fields = { world: worldOf(subject), subject, seq, records, reason: error.message };
    this.#log.warn(fields, 'a message of a world cannot be used');
  }
}
