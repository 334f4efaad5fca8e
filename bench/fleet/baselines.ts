import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectBroker } from '@palatine/fleet';
import type { Pace } from '../arguments.ts';
import { Latencies } from '../latencies.ts';
import { startBare } from '../servers.ts';
import { newFolder } from '../tidy.ts';
import { HttpCalls } from './http-calls.ts';
import { startFleetPartner } from './partner.ts';

/** What one call takes at least on this machine, one at a time. */
export interface Baselines {
  /** A request and its reply over the broker, to another process. */
  natsMs: number;
  /** A GET of bare node:http, in another process. */
  httpMs: number;
}

const SUBJECT = 'bench.echo';
const BODY_BYTES = 1000;

export async function measureBaselines(server: string, pace: Pace): Promise<Baselines> {
  return { natsMs: await natsMs(server, pace), httpMs: await httpMs(pace) };
}

async function natsMs(server: string, pace: Pace): Promise<number> {
  await using echo = startFleetPartner('echo-process.ts', [server, SUBJECT]);
  await echo.ask('start', pace.roundMs + 10_000);
  const connection = await connectBroker({ servers: [server], name: 'baseline' });
  const body = Buffer.alloc(BODY_BYTES);
  try {
    return await p50OneAtATime(pace, () => connection.request(SUBJECT, body, { timeout: 10_000 }));
  } finally {
    await connection.close();
  }
}

async function httpMs(pace: Pace): Promise<number> {
  const file = join(newFolder(), 'body.json');
  writeFileSync(file, Buffer.alloc(BODY_BYTES, ' '));
  await using bare = await startBare(file);
  const calls = new HttpCalls(bare.port, 1);
  try {
    return await p50OneAtATime(pace, () => calls.call('GET / HTTP/1.1\r\nhost: bench\r\n\r\n'));
  } finally {
    calls.close();
  }
}

/** The median of calls of which each begins when the one before has ended; after a time that does not count. */
export async function p50OneAtATime({ settleMs, roundMs }: Pace, call: () => Promise<unknown>) {
  const latencies = new Latencies();
  const beganMs = performance.now();
  for (let now = beganMs; now - beganMs < settleMs + roundMs; ) {
    await call();
    const endedMs = performance.now();
    if (now - beganMs >= settleMs) latencies.add(endedMs - now);
    now = endedMs;
  }
  return latencies.quantile(0.5);
}
