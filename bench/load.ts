import { once } from 'node:events';
import { join } from 'node:path';
import { ended, startPartner } from './tidy.ts';

/** Requests of one kind. */
export interface LoadKind {
  /** Sent in turn, by whichever connection is free. */
  requests: readonly string[];
  /** How many go out before the next kind has its turn. */
  share: number;
  /** What every body has to be long; left out when it may change. */
  bodyBytes?: number;
}

/** What the generator is told: keep-alive connections that each send the next request once they are answered. */
export interface LoadOrder {
  port: number;
  kinds: readonly LoadKind[];
  connections: number;
  settleMs: number;
  measureMs: number;
  /** The round goes on for up to 10 seconds more until it has seen this many. */
  leastAnswers: number;
}

export interface KindFigures {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** Of all kinds together, and of each. */
export interface LoadFigures extends KindFigures {
  kinds: KindFigures[];
  bytesPerSecond: number;
  /** Without those of the settling. */
  answers: number;
  /** Of one core. Near 1 it is the generator that was measured. */
  generatorCpu: number;
}

export type LoadReply = { figures: LoadFigures } | { failed: string };

/** What a round may take longer than it was told to. */
const PATIENCE_MS = 15_000;

export interface LoadGenerator extends AsyncDisposable {
  /** One round. Throws when any answer is not a 200 of the right length. */
  measure(order: LoadOrder): Promise<LoadFigures>;
}

/** Starts the load generator, which takes one order at a time. */
export function startLoad(): LoadGenerator {
  const child = startPartner(join(import.meta.dirname, 'load-process.ts'));
  const gone = once(child, 'exit').then(() => {
    throw new Error('the load generator ended');
  });
  gone.catch(() => {}); // told to whoever is measuring
  return {
    async measure(order) {
      const signal = AbortSignal.timeout(order.settleMs + order.measureMs + PATIENCE_MS);
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
