import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

export const HELP = `npm run bench -- [options] [save folders]

  --only PARTS   some of players,writes,import,start (default: all)
  --quick        shorter and fewer rounds: a look, not a measurement
  --json FILE    writes every figure there as well
  --help

Save folders are the ones with Level.sav. Without any, those in PALATINE_SAVES (default ../shared/saves beside
the repository) are taken. Every figure is a ratio to a baseline that was measured in the same run.
`;

export const PART_NAMES = ['players', 'writes', 'import', 'start'] as const;
export type PartName = (typeof PART_NAMES)[number];

/** How long and how often is measured. */
export interface Pace {
  /** Rounds over all servers, interleaved. */
  rounds: number;
  roundMs: number;
  /** The beginning of a round that does not count: connections open, a stopped server wakes. */
  settleMs: number;
  /** Load on each server before the first round, so that the compiler has seen all of it. */
  warmUpMs: number;
  /** How often an import or a start is repeated. */
  repeats: number;
}

const USUAL: Pace = { rounds: 5, roundMs: 2000, settleMs: 300, warmUpMs: 2000, repeats: 5 };
const QUICK: Pace = { rounds: 3, roundMs: 600, settleMs: 150, warmUpMs: 700, repeats: 3 };

export interface BenchArguments {
  help: boolean;
  quick: boolean;
  parts: PartName[];
  pace: Pace;
  json: string | undefined;
  /** Each holds a Level.sav. Empty when there are none. */
  saves: string[];
  /** Where save folders were looked for. */
  savesFrom: string;
}

/** Reads the command line; throws an Error that says what is wrong. */
export function readBenchArguments(args: readonly string[], env: NodeJS.ProcessEnv): BenchArguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      json: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  // npm runs scripts in the project's folder; a path is meant from where it was typed.
  const from = env.INIT_CWD ?? process.cwd();
  const savesFrom = resolve(from, env.PALATINE_SAVES ?? join(import.meta.dirname, '../../shared/saves'));
  return {
    help: values.help,
    quick: values.quick,
    parts: values.only === undefined ? [...PART_NAMES] : values.only.split(',').map(readPart),
    pace: values.quick ? QUICK : USUAL,
    json: values.json === undefined ? undefined : resolve(from, values.json),
    saves:
      positionals.length > 0 ? positionals.map((path) => givenSave(resolve(from, path))) : savesIn(savesFrom),
    savesFrom: positionals.length > 0 ? 'the command line' : savesFrom,
  };
}

function readPart(text: string): PartName {
  const name = PART_NAMES.find((known) => known === text.trim());
  if (name === undefined) throw new Error(`--only: "${text}" is none of ${PART_NAMES.join(', ')}`);
  return name;
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
