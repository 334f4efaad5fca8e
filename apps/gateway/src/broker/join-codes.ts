import { createHash, randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { type JoinRefusal, Refusal } from '@palatine/contract';
import type { WorldKey } from '@palatine/fleet';

/** How long a code is good. */
export const JOIN_CODE_MS = 15 * 60_000;
/** A code that has ended is known so much longer, so that its world is told what has become of it. */
const REMEMBERED_MS = 24 * 3_600_000;
const CODE_BYTES = 20;
const MAX_CODES = 10_000;

/** What a code lets a world do. */
export interface JoinGrant {
  readonly tags: readonly string[];
  readonly lists: readonly string[];
  /** The only world that may join with it, and may have joined before. */
  readonly world?: WorldKey | undefined;
}

const MESSAGES: Record<JoinRefusal, string> = {
  Unknown: 'nobody has made this join code; copy the whole line, or make a new one',
  Used: 'a world has joined with this join code already; each world needs one of its own',
  Expired: 'the join code has run out after 15 minutes; make a new one',
  WorldTaken: 'this world has joined before; make a join code that names it',
  OtherWorld: 'the join code was made for another world',
};

export function joinRefusal(reason: JoinRefusal): Refusal {
  return new Refusal('JOIN_REFUSED', MESSAGES[reason], { Reason: reason });
}

export type JoinCodes = ReturnType<typeof joinCodes>;

/**
 * The join codes of a gateway, in gateway.db under their hashes: of 160 random bits, the time that a search takes says
 * nothing. `now`: ms since 1970.
 */
export function joinCodes(database: DatabaseSync, now: () => number = Date.now) {
  const count = database.prepare('select count(*) as count from joinCodes');
  const add = database.prepare('insert into joinCodes values (?, ?, ?, 0)');
  const find = database.prepare('select grants, untilMs, used from joinCodes where hash = ?');
  const use = database.prepare('update joinCodes set used = 1 where hash = ?');
  const deleteOld = database.prepare('delete from joinCodes where untilMs < ?');

  return {
    /** Makes a code. Throws RATE_LIMITED when there are too many. */
    create(grant: JoinGrant): { code: string; until: number } {
      deleteOld.run(now() - REMEMBERED_MS);
      if ((count.get() as { count: number }).count >= MAX_CODES) {
        const message = `${MAX_CODES} join codes were made within a day`;
        throw new Refusal('RATE_LIMITED', message, { RetryAfter: 3600 });
      }
      const code = randomBytes(CODE_BYTES).toString('base64url');
      const until = now() + JOIN_CODE_MS;
      add.run(hashOf(code), JSON.stringify(grant), until);
      return { code, until };
    },
    /** Uses a code up, durably. Throws JOIN_REFUSED for a bad one, and what `accept` throws. */
    take(code: string, accept: (grant: JoinGrant) => void): JoinGrant {
      const hash = hashOf(code);
      const found = find.get(hash) as { grants: string; untilMs: number; used: number } | undefined; // its columns
      if (found === undefined) throw joinRefusal('Unknown');
      if (found.used === 1) throw joinRefusal('Used');
      if (found.untilMs <= now()) throw joinRefusal('Expired');
      const grant = JSON.parse(found.grants) as JoinGrant; // written by `create`
      accept(grant);
      use.run(hash);
      return grant;
    },
  };
}

function hashOf(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}
