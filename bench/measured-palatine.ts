import { monitorEventLoopDelay } from 'node:perf_hooks';
import { serve } from '@palatine/server/service/serve.ts';
import pino from 'pino';
import { reportServing } from './report-serving.ts';
import type { Holds } from './servers.ts';

/** Palatine over the data folder given, with nobody moving; it tells its parent how long its threads were held. */

/** A timer sees the delay, so a measurement waits for a few of its ticks. */
const TICK_MS = 1;
const SETTLE_MS = 5 * TICK_MS;

const log = pino({ level: 'warn' }, pino.destination(2));
const data = process.argv[2] as string; // bench/servers.ts gives it
const service = await serve({ data, port: 0, simulate: 'Never', log });
const delay = monitorEventLoopDelay({ resolution: TICK_MS });
delay.enable();

process.on('message', () => {
  setTimeout(() => {
    const holds: Holds = {
      mainMs: Math.max(0, delay.max / 1e6 - TICK_MS),
      gameMs: service.game.metrics.takeLongestHold() * 1000,
    };
    delay.reset();
    process.send?.(holds);
  }, SETTLE_MS);
});
reportServing(service);
