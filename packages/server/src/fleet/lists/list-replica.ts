import type { DatabaseSync } from 'node:sqlite';
import type { NatsConnection } from '@nats-io/transport-node';
import { BUCKETS, BucketFollower, type BucketMessage, type SeenMark, type WorldKey } from '@palatine/fleet';
import type { Logger } from 'pino';
import type { FleetAllowed } from '../../attached/whitelist.ts';
import { openReplicaFile } from '../../data-folder/sqlite.ts';
import type { FleetBansOutcome } from '../../game/calls.ts';
import type { Clock } from '../../game/clock.ts';
import type { Game } from '../../game/game.ts';
import { allowedUsers, BanOffers, wantedBans } from './ban-offers.ts';
import { ListCopy } from './list-copy.ts';

/** Before what could not be enforced is tried again. */
const AGAIN_MS = 5000;

export interface ListReplicaOptions {
  readonly world: WorldKey;
  /** The lists that this world subscribes to, by name. */
  readonly lists: readonly string[];
  /** `fleet-lists.db` in the data folder. */
  readonly file: string;
  readonly game: Pick<Game, 'applyFleetLists' | 'watch' | 'world'>;
  /** Tells the whitelist of a game server whom lists allow; absent for a world of its own. */
  readonly allow?: ((allowed: FleetAllowed) => void) | undefined;
  readonly clock: Clock;
  readonly log: Logger;
  /** How often it compares itself with the broker; 10 minutes unless given. */
  readonly compareMs?: number;
}

export interface ListReplicaStatus {
  readonly lists: readonly string[];
  /** Whether everything was read once. Before that nothing is enforced. */
  readonly whole: boolean;
  /** Up to where the bucket was read. */
  readonly seen: SeenMark;
  readonly enforced: FleetBansOutcome | undefined;
}

/** How often it looks whether an entry has expired, and whether one that was ahead of the clock counts by now. */
const CHECK_MS = 5000;

/** The shared lists at a world: a stored copy that follows the broker, enforced also when cut off. */
export class ListReplica {
  readonly #options: ListReplicaOptions;
  readonly #database: DatabaseSync;
  readonly #copy: ListCopy;
  readonly #enforcer: ListEnforcer;
  #offers: BanOffers | undefined;
  #follower: BucketFollower | undefined;
  readonly #ends: (() => void)[] = [];

  /** Opens the copy. Throws when the disk takes no file. */
  constructor(options: ListReplicaOptions) {
    const { lists, file, clock, log } = options;
    const database = openReplicaFile(file);
    const copy = new ListCopy({
      database,
      now: () => clock.now(),
      report: (problem, key) => log.warn({ key, problem }, 'an entry of a shared list does not count'),
    });
    if (subscribesToMore(database, lists)) copy.startAnew();
    this.#options = options;
    this.#database = database;
    this.#copy = copy;
    this.#enforcer = new ListEnforcer({ ...options, copy });
  }

  /** Enforces what is known, also while there is no broker. */
  start(): void {
    const { game, clock } = this.#options;
    this.#enforcer.request();
    this.#ends.push(
      clock.every(CHECK_MS, () => this.#check()),
      game.watch((events) => {
        if (events.some(isBanOfWorld)) this.#onNews();
      }),
    );
  }

  /** Follows the broker, and offers it the bans of this world. */
  follow(connection: NatsConnection): void {
    const { lists, log, compareMs } = this.#options;
    this.#offers = new BanOffers({
      ...this.#options,
      connection,
      database: this.#database,
      copy: this.#copy,
    });
    this.#follower = new BucketFollower({
      connection,
      bucket: BUCKETS.lists,
      prefixes: lists,
      seen: this.#copy.mark,
      take: (messages, mark) => this.#take(messages, mark),
      onWhole: () => this.#onWhole(),
      report: (problem, error) => log.warn({ err: error }, problem),
      ...(compareMs !== undefined && { compareMs }),
    });
    this.#follower.start();
  }

  get status(): ListReplicaStatus {
    const { whole } = this.#copy.mark;
    return {
      lists: this.#options.lists,
      whole,
      seen: this.#follower?.seen ?? this.#copy.mark,
      enforced: this.#enforcer.outcome,
    };
  }

  /** Stops following and enforcing. Banlist.json stays as it is. */
  async stop(): Promise<void> {
    for (const end of this.#ends.splice(0)) end();
    await this.#follower?.stop();
    await Promise.all([this.#enforcer.stop(), this.#offers?.stop()]);
    this.#database.close();
  }

  #take(messages: readonly BucketMessage[], mark: SeenMark | undefined): void {
    if (this.#copy.take(messages, mark)) this.#onNews();
  }

  #onWhole(): void {
    this.#copy.setWhole();
    this.#onNews();
  }

  /** The lists have changed, or a ban was given or lifted here, which may be one of a list. */
  #onNews(): void {
    this.#enforcer.request();
    this.#offers?.request();
  }

  #check(): void {
    if (this.#copy.takeEarly()) this.#enforcer.request();
    this.#enforcer.check();
  }
}

/** Remembers the lists. @returns whether one of them is new, so that what was read so far lacks it. */
function subscribesToMore(database: DatabaseSync, lists: readonly string[]): boolean {
  database.exec('create table if not exists fleetSubscribed (list text primary key) strict');
  const before = database.prepare('select list from fleetSubscribed').all() as unknown as { list: string }[];
  const known = new Set(before.map(({ list }) => list));
  database.exec('delete from fleetSubscribed');
  const add = database.prepare('insert or ignore into fleetSubscribed values (?)');
  for (const list of lists) add.run(list);
  return lists.some((list) => !known.has(list));
}

function isBanOfWorld({ type, data }: { readonly type: string; readonly data: unknown }): boolean {
  if (type !== 'punishment') return false;
  const { issuer } = data as { issuer: string }; // of the contract
  return !issuer.startsWith('fleet:');
}

interface ListEnforcerOptions {
  readonly copy: ListCopy;
  /** The lists that this world subscribes to. */
  readonly lists: readonly string[];
  readonly game: Pick<Game, 'applyFleetLists'>;
  /** Tells the whitelist of a game server whom lists allow; absent for a world of its own. */
  readonly allow?: ((allowed: FleetAllowed) => void) | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Puts in force what the copy of the lists says. One call of the game at a time; what is asked for meanwhile follows. */
class ListEnforcer {
  readonly #options: ListEnforcerOptions;
  #asked = false;
  #running: Promise<void> = Promise.resolve();
  #outcome: FleetBansOutcome | undefined;
  #enforcedAtMs: number;
  #cancelAgain: () => void = () => {};
  #stopped = false;

  constructor(options: ListEnforcerOptions) {
    this.#options = options;
    this.#enforcedAtMs = options.clock.now();
  }

  /** What the last call came to; undefined before the first. */
  get outcome(): FleetBansOutcome | undefined {
    return this.#outcome;
  }

  /** Enforces the copy as it is now. Nothing is enforced before all of the lists was read once. */
  request(): void {
    const { copy, lists, allow, clock } = this.#options;
    if (this.#stopped) return;
    if (!copy.mark.whole) return allow?.('Unknown');
    allow?.(allowedUsers(copy, lists, clock.now()));
    if (this.#asked) return;
    this.#asked = true;
    this.#running = this.#running.then(() => this.#enforce());
  }

  /** Enforces what has expired since. */
  check(): void {
    const { copy, clock } = this.#options;
    if (copy.expiredBetween(this.#enforcedAtMs, clock.now())) this.request();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelAgain();
    await this.#running;
  }

  async #enforce(): Promise<void> {
    const { copy, lists, game, clock, log } = this.#options;
    this.#asked = false;
    if (this.#stopped) return;
    this.#cancelAgain();
    const nowMs = clock.now();
    try {
      const outcome = await game.applyFleetLists(wantedBans(copy, lists, nowMs));
      this.#enforcedAtMs = nowMs;
      this.#report(outcome);
      if (outcome.blocked === undefined) return;
    } catch (error) {
      log.warn({ err: error }, 'the shared lists could not be enforced; it is tried again');
    }
    this.#cancelAgain = clock.after(AGAIN_MS, () => this.request());
  }

  #report(outcome: FleetBansOutcome): void {
    const before = JSON.stringify(this.#outcome);
    this.#outcome = outcome;
    if (JSON.stringify(outcome) === before) return;
    const { log } = this.#options;
    if (outcome.blocked !== undefined || outcome.leftOut > 0) {
      log.warn({ ...outcome }, 'not all bans of the shared lists are in force');
    } else log.info({ ...outcome }, 'the shared lists are in force');
  }
}
