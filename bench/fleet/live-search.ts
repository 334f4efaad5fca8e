import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { connectBroker, packRoster, SUBJECTS } from '@palatine/fleet';
import { publishWithAck } from '@palatine/server/fleet/publish-with-ack.ts';
import { quantile } from '../statistics.ts';
import type { MeasuredGateway } from './measured-gateway.ts';

/** A search that asks all worlds first who is there. */
export interface LiveSearchFigures {
  /** Worlds that did not answer in time, over all searches. */
  unanswered: number;
  p50Ms: number;
  mostMs: number;
  load: number;
}

const SEARCHES = 15;
/** A gateway shares an answer among those who ask within half of it. */
const PAUSE_MS = 1000;
const SOME_WORLD = 'f'.repeat(32);

/** The simulated worlds say that their rosters are in the stream up to its first message, so there has to be one. */
export async function measureLiveSearch(
  server: string,
  { url, token }: MeasuredGateway,
): Promise<LiveSearchFigures> {
  const connection = await connectBroker({ servers: [server], name: 'bench' });
  await publishWithAck(connection, SUBJECTS.roster(SOME_WORLD), await packRoster({ players: [], total: 0 }));
  await connection.close();
  const headers = { authorization: `Bearer ${token}` };
  const tookMs: number[] = [];
  let unanswered = 0;
  for (let search = 0; search < SEARCHES; search++) {
    const beganMs = performance.now();
    const response = await fetch(`${url}/v1/fleet/players?Live=true&Limit=1`, { headers });
    const { Unanswered } = (await response.json()) as { Unanswered: string[] };
    tookMs.push(performance.now() - beganMs);
    unanswered += Unanswered.length;
    await delay(PAUSE_MS);
  }
  return {
    unanswered,
    p50Ms: quantile(tookMs, 0.5),
    mostMs: Math.max(...tookMs),
    load: loadavg()[0] ?? 0,
  };
}
