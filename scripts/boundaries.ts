import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { addEdge, circlesIn, type Graph, importsOf } from './imports.ts';

/** The packages of ours that each package may import. */
const PACKAGES: Record<string, readonly string[]> = {
  contract: [],
  save: [],
  world: ['contract', 'save'],
  client: ['contract'],
  console: ['contract', 'client'],
  fleet: ['contract'],
  server: ['contract', 'save', 'world', 'client', 'fleet'],
};

/** Packages of which only types may be imported: the world reads no save file itself. */
const TYPES_ONLY = new Set(['world -> save']);

/**
 * The folders of a package's `src`, from top to bottom. A folder may import from those below it; files directly
 * in `src` stand above all folders. A package without an entry has no folders but `testing`.
 */
const LAYERS: Record<string, readonly string[]> = {
  save: ['diff', 'check', 'edit', 'tree', 'write', 'read', 'format'],
  world: ['simulation', 'mirror', 'demo', 'export', 'import', 'commands', 'queries', 'state', 'catalogue'],
  server: [
    'cli',
    'service',
    'gateway',
    'fleet',
    'http',
    'doctor',
    'attached',
    'history',
    'cycle',
    'mirror',
    'maintenance',
    'control',
    'link',
    'outgoing',
    'game',
    'store',
    'telemetry',
    'jobs',
    'data-folder',
  ],
  console: [
    'shell',
    'overview',
    'map',
    'players',
    'guilds',
    'bases',
    'templates',
    'messages',
    'fleet',
    'bans',
    'server',
    'audit',
    'health',
    'backups',
    'settings',
    'tokens',
    'items',
    'pals',
    'events',
    'actions',
    'worlds',
    'table',
    'commands',
    'ground',
    'faces',
    'outbox',
    'data',
    'session',
    'glyphs',
    'kit',
    'texts',
    'navigation',
  ],
};

/** Files that nothing needs to import: what a package exports, and the programs of the server. */
const ENTRY_POINTS = /^[a-z]+\/src\/(index\.tsx?|main\.tsx?|boot\.ts|cli\/main\.ts|.+\.d\.ts)$/;

/** The structure of one package, of its product files. */
export interface PackageFigures {
  name: string;
  files: number;
  folders: number;
  /** Pairs of folders of which one imports from the other. */
  arrows: number;
  /** Arrows against the order of LAYERS. */
  upward: number;
  /** Circles of files or folders. */
  circles: number;
}

export interface Boundaries {
  /** One sentence for each import against the direction, circle, and file that only tests use. */
  errors: string[];
  figures: PackageFigures[];
}

interface Target {
  file: string;
  thread: boolean;
}
/** The product files of all packages, and the files of the same package each refers to. */
type ProductFiles = Map<string, Target[]>;

/** Checks the imports of all packages below `root`. Imports of types count. */
export function checkBoundaries(root: string): Boundaries {
  const packages = join(root, 'packages');
  const errors: string[] = [];
  const files: ProductFiles = new Map();
  for (const path of globSync('*/src/**/*.{ts,tsx}', { cwd: packages }).sort()) {
    const file = path.split(sep).join('/');
    const targets: Target[] = [];
    errors.push(...folderErrors(file));
    for (const { from, typeOnly, thread } of importsOf(readFileSync(join(packages, path), 'utf8'))) {
      if (from.startsWith('.')) {
        const target = normalize(join(dirname(file), from))
          .split(sep)
          .join('/');
        errors.push(...relativeImportErrors(file, target));
        targets.push({ file: target, thread });
      } else errors.push(...packageImportErrors(file, from, typeOnly));
    }
    if (!isTest(file)) files.set(file, targets);
  }
  const graphs = siblingGraphs(files);
  const circles = [...graphs].flatMap(([folder, graph]) =>
    circlesIn(graph).map((nodes) => ({ folder, nodes })),
  );
  for (const { folder, nodes } of circles) errors.push(`circle in ${folder}: ${nodes.join(' -> ')}`);
  errors.push(...unusedFiles(files).map((file) => `${file}: no product file imports it`));
  const names = [...new Set([...files.keys()].map((file) => placeOf(file).pkg))];
  const figures = names.map((name) => ({
    ...figuresOf(name, files),
    circles: circles.filter(({ folder }) => folder.split('/')[0] === name).length,
  }));
  return { errors, figures };
}

/** One line for people. */
export function figuresText({ name, files, folders, arrows, upward, circles }: PackageFigures): string {
  return `${name}: ${files} files, ${folders} folders, ${arrows} arrows between folders, ${upward} upward, ${circles} circles`;
}

/** Test code: a test itself, or a file in a `testing` folder. */
function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || file.split('/').includes('testing');
}

/** The package of a file, and its folder directly in `src`; '' for a file directly in `src`. */
function placeOf(file: string): { pkg: string; folder: string } {
  const [pkg = '', , ...path] = file.split('/');
  return { pkg, folder: path.length > 1 ? (path[0] ?? '') : '' };
}

function folderErrors(file: string): string[] {
  const { pkg, folder } = placeOf(file);
  if (PACKAGES[pkg] === undefined) return [`${file}: scripts/boundaries.ts does not know the package ${pkg}`];
  if (folder === '' || folder === 'testing' || LAYERS[pkg]?.includes(folder)) return [];
  return [`${file}: scripts/boundaries.ts does not know the folder ${folder}`];
}

function relativeImportErrors(file: string, target: string): string[] {
  if (placeOf(file).pkg !== placeOf(target).pkg) return [`${file}: reaches into ${target}`];
  if (isTest(file)) return [];
  if (isTest(target)) return [`${file}: product code imports the test code ${target}`];
  return isUpward(file, target) ? [`${file}: imports upwards, ${target}`] : [];
}

function isUpward(file: string, target: string): boolean {
  const { pkg, folder } = placeOf(file);
  const layers = LAYERS[pkg] ?? [];
  return layers.indexOf(folder) > layers.indexOf(placeOf(target).folder);
}

function packageImportErrors(file: string, from: string, typeOnly: boolean): string[] {
  const match = /^@palatine\/([a-z]+)(\/.*)?$/.exec(from);
  if (match === null || isTest(file)) return [];
  const { pkg } = placeOf(file);
  const name = match[1] ?? '';
  if (name === 'tests' || match[2] === '/testing') {
    return [`${file}: product code imports the test code ${from}`];
  }
  if (!PACKAGES[pkg]?.includes(name)) return [`${file}: ${pkg} may not import ${name}`];
  if (TYPES_ONLY.has(`${pkg} -> ${name}`) && !typeOnly) {
    return [`${file}: ${pkg} may import types of ${name} only`];
  }
  return [];
}

/** Product files that no chain of imports from an entry point reaches: test support, or no longer used. */
function unusedFiles(files: ProductFiles): string[] {
  const used = new Set<string>();
  const pending = [...files.keys()].filter((file) => ENTRY_POINTS.test(file));
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (used.has(file)) continue;
    used.add(file);
    pending.push(...(files.get(file) ?? []).map((target) => target.file));
  }
  return [...files.keys()].filter((file) => !used.has(file));
}

function figuresOf(name: string, files: ProductFiles): Omit<PackageFigures, 'circles'> {
  const own = [...files].filter(([file]) => placeOf(file).pkg === name);
  const folders = new Set(own.map(([file]) => placeOf(file).folder).filter((folder) => folder !== ''));
  const arrows = new Set<string>();
  const upward = new Set<string>();
  for (const [file, targets] of own) {
    for (const { file: target } of targets) {
      const [from, to] = [placeOf(file).folder, placeOf(target).folder];
      if (from === '' || to === '' || from === to) continue;
      arrows.add(`${from} -> ${to}`);
      if (isUpward(file, target)) upward.add(`${from} -> ${to}`);
    }
  }
  return { name, files: own.length, folders: folders.size, arrows: arrows.size, upward: upward.size };
}

/**
 * For each folder the imports between what stands directly in it, files and folders alike: an import counts in
 * the folder that importer and imported share. No circle in any of these graphs means none anywhere.
 */
function siblingGraphs(files: ProductFiles): Map<string, Graph> {
  const graphs = new Map<string, Graph>();
  for (const [file, targets] of files) {
    for (const { file: target, thread } of targets) {
      if (thread) continue;
      const [from, to] = [file.split('/'), target.split('/')];
      let shared = 0;
      while (shared < from.length - 1 && from[shared] === to[shared]) shared++;
      const folder = from.slice(0, shared).join('/');
      const graph: Graph = graphs.get(folder) ?? new Map();
      graphs.set(folder, graph);
      addEdge(graph, from[shared] ?? '', to[shared] ?? '');
    }
  }
  return graphs;
}
