import type { OpenLoopFigures } from './open-loop.ts';
import { type Partner, startFleetPartner } from './partner.ts';

/** Requests to one world after another, of which every fourth writes. */
export interface RequestsOrder {
  /** Worlds with the keys 1 to so many. */
  worlds: number;
  perSecond: number;
  durationMs: number;
  settleMs: number;
}

export const READS_PER_WRITE = 3;
/** How long the last answers are waited for. */
export const PATIENCE_MS = 11_000;
const GRACE_MS = 20_000;

/** A process that sends requests at a rate. */
export interface Requests extends AsyncDisposable {
  pid: number;
  send(order: RequestsOrder): Promise<OpenLoopFigures>;
}

/** Sends them over HTTP to a gateway. */
export function startHttpRequests(url: string, token: string): Requests {
  return requestsOf(startFleetPartner('http-requests-process.ts', [url, token]));
}

/** Sends them over NATS itself, with a gateway's client of worlds: there is no HTTP and no other process. */
export function startNatsRequests(server: string): Requests {
  return requestsOf(startFleetPartner('nats-requests-process.ts', [server]));
}

/** Sends them over NATS to connections that answer at once: no fleet, and no write is any different from a read. */
export function startBareRequests(server: string): Requests {
  return requestsOf(startFleetPartner('bare-requests-process.ts', [server]));
}

function requestsOf(partner: Partner): Requests {
  return {
    pid: partner.pid,
    send: (order) => partner.ask(order, order.durationMs + PATIENCE_MS + GRACE_MS),
    [Symbol.asyncDispose]: () => partner[Symbol.asyncDispose](),
  };
}

/** The nth request: to which world, by its number, and whether it writes. */
export function nthRequest(index: number, worlds: number): { world: number; writes: boolean } {
  const writes = index % (READS_PER_WRITE + 1) === READS_PER_WRITE;
  // A prime step, so that neighbours go to worlds of different processes and every world gets its share.
  return { world: 1 + ((index * 7919) % worlds), writes };
}
