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
import { sha256, type Token, tokenId } from '../../data-folder/tokens.ts';
import type { Clock } from '../../game/clock.ts';
import { capped, FLEET } from '../forwarded-calls.ts';
import { TokenCopy } from './token-copy.ts';

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

/**
 * The tokens of the fleet at the port of a world: a copy that follows the broker. A revocation counts within a moment; a
 * world that is cut off goes by what it knows, for some hours.
 */
export class WorldTokens {
  readonly #options: WorldTokensOptions;
  readonly #database: DatabaseSync;
  readonly #copy: TokenCopy;
  readonly #stable = new StableTokens();
  readonly #listeners = new Set<() => void>();
  #heardMs: number;
  #follower: BucketFollower | undefined;

  /** Opens the copy. Throws when the disk takes no file. */
  constructor(options: WorldTokensOptions) {
    const { file, log } = options;
    this.#options = options;
    this.#database = openReplicaFile(file);
    this.#database.exec(
      'create table if not exists fleetHeard (one integer primary key check (one = 1), atMs integer not null) strict',
    );
    const row = this.#database.prepare('select atMs from fleetHeard').get() as { atMs: number } | undefined;
    this.#heardMs = row?.atMs ?? Number.NEGATIVE_INFINITY;
    this.#copy = new TokenCopy(this.#database, (problem) =>
      log.warn({ problem }, 'a token of the fleet does not count'),
    );
  }

  /** Follows the broker from now on. */
  follow(connection: NatsConnection): void {
    this.#follower = new BucketFollower({
      connection,
      bucket: BUCKETS.tokens,
      seen: this.#copy.seen,
      take: (messages, mark) => {
        if (this.#copy.take(messages, mark)) this.#onNews();
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

  /**
   * A token that counts at this world, with no more than its owner allows. Found by the SHA-256 of its secret, so that
   * the time it takes reveals nothing of one.
   */
  find(secret: string): Token | undefined {
    return this.#tokenOf(sha256(secret));
  }

  /** A token that was used, as it is by now; undefined when it counts no more. */
  byId(id: string): Token | undefined {
    const digest = this.#stable.digestOf(id);
    return digest === undefined ? undefined : this.#tokenOf(digest);
  }

  /** Calls back when tokens have changed. @returns how to end that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tokenOf(digest: string): Token | undefined {
    const { world, tags, allow, graceHours, clock } = this.#options;
    const token = this.#copy.get(digest);
    if (token === undefined || !countsAt(token, clock.now())) return undefined;
    if (!isForWorld(token.Worlds, world, tags)) return undefined;
    if (clock.now() - this.#heardMs > graceHours * HOUR_MS + 2 * COMPARE_MS) return undefined;
    return this.#stable.same(asToken(digest, token, capped(token.Permissions, allow), FLEET), digest);
  }

  #onHeard(): void {
    this.#heardMs = this.#options.clock.now();
    this.#database.prepare('insert or replace into fleetHeard values (1, ?)').run(this.#heardMs);
  }

  #onNews(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** A token of the fleet as the checks of a request see it. `prefix` stands before its id and its name; '' at a gateway. */
export function asToken(
  digest: string,
  { Name, AnswerForm }: FleetToken,
  permissions: readonly string[],
  prefix = '',
): Token {
  return {
    id: `${prefix}${tokenId(digest)}`,
    name: `${prefix}${Name}`,
    permissions,
    answerForm: AnswerForm,
  };
}

/** Tokens of requests, each the same object as long as nothing about it changes: what is counted by token goes on. */
export class StableTokens {
  readonly #tokens = new Map<string, { token: Token; digest: string }>();

  same(token: Token, digest: string): Token {
    const known = this.#tokens.get(token.id)?.token;
    if (known !== undefined && JSON.stringify(known) === JSON.stringify(token)) return known;
    this.#tokens.set(token.id, { token, digest });
    return token;
  }

  /** The SHA-256 of the secret of a token that was used; undefined for any other id. */
  digestOf(id: string): string | undefined {
    return this.#tokens.get(id)?.digest;
  }
}
