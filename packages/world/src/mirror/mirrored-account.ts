import { historyOf, renamed } from '../state/account-history.ts';
import type { Account } from '../state/model.ts';
import type { World } from '../state/world.ts';

/** Saves hold the time of a log-out as an estimate, which moves a little from one to the next. */
const SAME_TIME_MS = 60_000;

/**
 * The account that a save's becomes. A save holds no UserId, so the one that is known stays. Of somebody who is online,
 * the running server tells name and time. Of somebody else the later time counts: a log-out is newer than the save.
 */
export function accountOfSave({ accounts, sessions, info }: World, saved: Account): Account {
  const known = accounts.get(saved.uid);
  if (known === undefined) return saved;
  const online = sessions.has(saved.uid);
  const lastOnlineAtMs = online ? known.lastOnlineAtMs : later(known.lastOnlineAtMs, saved.lastOnlineAtMs);
  // A save does not say when somebody was renamed: at the latest when they were last online.
  const name = (online && known.name) || saved.name;
  const named = renamed(known, name, lastOnlineAtMs ?? info.createdAtMs);
  return {
    uid: saved.uid,
    name,
    userId: known.userId,
    platform: saved.platform || known.platform,
    lastOnlineAtMs,
    ...historyOf(named),
  };
}

/** An account that ties a UserId to a PlayerUID is kept for ever, and so is that of somebody whom no save has yet. */
export function mayRemoveAccount({ sessions }: World, { uid, userId }: Account): boolean {
  return userId === '' && !sessions.has(uid);
}

function later(known: number | null, saved: number | null): number | null {
  if (known === null || saved === null) return known ?? saved;
  return saved > known + SAME_TIME_MS ? saved : known;
}
