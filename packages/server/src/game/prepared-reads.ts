import { type GameContext, PREPARATIONS, type QueryName } from '@palatine/world';

export interface PreparedReadsOptions<Message> {
  game: GameContext;
  /** Answers a query whose preparation is done. */
  answer(message: Message): void;
  refuse(message: Message, error: unknown): void;
  /** Runs a part in a turn of its own of the event loop. */
  later(part: () => void): void;
}

interface Under<Message> {
  readonly parts: Iterator<void>;
  readonly waiting: Message[];
}

/**
 * Answers queries that have something to prepare (PREPARATIONS): part by part, each in a turn of its own of the event
 * loop, so that other requests run in between. Queries of one name share one preparation, and are answered in the turn
 * in which it ends: they show the world of that moment.
 */
export class PreparedReads<Message> {
  readonly #options: PreparedReadsOptions<Message>;
  readonly #under = new Map<QueryName, Under<Message>>();

  constructor(options: PreparedReadsOptions<Message>) {
    this.#options = options;
  }

  /** Answers a query, at once when there is little to prepare. False for a query that prepares nothing. */
  read(name: QueryName, message: Message): boolean {
    if (PREPARATIONS[name] === undefined) return false;
    const under = this.#under.get(name);
    if (under === undefined) this.#add(name, [message]);
    else under.waiting.push(message);
    return true;
  }

  /** Answers every query that was not answered yet. */
  finish(): void {
    for (const [name, under] of this.#under)
      while (this.#under.get(name) === under) this.#runPart(name, under);
  }

  /** Prepares nothing further. */
  abandon(): void {
    this.#under.clear();
  }

  #add(name: QueryName, waiting: Message[]): void {
    const parts = PREPARATIONS[name]?.(this.#options.game);
    if (parts === undefined) return;
    const under = { parts, waiting };
    this.#under.set(name, under);
    this.#run(name, under);
  }

  #run(name: QueryName, under: Under<Message>): void {
    if (this.#under.get(name) !== under) return; // ended, or abandoned
    this.#runPart(name, under);
    if (this.#under.get(name) === under) this.#options.later(() => this.#run(name, under));
  }

  #runPart(name: QueryName, { parts, waiting }: Under<Message>): void {
    const { answer, refuse } = this.#options;
    try {
      if (parts.next().done !== true) return;
      this.#under.delete(name);
      for (const message of waiting) answer(message);
    } catch (error) {
      this.#under.delete(name);
      for (const message of waiting) refuse(message, error);
    }
  }
}
