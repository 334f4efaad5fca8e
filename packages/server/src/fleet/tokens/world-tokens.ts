import type { DatabaseSync } from 'node:sqlite';
import type { NatsConnection } from '@nats-io/transport-node';
import {
  BUCKETS,
  BucketFollower,
  countsAt,
  type FleetToken,
  isForWorld,
  type WorldKey,
} from '@palatine/fleet';
import type { Logger } from 'pino';
import { openReplicaFile } from '../../data-folder/sqlite.ts';
import type { Token } from '../../data-folder/tokens.ts';
import type { Clock } from '../../game/clock.ts';
import { capped, FLEET } from '../forwarded-calls.ts';
import { asToken, FollowedTokens } from './token-copy.ts';

export interface WorldTokensOptions {
  readonly world: WorldKey;
  readonly tags: readonly string[];
  /** The permissions to which the owner of this world holds the fleet. */
  readonly allow: readonly string[];
  /** How long tokens of the fleet count without a word from it. */
  readonly graceHours: number;
  /** `fleet-tokens.db` in the data folder. */
  readonly file: string;
  readonly clock: Clock;
  readonly log: Logger;
}

const HOUR_MS = 3_600_000;
/** The copy is compared with the broker so often: whoever is not heard of for longer is cut off. */
const COMPARE_MS = 60_000;

/** The fleet's tokens at a world: a copy that follows the broker, valid for some hours when cut off. */
export class WorldTokens extends FollowedTokens {
  readonly #options: WorldTokensOptions;
  readonly #database: DatabaseSync;
  #heardMs: number;
  #follower: BucketFollower | undefined;

  /** Opens the copy. Throws when the disk takes no file. */
  constructor(options: WorldTokensOptions) {
    const database = openReplicaFile(options.file);
    super(database, options.clock, options.log);
    this.#options = options;
    this.#database = database;
    database.exec(
      'create table if not exists fleetHeard (one integer primary key check (one = 1), atMs integer not null) strict',
    );
    const row = database.prepare('select atMs from fleetHeard').get() as { atMs: number } | undefined;
    this.#heardMs = row?.atMs ?? Number.NEGATIVE_INFINITY;
  }

  /** Follows the broker from now on. */
  follow(connection: NatsConnection): void {
    this.#follower = new BucketFollower({
      connection,
      bucket: BUCKETS.tokens,
      seen: this.copy.mark,
      take: (messages, mark) => {
        if (this.copy.take(messages, mark)) this.changed();
      },
      onWhole: () => this.#onHeard(),
      report: (problem, error) => this.#options.log.warn({ err: error }, problem),
      compareMs: COMPARE_MS,
    });
    this.#follower.start();
  }

  async stop(): Promise<void> {
    await this.#follower?.stop();
    this.#database.close();
  }

  /** With no more than the owner of this world allows. */
  protected override counted(digest: string, token: FleetToken): Token | undefined {
    const { world, tags, allow, graceHours, clock } = this.#options;
    if (!countsAt(token, clock.now()) || !isForWorld(token.Worlds, world, tags)) return undefined;
    if (clock.now() - this.#heardMs > graceHours * HOUR_MS + 2 * COMPARE_MS) return undefined;
    return asToken(digest, token, capped(token.Permissions, allow), FLEET);
  }

  #onHeard(): void {
    this.#heardMs = this.#options.clock.now();
    this.#database.prepare('insert or replace into fleetHeard values (1, ?)').run(this.#heardMs);
  }
}
