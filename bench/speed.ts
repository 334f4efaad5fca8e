import { dirname } from 'node:path';
import type { Pace } from './arguments.ts';
import type { Start } from './cold-start.ts';
import { diskNote, flushFigures } from './disk.ts';
import { startLoad } from './load.ts';
import { loadNote, loadText } from './machine-load.ts';
import { measureSize } from './players.ts';
import { atMost, type Goal, type PartReport, short, withRange } from './report.ts';
import { type Round, roundsNote, speedRatio } from './round.ts';
import { LARGE_WORLD_TEXT, measureLargeWorld } from './speed/large-world.ts';
import { measureReadAfterWrite, OTHER_WRITES } from './speed/read-after-write.ts';
import { goalOf, type Row } from './speed/row.ts';
import { median, ratioOf, spreadOf } from './statistics.ts';
import { LARGE_PLAYERS, measureSizes, worldText } from './write-size.ts';
import { makeWriteWorld } from './write-world.ts';
import { measureScenarios, writing } from './writes.ts';

const FEW_PLAYERS = 32;
const SMALL_WORLD = 30;
const MB = 1e6;
/** After 2 s the JIT compiler was still at work: the first round of GET /players had half the speed of the others. */
const LEAST_WARM_UP_MS = 5000;
/** By the number of connections: what give/items has to reach of the bare handler, and what one may take of the CPU. */
const WRITE_GOALS = new Map<number, { ofBare: number; cpuMicros?: number }>([
  [1, { ofBare: 0.7 }],
  [64, { ofBare: 3, cpuMicros: 45 }],
]);

type Figures = Awaited<ReturnType<typeof measure>>;

/** Every figure that has a goal, in one table that also says where the machine was too busy to judge it. */
export async function benchSpeed(usual: Pace): Promise<PartReport> {
  const pace = { ...usual, warmUpMs: Math.max(usual.warmUpMs, LEAST_WARM_UP_MS) };
  const figures = await measure(pace);
  const rows = [...readRows(figures), ...writeRows(figures), ...startRows(figures)];
  return {
    title: 'Speed: what has a goal',
    tables: [],
    notes: notesOf(figures, pace),
    goals: [...rows.map(goalOf), fileGoal(figures)],
    figures,
  };
}

async function measure(pace: Pace) {
  await using load = startLoad();
  const resting = await measureSize(FEW_PLAYERS, ['resting', 'bare'], load, pace);
  const moving = await measureSize(LARGE_PLAYERS, ['moving', 'bare'], load, pace);
  const small = await makeWriteWorld(SMALL_WORLD, load);
  const flushes: number[] = [];
  const scenarios = await measureScenarios([...WRITE_GOALS.keys()].map(writing), ['batching', 'bare'], {
    load,
    pace,
    world: small,
    flushes,
  });
  const disk = { folder: dirname(small.data), flush: flushFigures(flushes) };
  const large = await makeWriteWorld(LARGE_PLAYERS, load);
  const readAfterWrite = await measureReadAfterWrite(large, load, pace);
  const writeCost = await measureSizes(load, pace, small, large);
  const largeWorld = await measureLargeWorld(pace);
  return { resting, moving, scenarios, disk, readAfterWrite, writeCost, largeWorld };
}

function readRows({ resting, moving, readAfterWrite }: Figures): Row[] {
  const many = `GET /players, ${short(LARGE_PLAYERS)} players`;
  return [
    {
      what: `GET /players, ${FEW_PLAYERS} players at rest, of bare`,
      atLeast: 0.8,
      measured: speedRatio(resting.rounds.resting, resting.rounds.bare),
      machineLoad: resting.machineLoad,
    },
    {
      what: `${many}, a third moving, of bare`,
      atLeast: 0.7,
      measured: speedRatio(moving.rounds.moving, moving.rounds.bare),
      machineLoad: moving.machineLoad,
    },
    ...OTHER_WRITES.map((write) => ({
      what: `${many}, after ${write} : with no write before`,
      atMost: 1.25,
      measured: readAfterWrite.ratios[write],
      machineLoad: readAfterWrite.machineLoad,
    })),
  ];
}

function writeRows({ scenarios, writeCost }: Figures): Row[] {
  return [
    ...scenarios.flatMap(({ scenario: { name, connections }, rounds, machineLoad }) => {
      const { ofBare = Number.NaN, cpuMicros } = WRITE_GOALS.get(connections) ?? {};
      const speed: Row = {
        what: `${name}, of bare`,
        atLeast: ofBare,
        measured: speedRatio(rounds.batching, rounds.bare),
        machineLoad,
      };
      if (cpuMicros === undefined) return [speed];
      const measured = spreadOf(rounds.batching.map(microsOf));
      const cpu: Row = { what: `${name}, CPU of one`, atMost: cpuMicros, unit: ' µs', measured, machineLoad };
      return [speed, cpu];
    }),
    ...writeCost.sizes.slice(-1).map(({ players, recipients, cost }) => ({
      what: `cost of a write, ${worldText(players, recipients)} : ${SMALL_WORLD} players`,
      atMost: 1.2,
      measured: cost,
      machineLoad: writeCost.machineLoad,
    })),
  ];
}

function startRows({ largeWorld: { starts, machineLoad } }: Figures): Row[] {
  return [
    {
      what: `${LARGE_WORLD_TEXT}, resident`,
      atMost: 600,
      unit: ' MB',
      measured: spreadOf(starts.map(({ residentBytes }) => residentBytes / MB)),
      machineLoad,
    },
    {
      what: `${LARGE_WORLD_TEXT}, restart`,
      atMost: 2.5,
      unit: ' s',
      measured: spreadOf(starts.map(secondsOf)),
      machineLoad,
    },
  ];
}

/** A file has its size however busy the machine is. */
function fileGoal({ largeWorld: { fileBytes, machineLoad } }: Figures): Goal {
  const goal = atMost(`${LARGE_WORLD_TEXT}, file`, 250, fileBytes / MB, ' MB');
  return { ...goal, machineLoad: loadText(machineLoad) };
}

function notesOf({ scenarios, disk, largeWorld }: Figures, pace: Pace): string[] {
  const cpu = scenarios.map(({ scenario: { name }, rounds: { batching, bare } }) => {
    return `${name}: ${beside(' µs', bare.map(microsOf), batching.map(microsOf))}`;
  });
  const restart = beside(' s', largeWorld.bareStarts.map(secondsOf), largeWorld.starts.map(secondsOf));
  return [
    `${roundsNote(pace)} Starts: medians of ${pace.repeats}, in turn with bare node:http, until GET /version is answered; memory after the requests of the part start.`,
    loadNote(largeWorld.machineLoad),
    diskNote(disk.folder, disk.flush),
    'Bare: node:http that sends the same bytes from memory. For writes: node:http and SQLite on a copy of the same world file, one flushed transaction for each request; it validates nothing and emits no event. Its audit has an index for each filter, which it fills with each write.',
    'A read after a write: one connection writes, reads, and reads again; the first read against the second.',
    `µs, MB and s hold for this machine only. Beside them in this run: CPU of a bare write, ${cpu.join('; ')}. Restart of bare node:http: ${restart}.`,
  ];
}

/** The figure of a baseline, and how often Palatine's holds it. */
function beside(unit: string, bare: readonly number[], palatine: readonly number[]): string {
  return `${short(median(bare))}${unit}, Palatine ${withRange(ratioOf(palatine, bare))} times that`;
}

function secondsOf({ ms }: Start): number {
  return ms / 1000;
}

function microsOf({ serverCpuMicros }: Round): number {
  return serverCpuMicros;
}
