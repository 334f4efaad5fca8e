import type { AuditPage, DeliveriesPage, Guid, WorldFacts } from '@palatine/contract';
import type { AuditQuery } from '@palatine/contract/audit-records';
import { worldFacts } from '@palatine/world/facts';
import { findKnownPlayer, playerNotFound } from '@palatine/world/find-player';
import type { GameContext } from '@palatine/world/game-context';
import { type ListedPlayer, listedPlayers, playerFacts } from '@palatine/world/players';
import type { World } from '@palatine/world/world';
import { type OutboxPage, type OutboxRead, outboxPage } from '../store/outbox-store.ts';
import type { Store } from '../store/store.ts';
import { figuresOf } from '../store/world-readers.ts';
import type { DeliveryFilters } from './calls.ts';
import { deliveriesPage } from './deliveries.ts';
import type { GameQueue } from './game-queue.ts';
import { type PlayerPlace, playerPlaces } from './position-view.ts';
import type { SessionFacts, Watchers } from './unit-of-work.ts';

/** A page of events fits into the buffer of a socket, and takes well under a millisecond. */
const EVENTS_PAGE = { events: 256, bytes: 64 * 1024 };
/** A page of known players takes about a millisecond. */
const KNOWN_PLAYERS_PAGE = 500;

interface ReadsOptions {
  readonly game: GameContext;
  readonly store: Store;
  readonly queue: GameQueue;
  readonly watchers: Watchers;
  simulated(): boolean;
  /** Writes the audit entries of earlier refusals. */
  flushAudit(): void;
}

/** The reads of a game besides its queries. They run between two batches, and see what is on disk. */
export class Reads {
  readonly #options: ReadsOptions;

  constructor(options: ReadsOptions) {
    this.#options = options;
  }

  get world(): World {
    return this.#options.game.world;
  }

  get figures() {
    return {
      ...figuresOf(this.world),
      simulated: this.#options.simulated(),
      /** Random name of this history of the world; changes after an import, a restore and a replacement. */
      incarnation: this.#options.store.incarnation(),
    };
  }

  /** How many records the world has, and the bytes of its events. */
  get sizes() {
    const { accounts, sessions, guilds, camps, characters, eventLog, deliveriesByState } = this.world;
    return {
      players: accounts.size,
      online: sessions.size,
      guilds: guilds.size,
      camps: camps.size,
      characters: characters.size,
      events: eventLog.size,
      event_bytes: eventLog.bytes,
      deliveries_pending: deliveriesByState.keys('Pending').size,
      deliveries_delivering: deliveriesByState.keys('Delivering').size,
    };
  }

  async worldFacts(): Promise<WorldFacts> {
    const { queue, game } = this.#options;
    return queue.inTurn(() => worldFacts(game));
  }

  async deliveries(filters: DeliveryFilters): Promise<DeliveriesPage> {
    return this.#options.queue.inTurn(() => deliveriesPage(this.world, filters));
  }

  /** A page of the known players. `from`: number of players before it. */
  knownPlayers(from: number): { readonly players: readonly ListedPlayer[]; readonly total: number } {
    return { players: listedPlayers(this.world, from, KNOWN_PLAYERS_PAGE), total: this.world.accounts.size };
  }

  get playersVersion(): string {
    const { accounts, sessions, players, characters, guilds } = this.world;
    return [accounts, sessions, players, characters, guilds].map((table) => table.version).join(' ');
  }

  /** PlayerUID of a known player, online or not, by PlayerUID or UserId. Throws PLAYER_NOT_FOUND. */
  playerUid(identifier: string): Guid {
    const { game } = this.#options;
    const player = findKnownPlayer(game, identifier);
    if (player !== undefined) return player.uid;
    throw playerNotFound('PLAYER_NOT_FOUND', game, identifier);
  }

  /** Name and guild of a player; UserId with `withPrivate`. */
  playerFacts(uid: Guid, withPrivate: boolean) {
    return playerFacts(this.world, uid, withPrivate);
  }

  places(): PlayerPlace[] {
    return playerPlaces(this.world);
  }

  sessions(): SessionFacts[] {
    return this.#options.watchers.openSessions();
  }

  /** A page of the events `since` an id. An unknown id is from another world: starts from the beginning. */
  eventsSince(id: number) {
    const { eventLog, lastEventId } = this.world;
    const since = id <= lastEventId ? id : 0;
    return { since, events: eventLog.after(since, EVENTS_PAGE), newestId: this.newestEventId };
  }

  /** 0 before the first event. */
  get newestEventId(): number {
    return this.world.eventLog.newest?.id ?? 0;
  }

  auditPage(query: AuditQuery): AuditPage {
    this.#options.flushAudit(); // the page includes earlier refusals
    return this.#options.store.audit.page(query);
  }

  outbox(read: OutboxRead): OutboxPage {
    return outboxPage(this.world, this.#options.store, read);
  }
}
