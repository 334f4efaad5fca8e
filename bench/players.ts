import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pace } from './arguments.ts';
import { type LoadGenerator, startLoad } from './load.ts';
import { atLeast, type Goal, type PartReport, percent, short, type Table, withRange } from './report.ts';
import { measureInTurn, measureRound, type Round, type Rounds, roundsNote, speedRatio } from './round.ts';
import {
  copyDataFolder,
  get,
  makeDataFolder,
  playersRequest,
  type Server,
  startBare,
  startFastify,
  startMovingPalatine,
  startPalatine,
} from './servers.ts';
import { median, type Ratio } from './statistics.ts';
import { newFolder } from './tidy.ts';

const SIZES = [32, 1000, 10_000];
const CONNECTIONS = 32;
/** A slow server answers all connections at once: below this number of answers a rate is random. */
const MIN_ANSWERS = 5 * CONNECTIONS;
/** The goals apply to this size. */
const GOAL_SIZE = 1000;

const KINDS = {
  resting: 'Palatine, resting',
  moving: 'Palatine, moving',
  bare: 'bare node:http',
  fastify: 'plain Fastify',
} as const;
type Kind = keyof typeof KINDS;
const ALL_KINDS = Object.keys(KINDS) as Kind[]; // the keys of KINDS

/** The rounds of some of the servers. */
interface SizeRounds<Measured extends Kind> extends Rounds<Measured> {
  players: number;
  bodyBytes: number;
}

interface SizeFigures extends SizeRounds<Kind> {
  /** Ratios of requests per second. */
  ratios: Record<'resting' | 'moving', { toBare: Ratio; toFastify: Ratio }>;
}

/** GET /players, against node:http with the same bytes and Fastify with the same object. */
export async function benchPlayers(pace: Pace): Promise<PartReport> {
  await using load = startLoad();
  const figures: SizeFigures[] = [];
  for (const players of SIZES) {
    const size = await measureSize(players, ALL_KINDS, load, pace);
    figures.push({ ...size, ratios: ratiosOf(size.rounds) });
  }
  const generatorCpu = Math.max(
    ...figures.flatMap(({ rounds }) => rounds.bare.map((round) => round.generatorCpu)),
  );
  return {
    title: `GET /players over ${CONNECTIONS} keep-alive connections`,
    tables: figures.map(tableOf),
    notes: [
      roundsNote(pace),
      `Where the generator needs a whole core it is what was measured, and ratios come out closer to 1; against bare node:http it needed ${percent(generatorCpu)} at most.`,
    ],
    goals: goalsOf(figures),
    figures,
  };
}

/** Measures some of the servers over a world of so many players, all online. */
export async function measureSize<Measured extends Kind>(
  players: number,
  measured: readonly Measured[],
  load: LoadGenerator,
  pace: Pace,
): Promise<SizeRounds<Measured>> {
  const data = await makeDataFolder(['--demo', `players=${players},online=${players},palsPerPlayer=1`]);
  const copy = copyDataFolder(data);
  await using resting = await startPalatine(data);
  const body = await get(resting.port);
  checkPlayers(body, players);
  const bodyFile = join(newFolder(), 'players.json');
  writeFileSync(bodyFile, body);
  await using moving = await startMovingPalatine(copy);
  await using bare = await startBare(bodyFile);
  await using fastify = await startFastify(bodyFile);

  const servers: Record<Kind, Server> = { resting, moving, bare, fastify };
  for (const kind of ALL_KINDS) servers[kind].pause();

  async function round(kind: Kind, settleMs: number, measureMs: number): Promise<Round> {
    const { port } = servers[kind];
    const length = kind === 'moving' ? {} : { bodyBytes: body.length };
    servers[kind].resume();
    const figures = await measureRound(load, servers[kind], {
      kinds: [{ requests: [playersRequest(port)], share: 1, ...length }],
      connections: CONNECTIONS,
      settleMs,
      measureMs,
      minAnswers: MIN_ANSWERS,
    });
    checkPlayers(await get(port), players); // comes after whatever the connections of the round have left to do
    servers[kind].pause();
    return figures;
  }

  return { players, bodyBytes: body.length, ...(await measureInTurn(measured, pace, round)) };
}

/** Throws unless the response holds all players: measuring a wrong response would be worthless. */
function checkPlayers(body: Buffer, players: number): void {
  const answer = JSON.parse(body.toString()) as { Players?: unknown[] };
  if (answer.Players?.length !== players) {
    throw new Error(`GET /players tells of ${answer.Players?.length} players instead of ${players}`);
  }
}

function ratiosOf(rounds: Record<Kind, Round[]>): SizeFigures['ratios'] {
  const ratios = (kind: Kind) => ({
    toBare: speedRatio(rounds[kind], rounds.bare),
    toFastify: speedRatio(rounds[kind], rounds.fastify),
  });
  return { resting: ratios('resting'), moving: ratios('moving') };
}

function tableOf({ players, bodyBytes, rounds, ratios }: SizeFigures): Table {
  const rows = ALL_KINDS.map((kind) => {
    const of = (figure: Exclude<keyof Round, 'kinds'>) => median(rounds[kind].map((round) => round[figure]));
    const ratio = kind === 'resting' || kind === 'moving' ? ratios[kind] : undefined;
    return [
      KINDS[kind],
      short(of('requestsPerSecond')),
      short(of('bytesPerSecond') / 1e6),
      short(of('p50Ms')),
      short(of('p99Ms')),
      ratio ? withRange(ratio.toBare) : '',
      ratio ? withRange(ratio.toFastify) : '',
      percent(of('serverCpu')),
      percent(of('generatorCpu')),
    ];
  });
  return {
    head: [
      `${players.toLocaleString('en')} players, ${short(bodyBytes / 1000)} kB`,
      'requests/s',
      'MB/s',
      'p50 ms',
      'p99 ms',
      'of bare',
      'x Fastify',
      'server CPU',
      'generator CPU',
    ],
    rows,
  };
}

function goalsOf(figures: SizeFigures[]): Goal[] {
  const ratios = figures.find(({ players }) => players === GOAL_SIZE)?.ratios;
  if (ratios === undefined) return [];
  const size = `${GOAL_SIZE.toLocaleString('en')} players`;
  return [
    atLeast(`${size}, resting, of bare node:http`, 0.8, ratios.resting.toBare.median),
    atLeast(`${size}, moving, of bare node:http`, 0.5, ratios.moving.toBare.median),
    atLeast(`${size}, resting, times plain Fastify`, 15, ratios.resting.toFastify.median),
  ];
}
