import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { PlayersReply } from '@palatine/contract';
import { until } from '../../tests/harness/until.ts';
import type { Pace } from '../arguments.ts';
import { get, makeDataFolder, postRequest, startPalatine, TOKEN } from '../servers.ts';
import { p50OneAtATime } from './baselines.ts';
import { HttpCalls } from './http-calls.ts';
import { type MeasuredGateway, startMeasuredGateway } from './measured-gateway.ts';

/** The same request at the port of a world and behind a gateway, one at a time: p50 of each round, in ms. */
export interface RealWorldFigures {
  what: string;
  ownMs: number[];
  behindMs: number[];
  load: number;
}

const BASE = '/v1/pdapi';
const GIVEN = { Items: [{ ItemID: 'PalSphere', Count: 1 }] };

/** A real world that joins the fleet of a broker, asked in turn at its own port and through a gateway. */
export async function measureRealWorld(server: string, pace: Pace): Promise<RealWorldFigures[]> {
  const data = await makeDataFolder(['--demo', 'players=32,online=32']);
  const key = randomBytes(16).toString('hex');
  const fleet = { Servers: [server], World: key, Name: 'Real', CredentialsFile: '', CAFile: '' };
  writeFileSync(join(data, 'fleet.json'), JSON.stringify(fleet));
  await using world = await startPalatine(data);
  await using gateway = await startMeasuredGateway(server);
  await until('the world is online', async () => (await gateway.countOnline()) > 0);

  const { Players } = JSON.parse((await get(world.port)).toString()) as PlayersReply;
  const player = Players.find(({ Status, UserId }) => Status === 'Online' && UserId !== '')?.UserId ?? '';
  const give = `${BASE}/give/items/${player}`;
  const behind = `/worlds/${key}`;
  const paths = [
    { what: 'GET /version', request: (base: string) => `GET ${base}${BASE}/version HTTP/1.1` },
    { what: 'GET /players, 32 players', request: (base: string) => `GET ${base}${BASE}/players HTTP/1.1` },
  ].map(({ what, request }) => ({
    what,
    own: `${request('')}\r\nhost: bench\r\nauthorization: Bearer ${TOKEN}\r\n\r\n`,
    behind: `${request(behind)}\r\nhost: bench\r\nauthorization: Bearer ${gateway.token}\r\n\r\n`,
  }));
  const write = {
    what: 'POST /give/items, a write with leave',
    own: postRequest(world.port, give, GIVEN),
    behind: postRequest(world.port, `${behind}${give}`, GIVEN).replace(TOKEN, gateway.token),
  };
  return await measureInTurn([...paths, write], { own: world.port, behind: portOf(gateway) }, pace);
}

interface Pair {
  what: string;
  own: string;
  behind: string;
}

async function measureInTurn(
  pairs: readonly Pair[],
  ports: { own: number; behind: number },
  pace: Pace,
): Promise<RealWorldFigures[]> {
  const calls = { own: new HttpCalls(ports.own, 1), behind: new HttpCalls(ports.behind, 1) };
  const figures: RealWorldFigures[] = [];
  const round: Pace = { ...pace, roundMs: pace.roundMs / 2 };
  for (const { what, own, behind } of pairs) {
    const [ownMs, behindMs]: [number[], number[]] = [[], []];
    for (let number = 0; number < pace.rounds; number++) {
      ownMs.push(await p50OneAtATime(round, () => calls.own.call(own)));
      behindMs.push(await p50OneAtATime(round, () => calls.behind.call(behind)));
    }
    figures.push({ what, ownMs, behindMs, load: loadavg()[0] ?? 0 });
  }
  for (const one of Object.values(calls)) one.close();
  return figures;
}

function portOf({ url }: MeasuredGateway): number {
  return Number(new URL(url).port);
}
