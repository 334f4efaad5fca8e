import { chmodSync, cpSync, readdirSync, utimesSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Pace } from './arguments.ts';
import { type Goal, type PartReport, short, under, withRange } from './report.ts';
import type { SaveEditFigures } from './save-edit-process.ts';
import { median, type Ratio, ratioOf } from './statistics.ts';
import { ended, newFolder, startNode } from './tidy.ts';

/** The save of the goals. */
const GOAL_SAVE = 'v1_relics';
const MANY = 10_000;
const LIMIT_MS = 120_000;
const AN_HOUR_MS = 3_600_000;

interface Run extends SaveEditFigures {
  /** From start to exit of the process. */
  wholeSeconds: number;
}

interface SaveFigures {
  save: string;
  reads: Run[];
  /** One item in place, everything included: read, changed, checked, backed up and written. */
  one: Run[];
  many: Run[];
  /** Durations against reading the same save once, over the rounds. */
  oneTimesRead: Ratio;
  manyTimesOne: Ratio;
}

/** Items given to players of a save in place, against reading the save once. */
export async function benchSaveEdit(pace: Pace, saves: string[], savesFrom: string): Promise<PartReport> {
  const figures: SaveFigures[] = [];
  for (const save of saves) {
    const measured = await measureSave(save, pace.repeats);
    if (measured !== undefined) figures.push(measured);
  }
  return {
    title: 'Edits of save folders, in place',
    tables:
      figures.length === 0
        ? []
        : [
            {
              head: [
                'save',
                'read s',
                'one item s',
                'item : read',
                'whole process s',
                'peak MB',
                'changed %',
                `${MANY} items s`,
                'many : one',
                'peak MB',
              ],
              rows: figures.map(rowOf),
            },
          ],
    notes:
      figures.length === 0
        ? [
            `Skipped: no save folders of the present game in ${savesFrom}. Give some as arguments, or set PALATINE_SAVES.`,
          ]
        : [
            `Medians of ${pace.repeats} edits, each of a fresh copy in its own process and alternating with its baseline, which reads the save once.`,
            'Saves that no edit is made of, such as those of 2024, are left out.',
          ],
    goals: goalsOf(figures),
    figures,
  };
}

/** Undefined for a save that no item can be given to. */
async function measureSave(folder: string, repeats: number): Promise<SaveFigures | undefined> {
  const reads: Run[] = [];
  const one: Run[] = [];
  const many: Run[] = [];
  for (let round = 0; round < repeats; round++) {
    const edited = await run('edit', settledCopy(folder), 1);
    if (edited === undefined) return undefined;
    one.push(edited);
    reads.push((await run('read', folder, 0)) ?? failed(folder));
    many.push((await run('edit', settledCopy(folder), MANY)) ?? failed(folder));
  }
  const seconds = (runs: Run[]) => runs.map((run) => run.seconds);
  return {
    save: basename(folder),
    reads,
    one,
    many,
    oneTimesRead: ratioOf(seconds(one), seconds(reads)),
    manyTimesOne: ratioOf(seconds(many), seconds(one)),
  };
}

function failed(folder: string): never {
  throw new Error(`${folder} could be edited once, and not again`);
}

/** A copy that looks as if the game had written it an hour ago, in a folder of its own. */
function settledCopy(folder: string): string {
  const copy = join(newFolder(), 'world');
  cpSync(folder, copy, { recursive: true });
  const then = new Date(Date.now() - AN_HOUR_MS);
  for (const name of readdirSync(copy, { recursive: true, encoding: 'utf8' })) {
    chmodSync(dirname(join(copy, name)), 0o755);
    if (!name.endsWith('.sav')) continue;
    chmodSync(join(copy, name), 0o644);
    utimesSync(join(copy, name), then, then);
  }
  return copy;
}

/** Undefined when an edit is refused. */
async function run(work: 'edit' | 'read', folder: string, grants: number): Promise<Run | undefined> {
  const begunAt = performance.now();
  const script = join(import.meta.dirname, 'save-edit-process.ts');
  const child = startNode(script, [work, folder, String(grants)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LIMIT_MS,
    // As the installed program does.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/node') },
  });
  if (child.stdout === null || child.stderr === null) throw new Error('the edit was started without pipes');
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended(child, LIMIT_MS);
  const wholeSeconds = (performance.now() - begunAt) / 1000;
  if (child.exitCode === 0) return { ...(JSON.parse(output) as SaveEditFigures), wholeSeconds }; // save-edit-process.ts has just written it
  if (work === 'edit' && errors.includes('ConfigError')) return undefined;
  throw new Error(`${work} of ${folder} failed\n${errors}`);
}

function medianOf(runs: Run[], figure: 'seconds' | 'peakBytes' | 'wholeSeconds'): number {
  return median(runs.map((one) => one[figure]));
}

function changedShare(runs: Run[]): number {
  return median(runs.map(({ changedBytes = Number.NaN, gvasBytes = 1 }) => changedBytes / gvasBytes));
}

function rowOf({ save, reads, one, many, oneTimesRead, manyTimesOne }: SaveFigures): string[] {
  return [
    save,
    short(medianOf(reads, 'seconds')),
    short(medianOf(one, 'seconds')),
    withRange(oneTimesRead),
    short(medianOf(one, 'wholeSeconds')),
    short(medianOf(one, 'peakBytes') / 1e6),
    short(changedShare(one) * 100),
    short(medianOf(many, 'seconds')),
    withRange(manyTimesOne),
    short(medianOf(many, 'peakBytes') / 1e6),
  ];
}

function goalsOf(figures: SaveFigures[]): Goal[] {
  const measured = figures.find(({ save }) => save === GOAL_SAVE);
  if (measured === undefined) return [];
  const { one, many } = measured;
  const whole = medianOf(one, 'wholeSeconds');
  return [
    under(`${GOAL_SAVE}, one item: read, changed, checked, written`, 1.5, medianOf(one, 'seconds'), ' s'),
    under(`${GOAL_SAVE}, one item, with the start of its process`, 1.5, whole, ' s'),
    under(`${GOAL_SAVE}, one item, peak memory`, 600, medianOf(one, 'peakBytes') / 1e6, ' MB'),
    under(`${GOAL_SAVE}, one item, share of the GVAS bytes that differ`, 1, changedShare(one) * 100, ' %'),
    under(`${GOAL_SAVE}, ${MANY} grants, times one`, 2, medianOf(many, 'wholeSeconds') / whole),
  ];
}
