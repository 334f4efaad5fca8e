import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Pace } from './arguments.ts';
import type { ImportFigures } from './import-process.ts';
import { type Goal, type PartReport, short, under, withRange } from './report.ts';
import { median, type Ratio, ratioOf } from './statistics.ts';
import { ended, newFolder, startNode } from './tidy.ts';

/** The save of the goals. */
const GOAL_SAVE = 'v1_relics';
const LIMIT_MS = 120_000;

interface Run extends ImportFigures {
  /** From start to exit of the process. */
  wholeSeconds: number;
}

interface SaveFigures {
  save: string;
  fileBytes: number;
  gvasBytes: number;
  imports: Run[];
  decompressions: Run[];
  /** Duration of an import against its decompression, over the pairs of runs. */
  timesDecompression: Ratio;
}

/** Save folder to world file, against unpacking the same files. */
export async function benchImport(pace: Pace, saves: string[], savesFrom: string): Promise<PartReport> {
  const figures: SaveFigures[] = [];
  for (const save of saves) figures.push(await measureSave(save, pace.repeats));
  return {
    title: 'Import of save folders',
    tables:
      figures.length === 0
        ? []
        : [
            {
              head: [
                'save',
                '.sav MB',
                'GVAS MB',
                'import s',
                'GVAS MB/s',
                'unpack s',
                'import : unpack',
                'peak MB',
                'unpack peak MB',
                'whole process s',
              ],
              rows: figures.map(rowOf),
            },
          ],
    notes:
      figures.length === 0
        ? [`Skipped: no save folders in ${savesFrom}. Give some as arguments, or set PALATINE_SAVES.`]
        : [`Medians of ${pace.repeats} imports, each in its own process and alternating with its baseline.`],
    goals: goalsOf(figures),
    figures,
  };
}

async function measureSave(folder: string, repeats: number): Promise<SaveFigures> {
  const imports: Run[] = [];
  const decompressions: Run[] = [];
  for (let number = 0; number < repeats; number++) {
    decompressions.push(await run('decompress', folder));
    imports.push(await run('import', folder));
  }
  const { fileBytes = 0, gvasBytes = 0 } = decompressions[0] ?? {};
  const seconds = (runs: Run[]) => runs.map((one) => one.seconds);
  const timesDecompression = ratioOf(seconds(imports), seconds(decompressions));
  return { save: basename(folder), fileBytes, gvasBytes, imports, decompressions, timesDecompression };
}

async function run(work: 'import' | 'decompress', folder: string): Promise<Run> {
  const begunAt = performance.now();
  const script = join(import.meta.dirname, 'import-process.ts');
  const child = startNode(script, [work, folder, join(newFolder(), 'world.db')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LIMIT_MS,
  });
  if (child.stdout === null || child.stderr === null) throw new Error('the import was started without pipes');
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended(child, LIMIT_MS);
  const wholeSeconds = (performance.now() - begunAt) / 1000;
  if (child.exitCode !== 0) throw new Error(`${work} of ${folder} failed\n${errors}`);
  return { ...(JSON.parse(output) as ImportFigures), wholeSeconds }; // import-process.ts has just written it
}

function medianOf(runs: Run[], figure: 'seconds' | 'peakBytes' | 'wholeSeconds'): number {
  return median(runs.map((one) => one[figure]));
}

function rowOf({ save, fileBytes, gvasBytes, imports, decompressions, timesDecompression }: SaveFigures) {
  const seconds = medianOf(imports, 'seconds');
  return [
    save,
    short(fileBytes / 1e6),
    short(gvasBytes / 1e6),
    short(seconds),
    short(gvasBytes / 1e6 / seconds),
    short(medianOf(decompressions, 'seconds')),
    withRange(timesDecompression),
    short(medianOf(imports, 'peakBytes') / 1e6),
    short(medianOf(decompressions, 'peakBytes') / 1e6),
    short(medianOf(imports, 'wholeSeconds')),
  ];
}

function goalsOf(figures: SaveFigures[]): Goal[] {
  const imports = figures.find(({ save }) => save === GOAL_SAVE)?.imports;
  if (imports === undefined) return [];
  return [
    under(`${GOAL_SAVE}, import`, 1, medianOf(imports, 'seconds'), ' s'),
    under(`${GOAL_SAVE}, import with the start of its process`, 1, medianOf(imports, 'wholeSeconds'), ' s'),
    under(`${GOAL_SAVE}, peak memory`, 400, medianOf(imports, 'peakBytes') / 1e6, ' MB'),
  ];
}
