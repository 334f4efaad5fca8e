import type { PlayersReply } from '@palatine/contract';
import { get, type LoadFigures, load, type Request, send } from './load.ts';
import {
  demoFolder,
  inTurns,
  LOAD_COLUMNS,
  median,
  printTable,
  type Row,
  type Scale,
  type Server,
  startBare,
  startPalatine,
} from './shared.ts';
import { grant, recipients } from './writes.ts';

const CONNECTIONS = 32;
/** The load that Palatine is made for. */
const DESIGN_RATE = 50;

/** The reads of panels, bots and the console, for a player who is online. */
function readsOf({ UserId, PlayerUID }: PlayersReply['Players'][number]): string[] {
  return [
    '/v1/pdapi/version',
    '/v1/pdapi/players',
    '/v1/pdapi/guilds',
    '/v1/pdapi/banlist',
    `/v1/pdapi/player/${UserId}`,
    `/v1/pdapi/items/${UserId}`,
    `/v1/pdapi/pals/${UserId}`,
    `/v1/palatine/players/${PlayerUID}`,
    '/v1/palatine/world',
    '/v1/palatine/players?Find=e&Sort=Playtime&Limit=200',
    '/v1/palatine/pals?LevelFrom=20&Sort=Level&Limit=200',
    '/v1/palatine/camps?Sort=Stacks&Limit=200',
    '/v1/palatine/items/Wood/holders?Limit=200',
    '/v1/palatine/find?Text=zo',
    '/v1/palatine/map',
  ];
}

interface Read extends LoadFigures {
  kb: number;
}

/** Reads of Palatine at rest and while its players move, against node:http that sends the same bytes. */
export async function benchReads(scale: Scale): Promise<void> {
  await using resting = await startPalatine(await demoFolder(scale.world));
  await using moving = await startPalatine(await demoFolder(scale.world), '--simulate');
  const { Players } = JSON.parse(String(await get(resting.port, '/v1/pdapi/players'))) as PlayersReply;
  const player = Players.find(({ Status, UserId }) => Status === 'Online' && UserId !== '');
  if (player === undefined) throw new Error('nobody is online');
  const paths = readsOf(player);
  const answers: Record<string, string> = {};
  for (const path of paths) answers[path] = String(await get(resting.port, path));
  await using bare = await startBare(answers);

  const servers = { resting, moving, bare };
  async function measure(
    name: string,
    requests: readonly Request[],
    perSecond?: number,
  ): Promise<Row<Read>[]> {
    const kb =
      requests.reduce((sum, { path }) => sum + (answers[path]?.length ?? 0), 0) / requests.length / 1000;
    const forMs = perSecond === undefined ? scale.roundMs / 3 : scale.roundMs;
    const options = {
      requests,
      connections: CONNECTIONS,
      forMs,
      ...(perSecond !== undefined && { perSecond }),
    };
    const subject = (server: keyof typeof servers) => ({
      server: servers[server],
      measure: async () => ({ ...(await load(servers[server], options)), kb }),
    });
    const turns = await inTurns(scale.rounds, {
      bare: subject('bare'),
      resting: subject('resting'),
      moving: subject('moving'),
    });
    return [
      { name: `${name}, bare`, measured: turns.bare },
      { name: '  at rest', measured: turns.resting, baseline: turns.bare },
      { name: '  players move', measured: turns.moving, baseline: turns.bare },
    ];
  }

  const columns = [['kB', ({ kb }: Read) => kb, 'without ratio'] as const, ...LOAD_COLUMNS];
  const rows: Row<Read>[] = [];
  for (const path of paths) rows.push(...(await measure(nameOf(path), [{ path }])));
  printTable(`Reads, ${CONNECTIONS} connections`, columns, rows);
  const mixed = await measure(
    `${DESIGN_RATE} a second`,
    paths.map((path) => ({ path })),
    DESIGN_RATE,
  );
  printTable('All of them in turn', columns, mixed);
  await measureAfterWrites(moving, paths);
}

const READS_EACH = 100;

/** Each read by itself, after writes that invalidate its cached response and while players move. */
async function measureAfterWrites({ port }: Server, paths: readonly string[]): Promise<void> {
  const [userId = ''] = await recipients(port);
  const writes = [
    grant('items', userId, { Items: [{ ItemID: 'Wood', Count: 1 }] }),
    grant('progression', userId, { EXP: 1 }),
  ];
  const rows: Row<{ p50Ms: number; heldMs: number }>[] = [];
  for (const path of paths) {
    const ms: number[] = [];
    const heldMs: number[] = [];
    for (let read = 0; read < READS_EACH; read++) {
      for (const write of writes) await send(port, write);
      await longestHoldMs(port); // of the writes
      const startedAt = performance.now();
      await send(port, { path });
      ms.push(performance.now() - startedAt);
      heldMs.push(await longestHoldMs(port));
    }
    rows.push({ name: nameOf(path), measured: [{ p50Ms: median(ms), heldMs: Math.max(...heldMs) }] });
  }
  printTable(
    'A read after a write',
    [
      ['p50 ms', ({ p50Ms }) => p50Ms],
      ['longest hold ms', ({ heldMs }) => heldMs],
    ],
    rows,
  );
}

/** How long the game has held the event loop at most since this was asked last. */
async function longestHoldMs(port: number): Promise<number> {
  const metrics = String(await get(port, '/metrics'));
  return 1000 * Number(/^palatine_game_longest_hold_seconds (.*)$/m.exec(metrics)?.[1]);
}

function nameOf(path: string): string {
  return path.replace('/v1', '').replace(/\/[-\w]{20,}/, '/…');
}
