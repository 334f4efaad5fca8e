import type { Guid } from '@palatine/contract';
import type { SessionFacts } from './session-news.ts';

export interface SessionWatcher {
  /** Everybody who is online: at once when that is known, and whenever the game loop has started again. */
  onOnline(sessions: readonly SessionFacts[]): void;
  /** Somebody has come or gone. */
  onSession(session: SessionFacts): void;
}

/** Who is online, as the game loop has last said. */
export class OnlineSessions {
  readonly #watchers = new Set<SessionWatcher>();
  #online: Map<Guid, SessionFacts> | undefined;

  /** @returns how to stop it. */
  watch(watcher: SessionWatcher): () => void {
    this.#watchers.add(watcher);
    if (this.#online !== undefined) watcher.onOnline([...this.#online.values()]);
    return () => this.#watchers.delete(watcher);
  }

  apply({ whole, sessions }: { whole: boolean; sessions: readonly SessionFacts[] }): void {
    this.#online = whole ? new Map() : (this.#online ?? new Map());
    for (const session of sessions) {
      if (session.ended === undefined) this.#online.set(session.uid, session);
      else this.#online.delete(session.uid);
    }
    for (const watcher of this.#watchers) {
      if (whole) watcher.onOnline(sessions);
      else for (const session of sessions) watcher.onSession(session);
    }
  }
}
