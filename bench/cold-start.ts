import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Pace } from './arguments.ts';
import type { MachineLoad } from './machine-load.ts';
import { withMachineLoad } from './machine-reading.ts';
import { residentBytes } from './process-figures.ts';
import { type Goal, type PartReport, short, under, withRange } from './report.ts';
import { get, makeDataFolder, type Server, startBare, startPalatine } from './servers.ts';
import { median, ratioOf } from './statistics.ts';
import { newFolder } from './tidy.ts';

/** The goals apply to this save. */
const GOAL_SAVE = 'v1_relics';
/** Requests to each path before memory is measured. */
const REQUESTS_PER_PATH = 50;
const PATHS = ['/players', '/guilds', '/version'].map((path) => `/v1/pdapi${path}`);
const DEMO = 'demo world';

export interface Start {
  /** From the start of the process to its first 200 response. */
  ms: number;
  residentBytes: number;
}

interface WorldFigures {
  world: string;
  starts: Start[];
}

export interface Subject extends WorldFigures {
  start(): Promise<Server>;
}

/** Start-up time and memory of the server on an existing world, against a bare node:http server. */
export async function benchStart(pace: Pace, saves: string[], savesFrom: string): Promise<PartReport> {
  const save = saves.find((folder) => basename(folder) === GOAL_SAVE) ?? saves[0];
  const demo = await makeDataFolder(['--demo', 'players=32']);
  const bodyFile = await bodyOf(demo);
  const bare: Subject = { world: 'bare node:http', starts: [], start: () => startBare(bodyFile) };
  const worlds: Subject[] = [{ world: DEMO, starts: [], start: () => startPalatine(demo) }];
  if (save !== undefined) {
    const data = await makeDataFolder(['--import', save]);
    worlds.unshift({ world: basename(save), starts: [], start: () => startPalatine(data) });
  }

  const subjects = [bare, ...worlds];
  await measureStarts(subjects, pace);

  const figures: WorldFigures[] = subjects.map(({ world, starts }) => ({ world, starts }));
  return {
    title: 'Start to the first answer of GET /players, and resident memory',
    tables: [
      {
        head: ['world', 'first answer ms', 'times bare', 'resident MB', 'times bare'],
        rows: figures.map((one) => rowOf(one, bare)),
      },
    ],
    notes: [
      `Medians of ${pace.repeats} starts in turn, with the files in the system's cache; memory after ${REQUESTS_PER_PATH * PATHS.length} requests.`,
      ...(save === undefined ? [`No save folder in ${savesFrom}, so the demo world only.`] : []),
    ],
    goals: goalsOf(figures),
    figures,
  };
}

/** A file with the response of GET /players, which the baseline sends. */
async function bodyOf(data: string): Promise<string> {
  await using server = await startPalatine(data);
  const file = join(newFolder(), 'players.json');
  writeFileSync(file, await get(server.port));
  return file;
}

/** Starts the subjects in turn; each start counts until the path is answered. @returns what the machine did besides. */
export async function measureStarts(
  subjects: readonly Subject[],
  { repeats }: Pace,
  firstPath?: string,
): Promise<MachineLoad> {
  for (const subject of subjects) await measureStart(subject, firstPath); // warms the disk cache and our own HTTP client
  const { machineLoad } = await withMachineLoad(async () => {
    for (let number = 0; number < repeats; number++) {
      for (const subject of subjects) subject.starts.push(await measureStart(subject, firstPath));
    }
  });
  return machineLoad;
}

async function measureStart({ start }: Subject, firstPath?: string): Promise<Start> {
  const startedAt = performance.now();
  await using server = await start();
  await get(server.port, firstPath); // work it postpones until the first request counts as well
  const ms = performance.now() - startedAt;
  for (let number = 0; number < REQUESTS_PER_PATH; number++) {
    for (const path of PATHS) await get(server.port, path);
  }
  return { ms, residentBytes: residentBytes(server.pid) };
}

function rowOf({ world, starts }: WorldFigures, bare: WorldFigures): string[] {
  const times = (figure: keyof Start) =>
    starts === bare.starts ? '' : withRange(ratioOf(list(starts, figure), list(bare.starts, figure)));
  return [
    world,
    short(median(list(starts, 'ms'))),
    times('ms'),
    short(median(list(starts, 'residentBytes')) / 1e6),
    times('residentBytes'),
  ];
}

function list(starts: Start[], figure: keyof Start): number[] {
  return starts.map((start) => start[figure]);
}

function goalsOf(figures: WorldFigures[]): Goal[] {
  return figures
    .filter(({ world }) => world === GOAL_SAVE)
    .flatMap(({ world, starts }) => [
      under(`${world}, first answer`, 1000, median(list(starts, 'ms')), ' ms'),
      under(`${world}, resident memory`, 300, median(list(starts, 'residentBytes')) / 1e6, ' MB'),
    ]);
}
