import { setTimeout as delay } from 'node:timers/promises';
import { Latencies } from '../latencies.ts';

export interface OpenLoopOptions {
  perSecond: number;
  /** How long requests are sent. */
  durationMs: number;
  /** The start, of which no latency counts. */
  settleMs: number;
  /** How long the last answers are waited for. */
  patienceMs: number;
  /** Sends a request; resolves with its answer, rejects when it fails. */
  send(index: number): Promise<unknown>;
  /** For tests. */
  now?: () => number;
  wait?: (ms: number) => Promise<unknown>;
}

export interface OpenLoopFigures {
  sent: number;
  answered: number;
  failed: number;
  /** Neither answered nor failed when the patience was over. */
  unanswered: number;
  p50Ms: number;
  p99Ms: number;
  /** How often each failure came. */
  failures: Record<string, number>;
}

const TICK_MS = 1;

/** How many requests are due by a moment. */
export function dueBy(elapsedMs: number, { perSecond, durationMs }: OpenLoopRate): number {
  return Math.floor((Math.min(elapsedMs, durationMs) * perSecond) / 1000);
}
type OpenLoopRate = Pick<OpenLoopOptions, 'perSecond' | 'durationMs'>;

/**
 * Sends requests at a rate, whether or not earlier ones were answered. A latency runs from the moment a request was due:
 * a sender that was held up does not hide the time.
 */
export async function openLoop(options: OpenLoopOptions): Promise<OpenLoopFigures> {
  const { perSecond, durationMs, settleMs, patienceMs, send } = options;
  const { now = () => performance.now(), wait = delay } = options;
  const total = dueBy(durationMs, options);
  const latencies = new Latencies();
  const failures: Record<string, number> = {};
  let [answered, failed, sent] = [0, 0, 0];
  const startedMs = now();

  async function sendOne(index: number): Promise<void> {
    const dueMs = (index * 1000) / perSecond;
    try {
      await send(index);
      answered++;
      if (dueMs >= settleMs) latencies.add(now() - startedMs - dueMs);
    } catch (error) {
      failed++;
      const { message } = error as Error;
      failures[message] = (failures[message] ?? 0) + 1;
    }
  }

  for (; sent < total; await wait(TICK_MS)) {
    for (const due = dueBy(now() - startedMs, options); sent < due; sent++) void sendOne(sent);
  }
  const endMs = now() + patienceMs;
  while (answered + failed < total && now() < endMs) await wait(TICK_MS);
  return {
    ...{ sent, answered, failed, unanswered: sent - answered - failed },
    p50Ms: latencies.quantile(0.5),
    p99Ms: latencies.quantile(0.99),
    failures,
  };
}
