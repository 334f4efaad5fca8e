import type { Guid } from '@palatine/contract';
import type { Session, World } from '@palatine/world';

export interface SessionFacts {
  readonly uid: Guid;
  /** ms since 1970, of the world. */
  readonly connectedAtMs: number;
  /** '' when unknown. */
  readonly ip: string;
  /** '' when unknown. */
  readonly platform: string;
  /** Undefined for an open session. */
  readonly ended?: { readonly atMs: number; readonly reason: string };
}

const ALL_EVENTS = { events: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };

/** Tracks who comes and goes. A session that was rolled back never was. */
export class SessionChanges {
  readonly #world: World;
  readonly #now: () => number;
  readonly #published = new Map<Guid, Session>();
  readonly #touched = new Set<Guid>();
  changed = false;
  #lastEventId: number;

  constructor(world: World, now: () => number) {
    this.#world = world;
    this.#now = now;
    this.#lastEventId = world.lastEventId;
    for (const session of world.sessions.values()) this.#published.set(session.uid, session);
    world.sessions.index({
      changed: (before, after) => {
        const uid = after?.uid ?? before?.uid;
        if (uid === undefined) return;
        this.#touched.add(uid);
        this.changed = true;
      },
    });
    this.#touched.clear(); // existing ones are in `all`
    this.changed = false;
  }

  all(): SessionFacts[] {
    return Array.from(this.#world.sessions.values(), (session) => this.#factsOf(session));
  }

  /** Changes since the last call; call it after a commit. */
  drain(): SessionFacts[] {
    this.changed = false;
    const changes: SessionFacts[] = [];
    const ends = this.#endsSince();
    for (const uid of this.#touched) {
      const [before, after] = [this.#published.get(uid), this.#world.sessions.get(uid)];
      const goesOn = before !== undefined && before.connectedAtMs === after?.connectedAtMs;
      if (before !== undefined && !goesOn) {
        changes.push({ ...this.#factsOf(before), ended: ends.get(uid) ?? { atMs: this.#now(), reason: '' } });
      }
      if (after !== undefined && (!goesOn || before.ip !== after.ip)) changes.push(this.#factsOf(after));
      if (after === undefined) this.#published.delete(uid);
      else this.#published.set(uid, after);
    }
    this.#touched.clear();
    return changes;
  }

  /** Time and reason of each departure since the last `drain`. */
  #endsSince(): Map<Guid, { atMs: number; reason: string }> {
    const ends = new Map<Guid, { atMs: number; reason: string }>();
    for (const event of this.#world.eventLog.after(this.#lastEventId, ALL_EVENTS)) {
      if (event.type !== 'player.left') continue;
      ends.set(event.data.player.uid, { atMs: event.atMs, reason: event.data.reason });
    }
    this.#lastEventId = this.#world.lastEventId;
    return ends;
  }

  #factsOf({ uid, connectedAtMs, ip }: Session): SessionFacts {
    return { uid, connectedAtMs, ip, platform: this.#world.accounts.get(uid)?.platform ?? '' };
  }
}
