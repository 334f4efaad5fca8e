import { once } from 'node:events';
import { join } from 'node:path';
import { ended, startPartner } from './tidy.ts';

/** Requests of one kind. */
export interface LoadKind {
  /** Sent in turn by the next free connection. */
  requests: readonly string[];
  /** Requests of this kind before the next kind has its turn. */
  share: number;
  /** The exact length of every body; left out when it may vary. */
  bodyBytes?: number;
}

/** One round of load: each keep-alive connection sends its next request when the answer has arrived. */
export interface LoadOrder {
  port: number;
  kinds: readonly LoadKind[];
  connections: number;
  settleMs: number;
  measureMs: number;
  /** The round is extended by up to 10 seconds until this many answers have arrived. */
  minAnswers: number;
}

export interface KindFigures {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** The figures of all kinds together, and of each kind. */
export interface LoadFigures extends KindFigures {
  kinds: KindFigures[];
  bytesPerSecond: number;
  /** Without the answers of the settling time. */
  answers: number;
  settlingAnswers: number;
  /** Share of one core. Near 1 the generator is the bottleneck, not the server. */
  generatorCpu: number;
}

export type LoadReply = { figures: LoadFigures } | { failed: string };

/** A round that overruns its time by more counts as a hang. */
const GRACE_MS = 15_000;

export interface LoadGenerator extends AsyncDisposable {
  /** Runs one round. Throws when an answer is not a 200 of the right length. */
  measure(order: LoadOrder): Promise<LoadFigures>;
}

/** Starts the load generator. It runs one round at a time. */
export function startLoad(): LoadGenerator {
  const child = startPartner(join(import.meta.dirname, 'load-process.ts'));
  const gone = once(child, 'exit').then(() => {
    throw new Error('the load generator ended');
  });
  gone.catch(() => {}); // measure() rejects with it
  return {
    async measure(order) {
      const signal = AbortSignal.timeout(order.settleMs + order.measureMs + GRACE_MS);
      const answer = once(child, 'message', { signal });
      child.send(order);
      const [reply] = (await Promise.race([answer, gone])) as [LoadReply];
      if ('failed' in reply) throw new Error(`load on port ${order.port}: ${reply.failed}`);
      return reply.figures;
    },
    async [Symbol.asyncDispose]() {
      if (child.connected) child.disconnect();
      await ended(child, 2000);
    },
  };
}
