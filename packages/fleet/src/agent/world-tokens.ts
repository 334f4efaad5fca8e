import type { DatabaseSync } from 'node:sqlite';
import { capped } from '@palatine/contract';
import type { Token } from '@palatine/data-dir/tokens';
import type { Clock } from '@palatine/platform/clock';
import type { Logger } from 'pino';
import { type FleetToken, isForWorld, isValidAt, type WorldKey } from '../messages/index.ts';
import type { FollowedBucket } from '../replicas/bucket-follower.ts';
import { asToken, FLEET, FleetTokenSource } from './fleet-token-source.ts';

export interface WorldTokensOptions {
  readonly world: WorldKey;
  /** The permissions that the owner of this world grants the fleet. */
  readonly allow: readonly string[];
  /** How long tokens of the fleet stay valid without a message from the gateway. */
  readonly graceHours: number;
  /** fleet.db in the data folder. */
  readonly database: DatabaseSync;
  readonly clock: Clock;
  readonly log: Logger;
}

const HOUR_MS = 3_600_000;
/** Interval at which the last contact is persisted. */
const NOTE_MS = 60_000;

export const HEARD_TABLE =
  'create table if not exists heard (one integer primary key check (one = 1), atMs integer not null, tags text not null) strict;';

/** The fleet's tokens at a world: they stay valid for some hours when it is cut off. */
export class WorldTokens {
  readonly source: FleetTokenSource;
  readonly #options: WorldTokensOptions;
  readonly #note;
  #heardMs: number;
  #notedMs = Number.NEGATIVE_INFINITY;
  #tags: readonly string[];

  constructor(options: WorldTokensOptions) {
    const { database, log } = options;
    this.#options = options;
    this.source = new FleetTokenSource(database, log, (digest, token) => this.#validate(digest, token));
    database.exec(HEARD_TABLE);
    const row = database.prepare('select atMs, tags from heard').get() as
      | { atMs: number; tags: string }
      | undefined; // its columns
    this.#note = database.prepare('insert or replace into heard values (1, ?, ?)');
    this.#heardMs = row?.atMs ?? Number.NEGATIVE_INFINITY;
    this.#tags = row === undefined ? [] : (JSON.parse(row.tags) as string[]); // written by onWelcome
  }

  get followed(): FollowedBucket {
    const { table } = this.source;
    return { bucket: 'tokens', table, wants: () => true, onChange: () => this.source.changed() };
  }

  /** Called when the gateway has answered. `tags`: those of this world. */
  onWelcome(tags: readonly string[]): void {
    const nowMs = this.#options.clock.now();
    this.#heardMs = nowMs;
    const isSame = JSON.stringify(tags) === JSON.stringify(this.#tags);
    if (isSame && nowMs - this.#notedMs < NOTE_MS) return;
    this.#notedMs = nowMs;
    this.#tags = tags;
    this.#note.run(nowMs, JSON.stringify(tags));
    if (!isSame) this.source.changed();
  }

  /** Limited to the permissions that the owner of this world allows. */
  #validate(digest: string, token: FleetToken): Token | undefined {
    const { world, allow, graceHours, clock } = this.#options;
    if (!isValidAt(token, clock.now()) || !isForWorld(token.Worlds, world, this.#tags)) return undefined;
    if (clock.now() - this.#heardMs > graceHours * HOUR_MS + NOTE_MS) return undefined;
    return asToken(digest, token, capped(token.Permissions, allow), FLEET);
  }
}
