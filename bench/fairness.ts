import { request } from 'node:http';
import { ALL_ROUTES, fillPath, pathOf, queryText, type RouteShape } from '@palatine/contract';
import type { Pace } from './arguments.ts';
import {
  type FairRoute,
  type Identities,
  largestBody,
  takesBody,
  WORST_CALLS,
  type WorstCall,
} from './fairness-calls.ts';
import { identitiesOf, makeFairnessFolder } from './fairness-world.ts';
import { type PartReport, short, under } from './report.ts';
import { type Holds, type MeasuredServer, startMeasuredPalatine, TOKEN } from './servers.ts';
import { median } from './statistics.ts';

/** No request may hold a thread for longer. */
const LONGEST_HOLD_MS = 50;
/** The first requests of a kind run code that nothing has optimized yet. */
const WARM_UP_TURNS = 2;
/** A stream has sent what there is when it has been silent for so long. */
const SILENT_MS = 300;
/** The cheapest request; the ratio of the others is to its time. */
const BASELINE = 'getVersion';

/** A change that every query may read: of the rules. */
const CHANGE = { route: ALL_ROUTES.reloadConfig, call: { body: {} } };

interface Kind {
  title: string;
  route: RouteShape;
  call(known: Identities): WorstCall;
}

interface KindFigures {
  title: string;
  status: number;
  replyBytes: number;
  /** The holds of each request. */
  holds: Holds[];
}

/** The most expensive request of each route, sent alone to a world of 10,000 players: how long it held a thread. */
export async function benchFairness({ repeats }: Pace): Promise<PartReport> {
  const data = await makeFairnessFolder();
  await using server = await startMeasuredPalatine(data);
  const identities = await identitiesOf(server.port, data);
  let turn = 0;
  const figures: KindFigures[] = [];
  for (const kind of kinds()) {
    const holds: Holds[] = [];
    let last = { status: 0, bytes: 0 };
    for (let sent = 0; sent < WARM_UP_TURNS + repeats; sent++) {
      turn += 1;
      const call = kind.call(identities(turn));
      await send(server, CHANGE.route, CHANGE.call, -turn); // no response is cached after it
      await server.holds();
      last = await send(server, kind.route, call, turn);
      const held = await server.holds();
      if (sent >= WARM_UP_TURNS) holds.push(held);
    }
    figures.push({ title: kind.title, status: last.status, replyBytes: last.bytes, holds });
  }
  return report(figures);
}

/** The worst call of each route, and of each that takes a body the same call in the largest body. */
function kinds(): Kind[] {
  return Object.entries(WORST_CALLS).flatMap(([name, call]) => {
    const route: RouteShape = ALL_ROUTES[name as FairRoute]; // the keys of WORST_CALLS
    const title = `${route.method} ${pathOf(route).replace(/^\/v1/, '')}`;
    const largest = (known: Identities) => ({ ...call(known), body: largestBody(call(known).body) });
    return [
      { title, route, call },
      ...(takesBody(route) ? [{ title: `  largest body`, route, call: largest }] : []),
    ];
  });
}

function send(
  { port }: MeasuredServer,
  route: RouteShape,
  { params = {}, query = {}, headers = {}, body }: WorstCall,
  turn: number,
): Promise<{ status: number; bytes: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; bytes: number }>();
  const path = fillPath(route, params) + queryText(query);
  const key = takesBody(route) ? { 'idempotency-key': `turn-${turn}` } : {};
  const all = { authorization: `Bearer ${TOKEN}`, ...key, ...headers };
  const sent = request({ host: '127.0.0.1', port, path, method: route.method, headers: all, agent: false });
  const cutOff = (error: Error) => {
    if (route.stream) resolve({ status: 0, bytes: 0 });
    else reject(new Error(`${path}: ${error.message}`, { cause: error }));
  };
  sent.once('error', cutOff);
  sent.once('response', (response) => {
    let bytes = 0;
    const end = () => {
      sent.destroy();
      resolve({ status: response.statusCode ?? 0, bytes });
    };
    const silence = route.stream ? setTimeout(end, SILENT_MS) : undefined;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      silence?.refresh();
    });
    response.once('end', end);
  });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  return promise;
}

function report(figures: readonly KindFigures[]): PartReport {
  const times = (of: keyof Holds, { holds }: KindFigures) => holds.map((held) => held[of]);
  const longest = (kind: KindFigures) => Math.max(...times('mainMs', kind), ...times('gameMs', kind));
  const baseline = figures.find(({ title }) =>
    title.endsWith(pathOf(ALL_ROUTES[BASELINE]).replace(/^\/v1/, '')),
  );
  const baselineMs = baseline === undefined ? Number.NaN : Math.max(0.1, median(times('mainMs', baseline)));
  return {
    title: 'How long the most expensive request of each route holds a thread, with 10,000 players',
    tables: [
      {
        head: ['request', 'status', 'reply kB', 'game ms', 'longest', 'main ms', 'longest', 'x /version'],
        rows: figures.map((kind) => [
          kind.title,
          String(kind.status),
          short(kind.replyBytes / 1000),
          short(median(times('gameMs', kind))),
          short(Math.max(...times('gameMs', kind))),
          short(median(times('mainMs', kind))),
          short(Math.max(...times('mainMs', kind))),
          short((median(times('mainMs', kind)) + median(times('gameMs', kind))) / baselineMs),
        ]),
      },
    ],
    notes: [
      'Each request is sent alone. ms is the median, beside it the longest. The main thread is measured in steps of about 1 ms.',
      'The time of the game thread does not hold that of copying the request to it.',
    ],
    goals: [under('longest hold of any request', LONGEST_HOLD_MS, Math.max(...figures.map(longest)), ' ms')],
    figures,
  };
}
