import type { DatabaseSync } from 'node:sqlite';
import { type JetStreamClient, jetstream } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { banProposal, SUBJECTS, type WorldKey } from '@palatine/fleet';
import type { Logger } from 'pino';
import type { Clock } from '../../game/clock.ts';
import type { Game } from '../../game/game.ts';
import type { ListCopy } from './list-copy.ts';
import { ownBans } from './own-bans.ts';
import { ofKind } from './wanted-bans.ts';

export interface BanOffersOptions {
  readonly database: DatabaseSync;
  readonly copy: ListCopy;
  readonly connection: NatsConnection;
  readonly world: WorldKey;
  readonly lists: readonly string[];
  readonly game: Pick<Game, 'world'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Publishes under way at a time. */
const MOST_UNDER_WAY = 16;
/** What was offered is offered again after that time: the broker may have lost it. */
const OFFERED_AGAIN_MS = 24 * 3_600_000;
/** Before what could not be offered is offered again. */
const AGAIN_MS = 30_000;

/** Offers the bans that this world gives itself to the lists that take them, and remembers what was offered. */
export class BanOffers {
  readonly #options: BanOffersOptions;
  readonly #stream: JetStreamClient;
  readonly #sql;
  #asked = false;
  #running: Promise<void> = Promise.resolve();
  #cancelAgain: () => void = () => {};
  #stopped = false;

  constructor(options: BanOffersOptions) {
    const { database, connection } = options;
    this.#options = options;
    this.#stream = jetstream(connection);
    database.exec(
      'create table if not exists fleetOffered (key text primary key, value text not null, atMs integer not null) strict',
    );
    this.#sql = {
      all: database.prepare('select key, value from fleetOffered where atMs > ?'),
      set: database.prepare('insert or replace into fleetOffered values (?, ?, ?)'),
      lost: database.prepare('select key, value from fleetOffered'),
    };
  }

  /** Offers what has changed. */
  request(): void {
    if (this.#asked || this.#stopped) return;
    this.#asked = true;
    this.#running = this.#running.then(() => this.#offer());
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelAgain();
    await this.#running;
  }

  async #offer(): Promise<void> {
    const { clock, log } = this.#options;
    this.#asked = false;
    this.#cancelAgain();
    try {
      const changes = await this.#changes();
      await Promise.all(Array.from({ length: MOST_UNDER_WAY }, () => this.#publishAll(changes)));
    } catch (error) {
      if (this.#stopped) return;
      log.warn({ err: error }, 'bans of this world could not be offered to the fleet; it is tried again');
      this.#cancelAgain = clock.after(AGAIN_MS, () => this.request());
    }
  }

  /** What the broker does not have yet, as far as is known. */
  async #changes(): Promise<[key: string, value: string][]> {
    const { copy, lists, game, clock } = this.#options;
    const taking = ofKind(copy, lists, 'Ban').filter(({ definition }) => definition.Adopt !== 'Ignore');
    if (taking.length === 0) return [];
    const names = taking.map(({ list }) => list);
    const bans = ownBans(game.world, names);
    const known = this.#rows(this.#sql.all.all(clock.now() - OFFERED_AGAIN_MS));
    const ever = this.#rows(this.#sql.lost.all());
    const changed: [string, string][] = [];
    for (const [key, ban] of bans) {
      const value = banProposal.pack(ban);
      const isNews = ban.Active || ever.has(key); // one that was lifted before anybody heard of it is none
      if (isNews && known.get(key) !== value) changed.push([key, value]);
    }
    for (const [key, value] of ever) {
      const ban = banProposal.unpack(value);
      if (ban.Active && !bans.has(key)) changed.push([key, banProposal.pack({ ...ban, Active: false })]);
    }
    return changed;
  }

  async #publishAll(changes: [key: string, value: string][]): Promise<void> {
    const { world, clock } = this.#options;
    for (let next = changes.shift(); next !== undefined && !this.#stopped; next = changes.shift()) {
      const [key, value] = next;
      await this.#stream.publish(SUBJECTS.proposal(world, key), value);
      if (!this.#stopped) this.#sql.set.run(key, value, clock.now());
    }
  }

  #rows(rows: unknown): Map<string, string> {
    return new Map((rows as { key: string; value: string }[]).map(({ key, value }) => [key, value]));
  }
}
