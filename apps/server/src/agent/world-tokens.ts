import type { DatabaseSync } from 'node:sqlite';
import { capped } from '@palatine/contract';
import { asToken, FLEET, fleetTokenSource } from '@palatine/fleet/fleet-token-source';
import { isForWorld, isValidAt, type WorldKey } from '@palatine/fleet/messages';
import type { Clock } from '@palatine/platform/clock';
import type { Logger } from 'pino';
import type { FollowedBucket } from './bucket-follower.ts';

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
export function worldTokens({ world, allow, graceHours, database, clock, log }: WorldTokensOptions) {
  database.exec(HEARD_TABLE);
  const note = database.prepare('insert or replace into heard values (1, ?, ?)');
  const row = database.prepare('select atMs, tags from heard').get() as
    | { atMs: number; tags: string }
    | undefined; // its columns
  let heardMs = row?.atMs ?? Number.NEGATIVE_INFINITY;
  let tags: readonly string[] = row === undefined ? [] : (JSON.parse(row.tags) as string[]); // written by onWelcome
  let notedMs = Number.NEGATIVE_INFINITY;

  /** Limited to the permissions that the owner of this world allows. */
  const source = fleetTokenSource(database, log, (digest, token) => {
    const nowMs = clock.now();
    if (!isValidAt(token, nowMs) || !isForWorld(token.Worlds, world, tags)) return undefined;
    if (nowMs - heardMs > graceHours * HOUR_MS + NOTE_MS) return undefined;
    return asToken(digest, token, capped(token.Permissions, allow), FLEET);
  });
  const { table, changed } = source;
  const followed: FollowedBucket = { bucket: 'tokens', table, wants: () => true, onChange: changed };

  return {
    source,
    followed,
    /** Called when the gateway has answered. `current`: the tags of this world. */
    onWelcome(current: readonly string[]): void {
      heardMs = clock.now();
      const isSame = JSON.stringify(current) === JSON.stringify(tags);
      if (isSame && heardMs - notedMs < NOTE_MS) return;
      notedMs = heardMs;
      tags = current;
      note.run(heardMs, JSON.stringify(tags));
      if (!isSame) changed();
    },
  };
}
