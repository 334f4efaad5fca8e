import { createHash } from 'node:crypto';
import { type GameContext, playerList } from '@palatine/world';
import type { VersionedResponse } from './protocol.ts';
import { joinBytes } from './response-format.ts';

const encoder = new TextEncoder();

export interface PlayerListOptions {
  game: GameContext;
  /** The version of the world, as the player list sees it. */
  version(): number;
  /** Answers the calls of these slots. */
  answer(slots: readonly number[], response: VersionedResponse): void;
  refuse(slots: readonly number[], error: unknown): void;
  /** Runs a part in a turn of its own of the event loop. */
  later(part: () => void): void;
}

/**
 * Answers queries of the player list. A list of 10,000 is serialised in parts, one a turn of the event loop, and
 * other requests run in between; it shows the world of one moment all the same. Queries that arrive meanwhile share
 * the next list, so that there is one at a time.
 */
export class PlayerListReader {
  readonly #options: PlayerListOptions;
  /** Slots of the queries that the next list answers. */
  #waiting: number[] = [];
  #list: Iterator<void> | undefined;
  #scheduled = false;

  constructor(options: PlayerListOptions) {
    this.#options = options;
  }

  /** Answers the call of a slot: at once when the list is short and no other is being made. */
  read(slot: number): void {
    this.#waiting.push(slot);
    if (!this.#scheduled) this.#runPart();
  }

  /** Answers every query that was not answered yet. */
  finish(): void {
    while (this.#busy) this.#makePart();
  }

  /** Makes no further part. */
  abandon(): void {
    this.#waiting = [];
    this.#list = undefined;
  }

  get #busy(): boolean {
    return this.#list !== undefined || this.#waiting.length > 0;
  }

  #runPart(): void {
    this.#scheduled = false;
    if (this.#busy) this.#makePart();
    if (!this.#busy) return;
    this.#scheduled = true;
    this.#options.later(() => this.#runPart());
  }

  #makePart(): void {
    this.#list ??= this.#makeList(this.#waiting.splice(0));
    if (this.#list.next().done === true) this.#list = undefined;
  }

  *#makeList(slots: readonly number[]): Generator<void> {
    const { game, version, answer, refuse } = this.#options;
    try {
      const listVersion = version();
      const { Meta, parts } = playerList(game);
      const hash = createHash('sha1');
      const chunks: Uint8Array[] = [];
      const add = (json: string) => {
        const chunk = encoder.encode(json);
        hash.update(chunk);
        chunks.push(chunk);
      };
      let before = `{"Meta":${JSON.stringify(Meta)},"Players":[`;
      for (const part of parts) {
        add(before + JSON.stringify(part).slice(1, -1)); // without its brackets
        before = ',';
        yield;
      }
      add(chunks.length === 0 ? `${before}]}` : ']}');
      answer(slots, {
        bytes: joinBytes(chunks),
        etag: `"${hash.digest('base64url')}"`,
        version: listVersion,
      });
    } catch (error) {
      refuse(slots, error);
    }
  }
}
