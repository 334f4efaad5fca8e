import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';

export interface TestKind {
  name: string;
  files: readonly string[];
  /** Of Node's runner. */
  options: readonly string[];
  /** All files share one process. */
  oneProcess: boolean;
  /** How long they take on two cores that have nothing else to do. */
  usualSeconds: number;
}

/** The folder of a test decides how it runs. */
export const TEST_KINDS: readonly TestKind[] = [
  {
    /** Beside the code they test. They start nothing, so they share one process. */
    name: 'unit',
    files: ['packages/*/src/**/*.test.ts', 'packages/console/build/**/*.test.ts', 'scripts/**/*.test.ts'],
    options: ['--test-isolation=none'],
    oneProcess: true,
    usualSeconds: 175,
  },
  {
    /** Start a service, a process or a browser, or run for long. They wait most of their time, so more run than there are cores. */
    name: 'service',
    files: ['tests/!(console|crash|attached|control|cycle|fleet|game-server|link|mirror)/**/*.test.ts'],
    options: [`--test-concurrency=${2 * availableParallelism()}`],
    oneProcess: false,
    usualSeconds: 1350,
  },
  {
    /** Drive a browser, which has no graphics card here and takes a core by itself. */
    name: 'browser',
    files: ['tests/console/**/*.test.ts'],
    options: [`--test-concurrency=${availableParallelism()}`],
    oneProcess: false,
    usualSeconds: 620,
  },
  {
    /** Beside a stand-in of the game server, on a clock that runs ten times as fast: a starved file misses its polls. */
    name: 'game server',
    files: ['tests/{attached,control,cycle,game-server,link,mirror}/**/*.test.ts'],
    options: [`--test-concurrency=${availableParallelism()}`],
    oneProcess: false,
    usualSeconds: 360,
  },
  {
    /** Worlds and gateways over a real nats-server of their own. */
    name: 'fleet',
    files: ['tests/fleet/**/*.test.ts'],
    options: [`--test-concurrency=${availableParallelism()}`],
    oneProcess: false,
    usualSeconds: 450,
  },
  {
    /** Kill processes and fill disks: one file at a time. */
    name: 'crash',
    files: ['tests/crash/**/*.test.ts'],
    options: ['--test-concurrency=1'],
    oneProcess: false,
    usualSeconds: 480,
  },
];

export interface Selection {
  kind: TestKind;
  /** From the folder of the project, with forward slashes. */
  files: string[];
}

/** All files of each kind. */
export function allTests(root: string): Selection[] {
  return TEST_KINDS.map((kind) => ({ kind, files: filesOf(root, kind) }));
}

/**
 * The tests among these files and below these folders, by kind.
 * @param paths from `root`, with forward slashes
 * @throws Error when there is no test in one of them
 */
export function selectTests(root: string, paths: readonly string[]): Selection[] {
  const all = allTests(root);
  for (const path of paths) {
    if (all.some(({ files }) => files.some((file) => isAt(file, path)))) continue;
    throw new Error(`${path} is no test and holds none`);
  }
  return all
    .map(({ kind, files }) => ({
      kind,
      files: files.filter((file) => paths.some((path) => isAt(file, path))),
    }))
    .filter(({ files }) => files.length > 0);
}

function filesOf(root: string, { files }: TestKind): string[] {
  const found = globSync([...files], { cwd: root });
  return found.map((file) => file.replaceAll('\\', '/')).sort();
}

function isAt(file: string, path: string): boolean {
  return path === '' || file === path || file.startsWith(`${path}/`);
}
