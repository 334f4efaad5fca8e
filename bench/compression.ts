import type { Pace } from './arguments.ts';
import { type LoadGenerator, startLoad } from './load.ts';
import { type PartReport, percent, short, type Table, withRange } from './report.ts';
import { measureRound, type Round } from './round.ts';
import {
  copyDataFolder,
  makeDataFolder,
  playersRequest,
  type Server,
  startMovingPalatine,
  startPalatine,
} from './servers.ts';
import { median, ratioOf } from './statistics.ts';

const SIZES = [32, 1000];
const CONNECTIONS = 32;
const MIN_ANSWERS = 5 * CONNECTIONS;

const ENCODINGS = ['plain', 'br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

const WORLDS = { resting: 'nobody moves', moving: 'a third moves, ten times a second' } as const;
type WorldKind = keyof typeof WORLDS;

interface SizeFigures {
  players: number;
  rounds: Record<WorldKind, Record<Encoding, Round[]>>;
}

/** GET /players in each content coding, against the same response uncompressed. */
export async function benchCompression(pace: Pace): Promise<PartReport> {
  await using load = startLoad();
  const figures: SizeFigures[] = [];
  for (const players of SIZES) figures.push(await measureSize(players, load, pace));
  return {
    title: `GET /players compressed, over ${CONNECTIONS} keep-alive connections`,
    tables: figures.map(tableOf),
    notes: [
      'A response is compressed once for each version of the world: at rest once, while players move once for each step that is read.',
      'The connections are of this machine, where a byte costs next to nothing: over a network the bytes decide.',
    ],
    goals: [],
    figures,
  };
}

async function measureSize(players: number, load: LoadGenerator, pace: Pace): Promise<SizeFigures> {
  const data = await makeDataFolder(['--demo', `players=${players},online=${players},palsPerPlayer=1`]);
  const copy = copyDataFolder(data);
  await using resting = await startPalatine(data);
  await using moving = await startMovingPalatine(copy);
  const servers: Record<WorldKind, Server> = { resting, moving };
  const kinds = Object.keys(WORLDS) as WorldKind[]; // the keys of WORLDS
  for (const kind of kinds) servers[kind].pause();

  async function round(kind: WorldKind, encoding: Encoding, settleMs: number, measureMs: number) {
    const request = playersRequest(servers[kind].port, encoding === 'plain' ? undefined : encoding);
    servers[kind].resume();
    const figures = await measureRound(load, servers[kind], {
      kinds: [{ requests: [request], share: 1 }],
      connections: CONNECTIONS,
      settleMs,
      measureMs,
      minAnswers: MIN_ANSWERS,
    });
    servers[kind].pause();
    return figures;
  }

  const none = (): Record<Encoding, Round[]> => ({ plain: [], br: [], gzip: [] });
  const rounds: SizeFigures['rounds'] = { resting: none(), moving: none() };
  for (const kind of kinds) {
    for (const encoding of ENCODINGS) await round(kind, encoding, pace.warmUpMs, pace.settleMs);
  }
  for (let number = 0; number < pace.rounds; number++) {
    for (const kind of kinds) {
      for (const encoding of ENCODINGS)
        rounds[kind][encoding].push(await round(kind, encoding, pace.settleMs, pace.roundMs));
    }
  }
  return { players, rounds };
}

function tableOf({ players, rounds }: SizeFigures): Table {
  const rows = Object.entries(rounds).flatMap(([kind, byEncoding]) =>
    ENCODINGS.map((encoding) => {
      const measured = byEncoding[encoding];
      const ratio = (figure: (round: Round) => number) =>
        withRange(ratioOf(measured.map(figure), byEncoding.plain.map(figure)));
      const of = (figure: (round: Round) => number) => median(measured.map(figure));
      return [
        WORLDS[kind as WorldKind], // a key of SizeFigures.rounds
        encoding,
        short(of(bytesOf) / 1000),
        ratio(bytesOf),
        short(of((round) => round.requestsPerSecond)),
        ratio((round) => round.requestsPerSecond),
        percent(of((round) => round.serverCpu)),
        ratio((round) => round.serverCpu / round.requestsPerSecond),
      ];
    }),
  );
  return {
    head: [
      `${players.toLocaleString('en')} players`,
      'coding',
      'kB each',
      'of plain',
      'requests/s',
      'of plain',
      'server CPU',
      'CPU a request, of plain',
    ],
    rows,
  };
}

function bytesOf({ bytesPerSecond, requestsPerSecond }: Round): number {
  return bytesPerSecond / requestsPerSecond;
}
