import { setImmediate as turn } from 'node:timers/promises';
import { TestClock } from '@palatine/testing/test-clock';
import type { Roster, RosterPlayer } from '@palatine/world/roster';
import { GameServerLink, type LinkOptions } from '../../src/rest/link.ts';
import type { LinkStatus } from '../../src/rest/link-memory.ts';
import type { CallOutcome, FailureKind } from '../../src/rest/outcome.ts';
import type { GameServerInfo, GameServerMetrics, GameServerSettings } from '../../src/rest/read-responses.ts';

export const WORLD = 'D09CACDB477D6CE562170AA79C524138';

/** A game server without HTTP: the responses of its endpoints, and when they were called. */
export class SimulatedServer {
  readonly clock = new TestClock();
  /** Failure of every call; undefined while the server responds. */
  failure: FailureKind | undefined;
  /** Failures by endpoint. */
  failures: { [endpoint: string]: FailureKind } = {};
  info: GameServerInfo = { version: 'v1.0.5.102999', name: 'Isle', worldGuid: WORLD };
  players: RosterPlayer[] = [];
  /** undefined: the number of listed players. */
  counted: number | undefined;
  startedMs = this.clock.elapsed();
  readonly calls: { endpoint: string; atMs: number }[] = [];

  readonly client: LinkOptions['client'] = {
    info: () => this.#answer('info', () => this.info),
    players: () => this.#answer('players', () => this.players),
    metrics: () => this.#answer('metrics', () => this.#metrics()),
    settings: () => this.#answer('settings', (): GameServerSettings => ({ autoSaveSpan: 30 })),
  };

  /** Restarts the process. */
  restart(): void {
    this.startedMs = this.clock.elapsed();
    this.players = [];
  }

  callsOf(endpoint: string): number[] {
    return this.calls.filter((call) => call.endpoint === endpoint).map(({ atMs }) => atMs);
  }

  #metrics(): GameServerMetrics {
    const UptimeSeconds = Math.floor((this.clock.elapsed() - this.startedMs) / 1000);
    return { FPS: 60, UptimeSeconds, Players: this.counted ?? this.players.length };
  }

  async #answer<T>(endpoint: string, value: () => T): Promise<CallOutcome<T>> {
    this.calls.push({ endpoint, atMs: this.clock.elapsed() });
    const kind = this.failure ?? this.failures[endpoint];
    if (kind === undefined) return { ok: true, value: value() };
    if (kind === 'timeout') await new Promise<void>((resolve) => void this.clock.after(5000, resolve));
    return { ok: false, failure: { kind, text: `injected: ${kind}` } };
  }
}

/** Defaults of Server.json. */
const POLL_INTERVALS = {
  playersMs: 5000,
  playersWhenEmptyMs: 15_000,
  metricsMs: 10_000,
  infoMs: 60_000,
  settingsMs: 30 * 60_000,
};

/** A link to a simulated server, and everything it has reported. */
export function linkTo(server: SimulatedServer, options: Partial<LinkOptions> = {}) {
  const rosters: Roster[] = [];
  const statuses: LinkStatus[] = [];
  const link = new GameServerLink({
    client: server.client,
    clock: server.clock,
    random: () => 0,
    expectedWorldGuid: WORLD,
    intervals: POLL_INTERVALS,
    onRoster: (roster) => rosters.push(roster),
    onStatus: (status) => statuses.push(status),
    ...options,
  });
  /** Lets time pass, in steps that leave time for pending calls. */
  const pass = async (ms: number, stepMs = 500) => {
    for (let passedMs = 0; passedMs < ms; passedMs += stepMs) {
      server.clock.advance(Math.min(stepMs, ms - passedMs));
      await turn();
    }
  };
  /** The states in order, each once. */
  const states = () => {
    const all = statuses.map(({ state, reason }) => `${state}: ${reason}`);
    return all.filter((state, index) => state !== all[index - 1]);
  };
  return { link, rosters, statuses, pass, states };
}

export function aPlayer(name: string, changes: Partial<RosterPlayer> = {}): RosterPlayer {
  const digits = Buffer.from(name.padEnd(4).slice(0, 4)).toString('hex').toUpperCase();
  const uid = `${digits}-00000000-00000000-00000000`;
  return { uid, userId: `steam_${name}`, name, ip: '192.0.2.10', ...changes };
}
