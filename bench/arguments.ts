import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

export function helpText(partNames: readonly string[]): string {
  return `npm run bench -- [options] [parts] [save folders]

  parts          some of ${partNames.join(', ')} (default: all); --only a,b is the same
  --quick        shorter and fewer rounds: a look, not a measurement
  --worlds N,N   how many worlds to simulate in the part fleet (default: 100,1000,5000; 100,1000 with --quick)
  --json FILE    also writes every figure to FILE
  --help

A save folder holds a Level.sav. Without arguments the bench takes those in PALATINE_SAVES (default:
../shared/saves beside the repository). Each figure is a ratio to a baseline measured in the same run.
`;
}

/** The length and number of measurements. */
export interface Pace {
  /** Rounds over all servers, interleaved. */
  rounds: number;
  roundMs: number;
  /** The start of a round, which does not count: connections open, a paused server wakes. */
  settleMs: number;
  /** Load on each server before the first round, so that the JIT compiler has optimized all of it. */
  warmUpMs: number;
  /** Repetitions of an import or a start. */
  repeats: number;
  /** How long a page is left open for what shows only with time. */
  watchMs: number;
}

const USUAL: Pace = { rounds: 5, roundMs: 2000, settleMs: 300, warmUpMs: 2000, repeats: 5, watchMs: 240_000 };
const QUICK: Pace = { rounds: 3, roundMs: 600, settleMs: 150, warmUpMs: 700, repeats: 3, watchMs: 20_000 };

export interface BenchArguments {
  help: boolean;
  quick: boolean;
  /** Names of the parts to run. */
  parts: readonly string[];
  pace: Pace;
  json: string | undefined;
  /** How many worlds to simulate; undefined unless given. */
  worlds: readonly number[] | undefined;
  /** Folders that hold a Level.sav. */
  saves: string[];
  /** The folder that was searched for save folders, or `the command line`. */
  savesFrom: string;
}

/** Reads the command line. Throws when an option or a folder is wrong. */
export function readBenchArguments(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  partNames: readonly string[],
): BenchArguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      json: { type: 'string' },
      worlds: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  // npm changes to the project's folder; resolve paths against the folder the user typed them in.
  const from = env.INIT_CWD ?? process.cwd();
  const savesFrom = resolve(from, env.PALATINE_SAVES ?? join(import.meta.dirname, '../../shared/saves'));
  const parts = positionals.filter((given) => partNames.includes(given));
  const saves = positionals.filter((given) => !partNames.includes(given));
  parts.push(...(values.only?.split(',').map((text) => readPart(text, partNames)) ?? []));
  return {
    help: values.help,
    quick: values.quick,
    parts: parts.length > 0 ? parts : partNames,
    pace: values.quick ? QUICK : USUAL,
    json: values.json === undefined ? undefined : resolve(from, values.json),
    worlds: values.worlds?.split(',').map(readCount),
    saves: saves.length > 0 ? saves.map((path) => givenSave(resolve(from, path))) : savesIn(savesFrom),
    savesFrom: saves.length > 0 ? 'the command line' : savesFrom,
  };
}

function readPart(text: string, partNames: readonly string[]): string {
  const name = text.trim();
  if (partNames.includes(name)) return name;
  throw new Error(`--only: unknown part "${text}"; the parts are ${partNames.join(', ')}`);
}

function readCount(text: string): number {
  const count = Number(text);
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw new Error(`--worlds: "${text}" is no number of worlds`);
}

function givenSave(folder: string): string {
  if (!holdsSave(folder)) throw new Error(`${folder} holds no Level.sav`);
  return folder;
}

/** The save folders in a folder, or the folder itself when it is one. */
function savesIn(folder: string): string[] {
  if (holdsSave(folder)) return [folder];
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name))
    .filter(holdsSave);
}

function holdsSave(folder: string): boolean {
  return statSync(join(folder, 'Level.sav'), { throwIfNoEntry: false })?.isFile() ?? false;
}
