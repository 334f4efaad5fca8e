import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { addEdge, circlesIn, type Graph, type Import, importsOf, layersOf } from './imports.ts';

/** Dependencies of which only types may be imported: the world reads no save file itself. */
const TYPES_ONLY = new Set(['world -> save']);

/** All that a package may reach, through any other: an HTTP kit knows no game, and a gateway loads none. */
const REACHES: Record<string, readonly string[]> = {
  platform: ['contract'],
  web: ['contract', 'platform'],
  gateway: ['contract', 'platform', 'data-dir', 'fleet', 'web'],
};

/** Packages without a face: `platform` is a box of tools. */
const WITHOUT_FACE = new Set(['platform']);

/**
 * The folders of a package's `src`, from top to bottom. A folder may import from those below it; files directly
 * in `src` stand above all folders.
 */
const LAYERS: Record<string, readonly string[]> = {
  platform: ['http', 'log', 'metrics', 'settings', 'files', 'async', 'time', 'text'],
  contract: ['texts'],
  save: ['diff', 'check', 'edit', 'tree', 'write', 'read', 'format', 'texts'],
  world: ['simulation', 'mirror', 'demo', 'export', 'import', 'commands', 'queries', 'state', 'catalogue'],
  engine: ['backups', 'history', 'game', 'store', 'files'],
  'save-tools': ['apply', 'edit', 'import', 'folder'],
  web: ['openapi', 'console', 'observability', 'listen', 'routes', 'streams', 'request', 'response', 'texts'],
  sidecar: ['moderation', 'maintenance', 'backups', 'mirror', 'attach', 'process', 'rest'],
  fleet: ['replicas', 'messages'],
  server: ['routes', 'agent', 'observability', 'service', 'doctor'],
  gateway: ['lists', 'tokens', 'projection', 'broker', 'worlds', 'texts'],
  cli: ['fleet', 'save', 'world', 'server', 'remote', 'serve', 'command', 'texts'],
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
    'presence',
    'events',
    'actions',
    'worlds',
    'table',
    'commands',
    'ground',
    'views',
    'outbox',
    'data',
    'session',
    'glyphs',
    'kit',
    'texts',
    'navigation',
  ],
};

/** A workspace: its folder from the root, and the parts of its package.json that say what it may import. */
interface Package {
  name: string;
  folder: string;
  exports: Record<string, string>;
  /** Published: its entry points are for strangers. */
  published: boolean;
  dependencies: ReadonlySet<string>;
  devDependencies: ReadonlySet<string>;
}

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
  /** One sentence for each import that is not listed or points upwards, each circle, and each unused file or entry. */
  errors: string[];
  figures: PackageFigures[];
  /** The packages by layers, from the top: each imports only from layers below its own. */
  layers: string[][];
}

interface Target {
  file: string;
  thread: boolean;
}

/** A module, and the modules of ours that each import of it leads to. */
type Modules = Map<string, Target[]>;

/** Checks the imports of all packages below `root`. Imports of types count. */
export function checkBoundaries(root: string): Boundaries {
  const packages = packagesIn(root);
  const errors: string[] = [];
  const product: Modules = new Map();
  const sources: Modules = new Map();
  const entered = new Set<string>();
  const imported = new Map(packages.map(({ name }) => [name, new Set<string>()]));
  for (const file of modulesIn(root)) {
    const home = packages.find(({ folder }) => file.startsWith(`${folder}/`));
    if (home !== undefined) errors.push(...folderErrors(home, file));
    const targets: Target[] = [];
    for (const reference of importsOf(readFileSync(join(root, file), 'utf8'))) {
      const resolved = resolveImport(packages, home, file, reference);
      errors.push(...resolved.errors.map((error) => `${file}: ${error}`));
      if (resolved.target !== undefined) targets.push({ file: resolved.target, thread: reference.thread });
      if (resolved.entry !== undefined) entered.add(resolved.entry);
      if (home !== undefined && isProduct(file)) imported.get(home.name)?.add(nameOf(reference.from));
    }
    if (isProduct(file)) product.set(file, targets);
    if (isSource(file)) sources.set(file, targets);
  }
  errors.push(...packages.flatMap((member) => unusedParts(member, imported.get(member.name), entered)));
  errors.push(...unusedFiles(root, packages, product).map((file) => `${file}: no product file imports it`));

  const graphs = siblingGraphs(sources);
  const circles = [...graphs].flatMap(([folder, graph]) =>
    circlesIn(graph).map((nodes) => ({ folder, nodes })),
  );
  for (const { folder, nodes } of circles) errors.push(`circle in ${folder}: ${nodes.join(' -> ')}`);
  const graph = packageGraph(packages);
  for (const nodes of circlesIn(graph)) errors.push(`circle of packages: ${nodes.join(' -> ')}`);

  errors.push(...packages.flatMap(({ name }) => reachErrors(name, graph)));
  errors.push(...packages.flatMap((member) => faceErrors(root, member, product)));

  const figures = packages.map(({ name, folder }) => ({
    name,
    ...figuresOf(name, folder, product),
    circles: circles.filter((circle) => `${circle.folder}/`.startsWith(`${folder}/`)).length,
  }));
  return { errors, figures, layers: layersOf(graph) };
}

/** One line for people. */
export function figuresText({ name, files, folders, arrows, upward, circles }: PackageFigures): string {
  return `${name}: ${files} files, ${folders} folders, ${arrows} arrows between folders, ${upward} upward, ${circles} circles`;
}

function packagesIn(root: string): Package[] {
  const manifests = globSync('{apps/*,packages/*,e2e}/package.json', { cwd: root }).map(slashed).sort();
  return manifests.map((path) => {
    const manifest = JSON.parse(readFileSync(join(root, path), 'utf8'));
    return {
      name: manifest.name.replace('@palatine/', ''),
      folder: dirname(path),
      exports: manifest.exports ?? {},
      published: manifest.publishConfig !== undefined,
      dependencies: new Set(Object.keys(manifest.dependencies ?? {})),
      devDependencies: new Set(Object.keys(manifest.devDependencies ?? {})),
    };
  });
}

function modulesIn(root: string): string[] {
  const exclude = ['**/node_modules/**', '**/dist/**'];
  return globSync('{apps,packages,e2e,scripts,bench}/**/*.{ts,tsx}', { cwd: root, exclude })
    .map(slashed)
    .sort();
}

function slashed(path: string): string {
  return path.split(sep).join('/');
}

/** Whether a module is in `src` and not a test. Those of `testing` and `stand-in` form no circles either. */
function isSource(file: string): boolean {
  return /^(apps|packages)\/[^/]+\/src\//.test(file) && !/\.test\.tsx?$/.test(file);
}

/** Whether a module is part of the product: a source, and not in a package or folder for tests. */
function isProduct(file: string): boolean {
  return (
    isSource(file) && !/^packages\/(testing|stand-in)\//.test(file) && !file.split('/').includes('testing')
  );
}

/** The name of what an import names: of a package of npm or of ours. */
function nameOf(from: string): string {
  return from.split('/', from.startsWith('@') ? 2 : 1).join('/');
}

/** The folder directly in `src` of a module; '' for a module directly in `src`. */
function folderOf(file: string): string {
  const path = file.split('/src/')[1]?.split('/') ?? [];
  return path.length > 1 ? (path[0] ?? '') : '';
}

function folderErrors({ name }: Package, file: string): string[] {
  const folder = folderOf(file);
  if (!isProduct(file) || folder === '' || LAYERS[name]?.includes(folder)) return [];
  return [`${file}: scripts/boundaries.ts does not know the folder ${folder}`];
}

interface Resolved {
  errors: string[];
  target?: string;
  /** The entry point of a package, as `world/catalogue`. */
  entry?: string;
}

function resolveImport(
  packages: readonly Package[],
  home: Package | undefined,
  file: string,
  { from, typeOnly }: Import,
): Resolved {
  if (from.startsWith('node:') || from.startsWith('data:')) return { errors: [] };
  if (from.startsWith('.')) {
    const target = slashed(normalize(join(dirname(file), from)));
    return { target, errors: relativeErrors(packages, home, file, target) };
  }
  const listed = home === undefined || isListed(home, file, nameOf(from));
  const errors = listed ? [] : [`${home.name} does not list ${nameOf(from)}`];
  const [, name = '', subpath = ''] = /^@palatine\/([a-z0-9-]+)(\/.*)?$/.exec(from) ?? [];
  if (name === '') return { errors };
  const owner = packages.find((member) => member.name === name);
  const path = owner?.exports[`.${subpath}`];
  if (owner === undefined || path === undefined) return { errors: [...errors, `${from} is no entry point`] };
  if (isProduct(file) && (name === 'testing' || /^\/testing(\/|$)/.test(subpath)))
    errors.push(`product code imports the test code ${from}`);
  if (isProduct(file) && TYPES_ONLY.has(`${home?.name} -> ${name}`) && !typeOnly)
    errors.push(`${home?.name} may import types of ${name} only`);
  return { errors, target: slashed(join(owner.folder, path)), entry: `${name}${subpath}` };
}

function isListed({ name, dependencies, devDependencies }: Package, file: string, from: string): boolean {
  if (dependencies.has(from)) return true;
  return (
    !isProduct(file) &&
    (devDependencies.has(from) || SHARED_BY_TESTS.has(from) || from === `@palatine/${name}`)
  );
}

/** Development dependencies of the root, which any test may import. */
const SHARED_BY_TESTS = new Set(['fast-check', 'yaml']);

function relativeErrors(
  packages: readonly Package[],
  home: Package | undefined,
  file: string,
  target: string,
): string[] {
  const owner = packages.find(({ folder }) => target.startsWith(`${folder}/`));
  if (owner !== home && /\.tsx?$/.test(target)) return [`reaches into ${target}`];
  if (!isProduct(file) || owner !== home) return [];
  if (!isProduct(target) && /\.tsx?$/.test(target)) return [`product code imports the test code ${target}`];
  return isUpward(home?.name ?? '', file, target) ? [`imports upwards, ${target}`] : [];
}

function isUpward(name: string, file: string, target: string): boolean {
  const layers = LAYERS[name] ?? [];
  return layers.indexOf(folderOf(file)) > layers.indexOf(folderOf(target));
}

/** Dependencies and entry points that nobody imports. A page and a program are started, not imported. */
function unusedParts(
  { name, exports, published, dependencies }: Package,
  imported: ReadonlySet<string> | undefined,
  entered: ReadonlySet<string>,
): string[] {
  const entries = Object.keys(exports).filter(
    (entry) => !published && !entered.has(`${name}${entry.slice(1)}`),
  );
  const isTool = ['e2e', 'testing', 'stand-in'].includes(name);
  const packages = isTool
    ? []
    : [...dependencies].filter((dependency) => !imported?.has(dependency) && !ALIASES.has(dependency));
  return [
    ...entries.map((entry) => `${name}: nothing imports the entry point ${entry}`),
    ...packages.map((dependency) => `${name}: nothing imports the dependency ${dependency}`),
  ];
}

/** Dependencies that another one imports under this name. */
const ALIASES = new Set(['react', 'react-dom']);

/** Product files that no chain of imports from a program or an entry point reaches. */
function unusedFiles(root: string, packages: readonly Package[], product: Modules): string[] {
  const entries = packages.flatMap(({ folder, exports }) =>
    Object.values(exports).map((path) => slashed(join(folder, path))),
  );
  const used = new Set<string>();
  const pending = [...product.keys()].filter((file) => entries.includes(file) || PROGRAMS.test(file));
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (used.has(file)) continue;
    used.add(file);
    pending.push(...(product.get(file) ?? []).map((target) => target.file));
  }
  return [...product.keys()].filter((file) => !used.has(file) && existsSync(join(root, file)));
}

/** Modules that are started: the command line, and a page. */
const PROGRAMS = /\/src\/(main\.tsx?|start\.ts|.+\.d\.ts)$/;

function packageGraph(packages: readonly Package[]): Graph {
  return new Map(
    packages.map(({ name, dependencies }) => [
      name,
      new Set(
        [...dependencies].flatMap((dependency) =>
          dependency.startsWith('@palatine/') ? [dependency.replace('@palatine/', '')] : [],
        ),
      ),
    ]),
  );
}

/** One sentence for each package that another reaches and must not, with the shortest path there. */
function reachErrors(from: string, graph: Graph): string[] {
  const allowed = REACHES[from];
  if (allowed === undefined) return [];
  const paths = new Map([[from, [from]]]);
  for (const [name, path] of paths) {
    for (const next of graph.get(name) ?? []) if (!paths.has(next)) paths.set(next, [...path, next]);
  }
  return [...paths]
    .filter(([name]) => name !== from && !allowed.includes(name))
    .map(([name, path]) => `${from} must not reach ${name}: ${path.join(' -> ')}`);
}

/** The face of a package that is not published: at most half of its files are entry points, each named in its README and none passing on others. */
function faceErrors(root: string, { name, folder, exports, published }: Package, product: Modules): string[] {
  const files = [...product.keys()].filter((file) => file.startsWith(`${folder}/`));
  const entries = Object.entries(exports)
    .map(([entry, path]) => ({
      entry: `@palatine/${name}${entry.slice(1)}`,
      file: slashed(join(folder, path)),
    }))
    .filter(({ file }) => files.includes(file));
  if (published || WITHOUT_FACE.has(name)) return [];
  const readme = join(root, folder, 'README.md');
  const text = existsSync(readme) ? readFileSync(readme, 'utf8') : '';
  const many = `${name}: ${entries.length} of ${files.length} files are entry points, more than half`;
  return [
    ...(entries.length > files.length / 2 ? [many] : []),
    ...entries.flatMap(({ entry }) =>
      isNamed(entry, name, text) ? [] : [`${name}: README.md does not name ${entry}`],
    ),
    ...entries.flatMap(({ entry, file }) =>
      !PASSING_ON.has(entry) && PASSES_ON.test(readFileSync(join(root, file), 'utf8'))
        ? [`${entry} passes on what other files export`]
        : [],
    ),
  ];
}

/** Whether a README names an entry point: in full, or by what follows the name of the package if it says that. */
function isNamed(entry: string, name: string, readme: string): boolean {
  const prefix = `@palatine/${name}/`;
  const short = readme.includes(`\`${prefix}\` and one of these names`) ? entry.replace(prefix, '') : entry;
  return readme.includes(`\`${entry}\``) || readme.includes(`\`${short}\``);
}

/** An export of what another file holds. */
const PASSES_ON = /^export\s+(type\s+)?(\{[^}]*\}|\*(\s+as\s+\w+)?)\s+from\s/m;

/** Entry points that may: with one for each file behind them, more than half of their package would be entry points. */
const PASSING_ON = new Set([
  '@palatine/data-dir/rest-config',
  '@palatine/data-dir/token-files',
  '@palatine/fleet/list-table',
  '@palatine/fleet/messages',
  '@palatine/save/save-types',
  '@palatine/web/base-app',
  '@palatine/web/document',
  '@palatine/web/event-streams',
  '@palatine/web/routes',
]);

function figuresOf(name: string, folder: string, product: Modules): Omit<PackageFigures, 'name' | 'circles'> {
  const members = [...product].filter(([file]) => file.startsWith(`${folder}/`));
  const folders = new Set(members.map(([file]) => folderOf(file)).filter((part) => part !== ''));
  const arrows = new Set<string>();
  const upward = new Set<string>();
  for (const [file, targets] of members) {
    for (const { file: target } of targets) {
      const [from, to] = [folderOf(file), folderOf(target)];
      if (!target.startsWith(`${folder}/`) || from === '' || to === '' || from === to) continue;
      arrows.add(`${from} -> ${to}`);
      if (isUpward(name, file, target)) upward.add(`${from} -> ${to}`);
    }
  }
  return { files: members.length, folders: folders.size, arrows: arrows.size, upward: upward.size };
}

/**
 * For each folder the imports between what stands directly in it, files and folders alike: an import counts in
 * the folder that importer and imported share. No circle in any of these graphs means none anywhere.
 */
function siblingGraphs(sources: Modules): Map<string, Graph> {
  const graphs = new Map<string, Graph>();
  for (const [file, targets] of sources) {
    for (const { file: target, thread } of targets) {
      if (thread) continue;
      const [from, to] = [file.split('/'), target.split('/')];
      let shared = 0;
      while (shared < from.length - 1 && from[shared] === to[shared]) shared++;
      if (shared < 3) continue; // in another package
      const folder = from.slice(0, shared).join('/');
      const graph: Graph = graphs.get(folder) ?? new Map();
      graphs.set(folder, graph);
      addEdge(graph, from[shared] ?? '', to[shared] ?? '');
    }
  }
  return graphs;
}

if (import.meta.main) {
  const { errors, figures, layers } = checkBoundaries(join(import.meta.dirname, '..'));
  const lines = [...layers.map((names) => names.join(', ')), '', ...figures.map(figuresText), '', ...errors];
  process.stdout.write(`${lines.join('\n').trimEnd()}\n`);
  process.exitCode = errors.length === 0 ? 0 : 1;
}
