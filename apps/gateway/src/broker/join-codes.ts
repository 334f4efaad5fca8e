import { createHash, randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { type JoinRefusal, Refusal } from '@palatine/contract';
import type { WorldKey } from '@palatine/fleet';

export const JOIN_CODE_MS = 15 * 60_000;
/** Ended codes are kept this much longer, for a precise refusal. */
const RETENTION_MS = 24 * 3_600_000;
const CODE_BYTES = 20;
const MAX_CODES = 10_000;

export interface JoinGrant {
  readonly tags: readonly string[];
  readonly lists: readonly string[];
  /** The only world that may join with it, even again. */
  readonly world?: WorldKey | undefined;
}

const MESSAGES: Record<JoinRefusal, string> = {
  Unknown: 'unknown join code; copy the whole line, or create a new one',
  Used: 'a world has already joined with this join code; each world needs its own',
  Expired: 'the join code has expired after 15 minutes; create a new one',
  WorldTaken: 'this world has joined before; create a join code for it',
  OtherWorld: 'the join code is for another world',
};

export function joinRefusal(reason: JoinRefusal): Refusal {
  return new Refusal('JOIN_REFUSED', MESSAGES[reason], { Reason: reason });
}

export type JoinCodes = ReturnType<typeof joinCodes>;

/** The join codes in gateway.db, under their hashes, so that timing reveals nothing. `now`: ms since 1970. */
export function joinCodes(database: DatabaseSync, now: () => number = Date.now) {
  const count = database.prepare('select count(*) as count from joinCodes');
  const add = database.prepare('insert into joinCodes values (?, ?, ?, 0)');
  const find = database.prepare('select grants, untilMs, used from joinCodes where hash = ?');
  const use = database.prepare('update joinCodes set used = 1 where hash = ?');
  const deleteOld = database.prepare('delete from joinCodes where untilMs < ?');

  return {
    /** Creates a code. Throws RATE_LIMITED when there are too many. */
    create(grant: JoinGrant): { code: string; until: number } {
      deleteOld.run(now() - RETENTION_MS);
      if ((count.get() as { count: number }).count >= MAX_CODES) {
        const message = `${MAX_CODES} join codes were created within a day`;
        throw new Refusal('RATE_LIMITED', message, { RetryAfter: 3600 });
      }
      const code = randomBytes(CODE_BYTES).toString('base64url');
      const until = now() + JOIN_CODE_MS;
      add.run(hashOf(code), JSON.stringify(grant), until);
      return { code, until };
    },
    /** Uses a code up, durably. Throws JOIN_REFUSED for an invalid one, and any error of `accept`. */
    take(code: string, accept: (grant: JoinGrant) => void): JoinGrant {
      const hash = hashOf(code);
      const row = find.get(hash) as { grants: string; untilMs: number; used: number } | undefined; // its columns
      if (row === undefined) throw joinRefusal('Unknown');
      if (row.used === 1) throw joinRefusal('Used');
      if (row.untilMs <= now()) throw joinRefusal('Expired');
      const grant = JSON.parse(row.grants) as JoinGrant; // written by `create`
      accept(grant);
      use.run(hash);
      return grant;
    },
  };
}

function hashOf(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}
