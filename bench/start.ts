import { join } from 'node:path';
import type { PlayersReply } from '@palatine/contract';
import { openStore } from '@palatine/engine/store';
import { get, type LoadFigures, load } from './load.ts';
import {
  type Column,
  demoFolder,
  inTurns,
  LATENCY_COLUMNS,
  printTable,
  type Row,
  RUN_COLUMNS,
  residentMb,
  runNode,
  type Scale,
  type Subject,
  startBare,
  startPalatine,
} from './shared.ts';

const PALATINE_BIN = join(import.meta.dirname, '../apps/cli/bin/palatine.mjs');
const SMALL_WORLD = 'players=32';
const ENTRIES_AT_ONCE = 10_000;
/** Over which the entries of the audit are spread. */
const AUDIT_DAYS = 20;
const DAY_MS = 24 * 3_600_000;
/** Entries that differ from all others. */
const RARE = 10;

interface Start {
  seconds: number;
  mb: number;
}

const START_COLUMNS: readonly Column<Start>[] = [
  ['seconds', ({ seconds }) => seconds],
  ['resident MB', ({ mb }) => mb],
];

/** Commands, starts of an existing world until /readyz answers, the memory then, and pages of a long audit. */
export async function benchStart(scale: Scale): Promise<void> {
  await measureCommands(scale);
  const empty = await demoFolder(scale.world);
  const audited = await demoFolder(scale.world);
  const sample = await fillAudit(audited, scale.auditEntries);
  const entries = `${scale.auditEntries.toLocaleString('en')} audit entries`;
  const folders = { small: await demoFolder(SMALL_WORLD), empty, audited };
  const turns = await inTurns(scale.repeats, {
    node: { measure: startOfNode },
    small: startOf(folders.small),
    empty: startOf(folders.empty),
    audited: startOf(folders.audited),
  });
  printTable('Start to /readyz', START_COLUMNS, [
    { name: 'node -e 0, start to exit', measured: turns.node },
    { name: 'demo world of 32 players', measured: turns.small, baseline: turns.node },
    { name: 'the world', measured: turns.empty, baseline: turns.node },
    { name: `the world with ${entries}`, measured: turns.audited, baseline: turns.node },
  ]);
  await measurePages(scale, audited, sample);
}

/** Commands as a shell starts them: by the bin, whose Node starts the one that the project brings along. */
async function measureCommands({ repeats }: Scale): Promise<void> {
  const version = ['--version'];
  const find = ['find', 'Cake'];
  for (const args of [version, find]) await runNode(PALATINE_BIN, ...args); // fills the compile cache
  const turns = await inTurns(repeats, {
    node: { measure: () => runNode('-e', '0') },
    version: { measure: () => runNode(PALATINE_BIN, ...version) },
    find: { measure: () => runNode(PALATINE_BIN, ...find) },
  });
  printTable('A command, start to exit', RUN_COLUMNS, [
    { name: 'node -e 0', measured: turns.node },
    { name: 'palatine --version', measured: turns.version, baseline: turns.node },
    { name: 'palatine find Cake', measured: turns.find, baseline: turns.node },
  ]);
}

/** The start of an empty program. */
async function startOfNode(): Promise<Start> {
  const { seconds, peakMb } = await runNode('-e', '0');
  return { seconds, mb: peakMb };
}

function startOf(data: string): Subject<Start> {
  return {
    async measure() {
      await using server = await startPalatine(data);
      return { seconds: server.startSeconds, mb: residentMb(server.pid) };
    },
  };
}

/** Values of the audit to filter by. */
interface Sample {
  uid: string;
  userId: string;
  name: string;
  midMs: number;
}

/** Writes `count` entries into the audit of a stopped world. */
export async function fillAudit(data: string, count: number): Promise<Sample> {
  let players: PlayersReply['Players'];
  {
    await using server = await startPalatine(data);
    players = (JSON.parse(String(await get(server.port, '/v1/pdapi/players'))) as PlayersReply).Players;
  }
  const nowMs = Date.now();
  const spreadMs = AUDIT_DAYS * DAY_MS;
  const store = openStore(join(data, 'world.db'));
  for (let first = 0; first < count; first += ENTRIES_AT_ONCE) {
    const audit = Array.from({ length: Math.min(ENTRIES_AT_ONCE, count - first) }, (_, at) => {
      const number = first + at;
      const isRare = number % (count / RARE) === 0;
      const { UserId, PlayerUID, Name } = players[number % players.length] as PlayersReply['Players'][number]; // below its length
      return {
        atMs: nowMs - spreadMs + Math.floor((number * spreadMs) / count),
        Token: isRare ? 'Intern' : (['Shop', 'Panel', 'Bot'][number % 3] ?? ''),
        IP: isRare ? '192.0.2.1' : `10.0.0.${number % 8}`,
        Route: `POST /v1/pdapi/${isRare ? 'deletebase/:base_camp_id' : 'give/items/:player_identifier'}`,
        Target: isRare ? 'BASE-1' : UserId,
        Outcome: isRare ? 'CAMP_NOT_FOUND' : 'OK',
        Status: isRare ? 404 : 200,
        Reason: '',
        request: `bench-${number}`,
        requestId: `bench-${number}`,
        idempotencyKey: '',
        summary: isRare ? 'the base of Jetragon' : `${1 + (number % 50)} × PalSphere`,
        player: isRare ? undefined : { uid: PlayerUID, userId: UserId, name: Name },
        eventId: undefined,
      };
    });
    store.commit({ changes: [], audit });
  }
  store.close();
  const { UserId, PlayerUID, Name } = players[1] ?? { UserId: '', PlayerUID: '', Name: '' };
  return { uid: PlayerUID, userId: UserId, name: Name, midMs: nowMs - spreadMs / 2 };
}

/** Each filter by itself, with a value that many entries have, that few have, and that none has. */
function pagesOf({ uid, userId, name, midMs }: Sample): Record<string, string> {
  return {
    'no filter': '',
    'Token, many': 'Token=Shop',
    'Token, few': 'Token=Intern',
    'Route, many': 'Route=give',
    'Route, few': 'Route=deletebase',
    'Target, some': `Target=${userId}`,
    'Target, few': 'Target=BASE-',
    'Player by uid': `Player=${uid}`,
    'Player by UserId': `Player=${userId}`,
    'Player by name': `Player=${encodeURIComponent(name)}`,
    'Outcome, many': 'Outcome=OK',
    'Outcome, few': 'Outcome=CAMP_NOT_FOUND',
    'IP, many': 'IP=10.0.0.3',
    'IP, few': 'IP=192.0.2.1',
    From: `From=${new Date(midMs).toISOString()}`,
    To: `To=${new Date(midMs).toISOString()}`,
    'Text, many': 'Text=palsphere',
    'Text, few': 'Text=jetragon',
    'Text, none': 'Text=nothing',
    'Text of three characters, few': 'Text=tra',
  };
}

/** A page of a hundred entries over one connection, against node:http that sends the same page. */
async function measurePages(scale: Scale, data: string, sample: Sample): Promise<void> {
  const pages = Object.entries(pagesOf(sample)).map(([name, query]) => ({
    name,
    path: `/v1/palatine/audit?${query}`,
  }));
  await using palatine = await startPalatine(data);
  const answers: Record<string, string> = {};
  for (const { path } of pages) answers[path] = String(await get(palatine.port, path));
  await using bare = await startBare(answers);
  const rows: Row<LoadFigures & { entries: number }>[] = [];
  for (const { name, path } of pages) {
    const entries = (JSON.parse(answers[path] ?? '') as { Entries: unknown[] }).Entries.length;
    const subject = (server: typeof palatine) => ({
      server,
      measure: async () => ({
        ...(await load(server, { requests: [{ path }], connections: 1, forMs: scale.roundMs / 10 })),
        entries,
      }),
    });
    const turns = await inTurns(scale.repeats, { bare: subject(bare), palatine: subject(palatine) });
    rows.push({ name, measured: turns.palatine, baseline: turns.bare });
  }
  const columns = [
    ['entries', ({ entries }: { entries: number }) => entries, 'without ratio'] as const,
    ...LATENCY_COLUMNS,
  ];
  printTable('A page of the audit', columns, rows);
}
