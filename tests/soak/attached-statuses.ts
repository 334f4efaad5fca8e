import { POLLED } from '@palatine/server/link/server-facts.ts';
import { CALL_TIMEOUTS } from '@palatine/server/link/wire.ts';
import { type AttachedTarget, PLAYERS_SECONDS } from './attached-target.ts';

/** A poll comes a tenth of its interval late at most. */
const JITTER = 1.1;
/**
 * So long a player may be shown with a wrong status while the service calls its roster live, in ms. Who is absent leaves
 * with the second good poll in a row, so two polls may pass. Each comes after its interval, and after at most one call of
 * each endpoint, since one call at a time is under way; a call takes as long as a read may take. While polls of the
 * players fail, the service says itself that its roster is stale, and after 60 s that it is unknown: that time does not
 * count here, and is told beside.
 */
export const WRONG_STATUS_MS = 2 * (PLAYERS_SECONDS * 1000 * JITTER + POLLED.length * CALL_TIMEOUTS.readMs);

/** Who is connected with a character, and who is connected at all, by UserId. */
interface Truth {
  readonly playing: ReadonlySet<string>;
  readonly connected: ReadonlySet<string>;
}

interface Wrong {
  readonly shown: boolean;
  /** ms while the roster was called live. */
  liveMs: number;
  /** ms in all. */
  totalMs: number;
}

/** Compares who is shown as online with who is connected, again and again. */
export class StatusWatch {
  readonly errors: string[] = [];
  /** The longest that somebody was shown wrong, in ms: while the roster was called live, and in all. */
  longestLiveMs = 0;
  longestMs = 0;
  /** Comparisons that were made. */
  looks = 0;
  online = 0;
  /** Of the server, and the step of a maintenance, at the last look. */
  state = '';
  readonly #target: AttachedTarget;
  readonly #players: number;
  readonly #wrong = new Map<string, Wrong>();
  #lookedAtMs = performance.now();
  #wasLive = false;

  /** `players`: how many the world has. None ever goes. */
  constructor(target: AttachedTarget, players: number) {
    this.#target = target;
    this.#players = players;
  }

  /** Looks once. Throws when the service does not answer. @returns how many are shown wrong */
  async look(): Promise<number> {
    const before = await this.#truth();
    const { reply: players } = await this.#target.call('observer', (api) => api.getPlayers());
    const { reply: server } = await this.#target.call('observer', (api) => api.getServer());
    const after = await this.#truth();
    const nowMs = performance.now();
    const sinceMs = nowMs - this.#lookedAtMs;
    const isLive = server.Roster.State === 'Live';
    const liveMs = isLive && this.#wasLive ? sinceMs : 0;
    this.#lookedAtMs = nowMs;
    this.#wasLive = isLive;
    this.looks += 1;
    this.online = players.Meta.OnlineCount;
    this.state = server.Maintenance.Running?.Step ?? server.State;
    if (players.Players.length < this.#players) {
      this.errors.push(`${players.Players.length} players are listed of ${this.#players}`);
    }
    let wrong = 0;
    for (const { UserId, PlayerUID, Status } of players.Players) {
      const shown = Status === 'Online';
      // Somebody who is loading, or comes or goes just now, is right either way.
      const mayBeOnline = before.connected.has(UserId) || after.connected.has(UserId);
      const mayBeOffline = !before.playing.has(UserId) || !after.playing.has(UserId);
      if (shown ? mayBeOnline : mayBeOffline) this.#wrong.delete(PlayerUID);
      else {
        wrong += 1;
        this.#count(`${UserId} (${PlayerUID})`, PlayerUID, { shown, liveMs, totalMs: sinceMs });
      }
    }
    return wrong;
  }

  #count(who: string, uid: string, { shown, liveMs, totalMs }: Wrong): void {
    const before = this.#wrong.get(uid);
    if (before?.shown !== shown) {
      this.#wrong.set(uid, { shown, liveMs: 0, totalMs: 0 });
      return;
    }
    const wasRight = before.liveMs <= WRONG_STATUS_MS;
    before.liveMs += liveMs;
    before.totalMs += totalMs;
    this.longestLiveMs = Math.max(this.longestLiveMs, before.liveMs);
    this.longestMs = Math.max(this.longestMs, before.totalMs);
    if (wasRight && before.liveMs > WRONG_STATUS_MS) {
      this.errors.push(
        `${who} is shown as ${shown ? 'online' : 'offline'} for ${WRONG_STATUS_MS} ms, and is not`,
      );
    }
  }

  /** Nobody is connected to a server that is down. */
  async #truth(): Promise<Truth> {
    const { sessions } = await this.#target.gameServer.control('audit').catch(() => ({ sessions: [] }));
    return {
      playing: new Set(sessions.filter(({ loading }) => !loading).map(({ userId }) => userId)),
      connected: new Set(sessions.map(({ userId }) => userId)),
    };
  }
}
