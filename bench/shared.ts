import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { readGvas } from '@palatine/save/testing';
import { freePort } from '@palatine/stand-in/free-ports';
import { writeLargeSave } from '@palatine/testing/large-save';
import { get, type LoadFigures, type LoadOptions, quantile, TOKEN } from './load.ts';

// The subjects of the benchmark share this: processes and folders that end with it, load over HTTP, turns, and tables.
// Run as a program, this file is the baseline of reads: node shared.ts FILE PORT.

/** How much is measured, and in which world. */
export interface Scale {
  /** Turns of each subject that are measured under load. */
  rounds: number;
  roundMs: number;
  /** Turns of what is done once at a time, such as a start. */
  repeats: number;
  /** The sizes of the demo world, as `--demo` takes them. */
  world: string;
  auditEntries: number;
  /** Players of a made save, with 250 Pals each. */
  savePlayers: number;
  /** The most real saves that are measured. */
  realSaves: number;
  /** Worlds of a fleet. */
  worlds: number;
}

/** The size that Palatine is made for: 5,000 known players of whom 100 are online, and 100,000 characters. */
export const FULL: Scale = {
  rounds: 5,
  roundMs: 3000,
  repeats: 5,
  world: 'players=5000,online=100,palsPerPlayer=18,guilds=1250,camps=600',
  auditEntries: 1_000_000,
  savePlayers: 400,
  realSaves: 10,
  worlds: 200,
};

/** A tenth of it, to see whether the benchmark itself works. */
export const QUICK: Scale = {
  rounds: 2,
  roundMs: 400,
  repeats: 2,
  world: 'players=500,online=50,palsPerPlayer=18,guilds=125,camps=60',
  auditEntries: 20_000,
  savePlayers: 40,
  realSaves: 1,
  worlds: 20,
};

// Folders and processes

export const ROOT = join(import.meta.dirname, '..');
export const PALATINE = join(ROOT, 'apps/cli/src/start.ts');
export const PALATINE_CLI = join(ROOT, 'apps/cli/src/main.ts');
const START_MS = 120_000;
const STOP_MS = 10_000;

const children = new Set<ChildProcess>();
let root: string | undefined;

process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL'); // ends paused ones as well
  if (root !== undefined) rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));

/** Makes an empty folder that goes with the benchmark, on a disk: in memory a flush costs nothing. */
export function newFolder(): string {
  root ??= mkdtempSync(join(diskFolder(), 'palatine-bench-'));
  return mkdtempSync(join(root, 'folder-'));
}

function diskFolder(): string {
  const TMPFS = 0x01021994;
  if (process.platform !== 'linux' || statfsSync(tmpdir()).type !== TMPFS) return tmpdir();
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  return cache;
}

/** Kills the process when the benchmark ends, however that happens. */
export function track(child: ChildProcess): ChildProcess {
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

/** Starts Node as `npm start` does, without the settings that would lead it to another folder or port. */
export function startNode(args: readonly string[], { env, ...options }: SpawnOptions = {}): ChildProcess {
  const { INIT_CWD, PALATINE_DATA, PALATINE_PORT, ...inherited } = process.env;
  const all = {
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node'),
    ...inherited,
    PALATINE_LOG: 'warn',
    ...env,
  };
  return track(spawn(process.execPath, args, { env: all, ...options }));
}

/** Waits for the end of a process, and kills it when that takes too long. */
export async function ended(child: ChildProcess, withinMs = STOP_MS): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const timer = setTimeout(() => child.kill('SIGKILL'), withinMs);
  await once(child, 'exit');
  clearTimeout(timer);
}

/** A process from its start to its exit. */
export interface Run {
  seconds: number;
  /** The most memory that it had resident. */
  peakMb: number;
  output: string;
}

/** Preloaded into a process, it appends the peak of its resident memory to a file when it exits. */
const REPORT_PEAK = `data:text/javascript,${encodeURIComponent(
  `import{appendFileSync}from'node:fs';process.on('exit',()=>appendFileSync(process.env.BENCH_PEAK,process.resourceUsage().maxRSS+'\\n'))`,
)}`;

/** Runs Node to its end. Throws with its output when it fails. */
export async function runNode(...args: readonly string[]): Promise<Run> {
  const peakFile = join(newFolder(), 'peak');
  const startedAt = performance.now();
  const child = startNode(args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { NODE_OPTIONS: `--import=${REPORT_PEAK}`, BENCH_PEAK: peakFile },
  });
  if (child.stdout === null || child.stderr === null) throw new Error('started without pipes');
  const [output, errors] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended(child, START_MS),
  ]);
  const seconds = (performance.now() - startedAt) / 1000;
  if (child.exitCode !== 0) throw new Error(`node ${args.join(' ')} failed:\n${errors}${output}`);
  const peaks = readFileSync(peakFile, 'utf8').trim().split('\n').map(Number);
  return { seconds, peakMb: (Math.max(...peaks) * 1024) / 1e6, output };
}

/** Runs a command of `palatine` to its end. */
export function runPalatine(...args: readonly string[]): Promise<Run> {
  return runNode(PALATINE_CLI, ...args);
}

// Saves

/** A save folder of 100,000 characters, and the real ones in PALATINE_SAVES or beside the repository, by name. */
export async function saveFolders({ savePlayers, realSaves }: Scale): Promise<Record<string, string>> {
  const targetFolder = join(newFolder(), 'made');
  await writeLargeSave(targetFolder, 'Bench', savePlayers);
  const saves = process.env.PALATINE_SAVES ?? join(ROOT, '../shared/saves');
  const level = (name: string) => join(saves, name, 'Level.sav');
  const real = (existsSync(saves) ? readdirSync(saves) : []).filter((name) => existsSync(level(name)));
  if (real.length === 0) {
    process.stdout.write(`\nThere are no save folders in ${saves}; PALATINE_SAVES names another folder.\n`);
  }
  const largest = real.sort((a, b) => statSync(level(b)).size - statSync(level(a)).size).slice(0, realSaves);
  return {
    [`${savePlayers} players with 250 Pals each`]: targetFolder,
    ...Object.fromEntries(largest.map((name) => [name, join(saves, name)])),
  };
}

/** Unpacks the files of a save that an import reads into a new folder, deflated, for a baseline that inflates them. */
export async function deflatedCopy(folder: string): Promise<string> {
  const copy = newFolder();
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/^(Level|LevelMeta|Players[\\/][0-9A-F]{32})\.sav$/i.test(path)) continue;
    const { gvas } = await readGvas(join(folder, path));
    writeFileSync(join(copy, basename(path)), deflateSync(gvas));
  }
  return copy;
}

/** The figures of `runNode` as columns of a table. */
export const RUN_COLUMNS: readonly Column<Run>[] = [
  ['seconds', ({ seconds }) => seconds],
  ['peak MB', ({ peakMb }) => peakMb],
];

// Servers

/** A server in its own process on this machine. Disposing of it sends SIGTERM. */
export interface Server extends AsyncDisposable {
  pid: number;
  port: number;
  /** From the start of the process to its first answer at /readyz. */
  startSeconds: number;
  /** Takes the processor from a server that is not being measured, and gives it back. */
  pause(): void;
  resume(): void;
}

/** A data folder with our token and the settings given, by file name. */
export function newDataFolder(files: Record<string, object> = {}): string {
  const data = newFolder();
  const tokens = join(data, 'RESTAPI', 'Tokens');
  mkdirSync(tokens, { recursive: true });
  writeFileSync(
    join(tokens, 'Bench.json'),
    JSON.stringify({ Name: 'Bench', Token: TOKEN, Permissions: '*' }),
  );
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(data, name), JSON.stringify(content));
  return data;
}

const worlds = new Map<string, Promise<string>>();

/** A new data folder with a demo world of that size, which is made once. */
export async function demoFolder(sizes: string): Promise<string> {
  const source = worlds.get(sizes) ?? makeDemo(sizes);
  worlds.set(sizes, source);
  const copy = newFolder();
  cpSync(await source, copy, { recursive: true, filter: (path) => !path.endsWith('palatine.lock') });
  return copy;
}

async function makeDemo(sizes: string): Promise<string> {
  const data = newDataFolder();
  await runPalatine('world', 'demo', '--demo', sizes, '--data', data);
  return data;
}

/** Starts Palatine as an operator does; nobody moves unless the arguments say so. */
export function startPalatine(data: string, ...args: readonly string[]): Promise<Server> {
  return startServer(
    '--max-semi-space-size=8',
    PALATINE,
    '--data',
    data,
    ...(args.length > 0 ? args : ['--no-simulate']),
    '--port',
  );
}

/** Starts node:http alone, which answers each of these paths with a text from memory. */
export function startBare(answers: Record<string, string>): Promise<Server> {
  const file = join(newFolder(), 'answers.json');
  writeFileSync(file, JSON.stringify(answers));
  return startServer(import.meta.filename, file);
}

/** Starts a script that takes its port as the last argument, and waits until it answers at /readyz. */
export async function startServer(...command: readonly string[]): Promise<Server> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = startNode([...command, String(port)], { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-4000);
  });
  const pid = child.pid ?? 0;
  while (!(await isReady(port))) {
    if (child.exitCode !== null || performance.now() - startedAt > START_MS) {
      throw new Error(`${command.join(' ')} did not start:\n${errors}`);
    }
    await delay(5);
  }
  return {
    pid,
    port,
    startSeconds: (performance.now() - startedAt) / 1000,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async [Symbol.asyncDispose]() {
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      await ended(child);
    },
  };
}

export async function isReady(port: number): Promise<boolean> {
  return get(port, '/readyz').then(
    () => true,
    () => false,
  );
}

/** Resident memory of a process; NaN where the system does not tell. */
export function residentMb(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (Number(kilobytes) * 1024) / 1e6;
}

// Load

/** Like `load`, in a separate process, so that other load does not delay it. */
export async function loadApart(
  { port, pid }: Server,
  options: Omit<LoadOptions, 'stop'>,
): Promise<LoadFigures> {
  const { output } = await runNode(
    join(import.meta.dirname, 'load.ts'),
    JSON.stringify([{ port, pid }, options]),
  );
  return JSON.parse(output) as LoadFigures; // of `load`
}

/** The figures of `load` as columns of a table. */
export const LATENCY_COLUMNS: readonly Column<LoadFigures>[] = [
  ['p50 ms', ({ p50Ms }) => p50Ms],
  ['p99 ms', ({ p99Ms }) => p99Ms],
];
export const LOAD_COLUMNS: readonly Column<LoadFigures>[] = [
  ['requests/s', ({ perSecond }) => perSecond],
  ...LATENCY_COLUMNS,
  ['CPU µs', ({ cpuMicros }) => cpuMicros],
];

// Turns and tables

/** Something that is measured, alone on the machine where it names its server. */
export interface Subject<Figures> {
  server?: Server;
  measure(): Promise<Figures>;
}

/** Measures the subjects in turns, A/B/A/B, after a warm-up turn. */
export async function inTurns<Name extends string, Figures>(
  turns: number,
  subjects: Record<Name, Subject<Figures>>,
): Promise<Record<Name, Figures[]>> {
  const names = Object.keys(subjects) as Name[]; // the keys of subjects
  const measured = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Figures[]>;
  for (const name of names) subjects[name].server?.pause();
  for (let turn = 0; turn <= turns; turn++) {
    for (const name of names) {
      const { server, measure } = subjects[name];
      server?.resume();
      const figures = await measure();
      if (turn > 0) measured[name].push(figures);
      server?.pause();
    }
  }
  for (const name of names) subjects[name].server?.resume();
  return measured;
}

/** A figure that is the same for the baseline has no ratio to it. */
export type Column<Figures> = readonly [
  head: string,
  figure: (figures: Figures) => number,
  ratio?: 'without ratio',
];

export interface Row<Figures> {
  name: string;
  measured: readonly Figures[];
  /** Measured in the same turns; undefined for a baseline. */
  baseline?: readonly Figures[];
}

/**
 * Prints the median of each figure, and its ratio to the baseline: the median of the ratios of the turns, with the
 * least and the greatest.
 */
export function printTable<Figures>(
  title: string,
  columns: readonly Column<Figures>[],
  rows: readonly Row<Figures>[],
): void {
  const head = [title, ...columns.flatMap(([name, , without]) => (without ? [name] : [name, ': baseline']))];
  const lines = rows.map(({ name, measured, baseline }) => [
    name,
    ...columns.flatMap(([, figure, without]) => {
      const values = measured.map(figure);
      const ratios = baseline?.map((figures, turn) => (values[turn] ?? Number.NaN) / figure(figures));
      return [short(median(values)), ...(without ? [] : [ratios === undefined ? '' : ratioText(ratios)])];
    }),
  ]);
  const widths = head.map((_, at) => Math.max(...[head, ...lines].map((line) => line[at]?.length ?? 0)));
  const print = (line: readonly string[]) =>
    line
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd();
  process.stdout.write(`\n${[head, ...lines].map(print).join('\n')}\n`);
}

function ratioText(ratios: readonly number[]): string {
  const [middle, min, max] = [median(ratios), Math.min(...ratios), Math.max(...ratios)].map((ratio) =>
    short(ratio, 2),
  );
  return ratios.length === 1 ? `${middle}` : `${middle} (${min}-${max})`;
}

/** Significant digits of a figure; from 100 up it is a whole number. */
function short(value: number, digits = 3): string {
  if (!Number.isFinite(value)) return '-';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(digits)));
}

export function median(values: readonly number[]): number {
  return quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}

function serveAnswers(file: string, port: number): void {
  const answers = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  const bodies = new Map(Object.entries(answers).map(([path, body]) => [path, Buffer.from(body)]));
  const none = Buffer.from('{}');
  createServer(({ url = '' }, response) => {
    const body = bodies.get(url) ?? none;
    const type = url.startsWith('/v1') ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8';
    response.writeHead(200, { 'content-type': type, 'content-length': body.length });
    response.end(body);
  }).listen(port, '127.0.0.1');
}

if (import.meta.main) serveAnswers(process.argv[2] ?? '', Number(process.argv[3]));
