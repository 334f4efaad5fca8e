import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';

/** Which of our packages each package may import. */
const PACKAGES: Record<string, readonly string[]> = {
  contract: [],
  save: [],
  world: ['contract', 'save'],
  server: ['contract', 'save', 'world'],
  client: ['contract'],
};

/** Packages of which only types may be imported: the world reads no save file itself. */
const TYPES_ONLY = new Set(['world -> save']);

/**
 * The folders of a package's `src`, from top to bottom. A folder may import from those below it; files directly
 * in `src` stand above all folders. A package without an entry has no folders but `testing`.
 */
const LAYERS: Record<string, readonly string[]> = {
  save: ['tree', 'write', 'read', 'format'],
  world: ['simulation', 'demo', 'import', 'commands', 'queries', 'state', 'catalogue'],
  server: ['cli', 'service', 'http', 'maintenance', 'game', 'store', 'telemetry', 'data-folder'],
};

interface Import {
  from: string;
  typeOnly: boolean;
}

/** Every import against the direction of packages and folders, and every circle, one sentence each. */
export function boundaryErrors(root: string): string[] {
  const packages = join(root, 'packages');
  const errors: string[] = [];
  const files = new Map<string, string[]>();
  for (const file of globSync('*/src/**/*.{ts,tsx}', { cwd: packages }).sort()) {
    const importer = placeOf(file);
    const allowed = PACKAGES[importer.pkg];
    if (allowed === undefined) {
      errors.push(`${file}: scripts/boundaries.ts does not know the package ${importer.pkg}`);
      continue;
    }
    if (!isKnownFolder(importer)) {
      errors.push(`${file}: scripts/boundaries.ts does not know the folder ${importer.folder}`);
    }
    const targets: string[] = [];
    for (const { from, typeOnly } of importsOf(readFileSync(join(packages, file), 'utf8'))) {
      if (from.startsWith('.')) {
        const target = normalize(join(dirname(file), from));
        errors.push(...relativeImportErrors(file, target));
        if (!isTest(file)) targets.push(target);
      } else errors.push(...packageImportErrors(file, from, typeOnly, allowed));
    }
    if (!isTest(file)) files.set(file, targets);
  }
  const found = [...siblingGraphs(files)].flatMap(([folder, graph]) => circles(folder, graph));
  return [...errors, ...found];
}

/** Test code: a test itself, or what stands in a `testing` folder. */
function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || file.split(sep).includes('testing');
}

function placeOf(file: string): { pkg: string; folder: string } {
  const [pkg = '', , ...path] = file.split(sep);
  return { pkg, folder: path.length > 1 ? (path[0] ?? '') : '' };
}

function isKnownFolder({ pkg, folder }: { pkg: string; folder: string }): boolean {
  return folder === '' || folder === 'testing' || (LAYERS[pkg] ?? []).includes(folder);
}

function relativeImportErrors(file: string, target: string): string[] {
  const [importer, imported] = [placeOf(file), placeOf(target)];
  if (importer.pkg !== imported.pkg) return [`${file}: reaches into ${target}`];
  if (isTest(file)) return [];
  if (isTest(target)) return [`${file}: product code imports the test code ${target}`];
  const layers = LAYERS[importer.pkg] ?? [];
  const [from, to] = [layers.indexOf(importer.folder), layers.indexOf(imported.folder)];
  return from > to ? [`${file}: imports upwards, ${target}`] : [];
}

function packageImportErrors(
  file: string,
  from: string,
  typeOnly: boolean,
  allowed: readonly string[],
): string[] {
  const match = /^@palatine\/([a-z]+)(\/.*)?$/.exec(from);
  if (match === null || isTest(file)) return [];
  const { pkg } = placeOf(file);
  const name = match[1] ?? '';
  if (name === 'tests' || match[2] === '/testing')
    return [`${file}: product code imports the test code ${from}`];
  if (!allowed.includes(name)) return [`${file}: ${pkg} may not import ${name}`];
  if (TYPES_ONLY.has(`${pkg} -> ${name}`) && !typeOnly)
    return [`${file}: ${pkg} may import types of ${name} only`];
  return [];
}

function importsOf(source: string): Import[] {
  const found: Import[] = [];
  for (const match of source.matchAll(
    /^\s*(?:import|export)\s+(type\s+)?([^'"`;]*?\bfrom\s+)?['"]([^'"]+)['"]/gm,
  )) {
    if (match[0].trimStart().startsWith('export') && match[2] === undefined) continue;
    const names = /\{([^}]*)\}/
      .exec(match[2] ?? '')?.[1]
      ?.split(',')
      .filter((name) => name.trim() !== '');
    const allTypes =
      names !== undefined && names.length > 0 && names.every((name) => name.trim().startsWith('type '));
    found.push({ from: match[3] ?? '', typeOnly: match[1] !== undefined || allTypes });
  }
  return found;
}

/**
 * For each folder the imports between what stands directly in it, files and folders alike: an import counts in
 * the folder that importer and imported share. Imports of types count. No circle there means none anywhere.
 */
function siblingGraphs(files: ReadonlyMap<string, readonly string[]>): Map<string, Map<string, Set<string>>> {
  const graphs = new Map<string, Map<string, Set<string>>>();
  for (const [file, targets] of files) {
    for (const target of targets) {
      const [from, to] = [file.split(sep), target.split(sep)];
      let shared = 0;
      while (shared < from.length - 1 && from[shared] === to[shared]) shared++;
      const folder = from.slice(0, shared).join(sep);
      const graph = graphs.get(folder) ?? new Map<string, Set<string>>();
      graphs.set(folder, graph);
      const importer = from[shared] ?? '';
      graph.set(importer, (graph.get(importer) ?? new Set()).add(to[shared] ?? ''));
    }
  }
  return graphs;
}

function circles(folder: string, graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const errors: string[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const trail: string[] = [];
  function visit(node: string): void {
    if (state.get(node) === 'done') return;
    if (state.get(node) === 'open') {
      errors.push(`circle in ${folder}: ${[...trail.slice(trail.indexOf(node)), node].join(' -> ')}`);
      return;
    }
    state.set(node, 'open');
    trail.push(node);
    for (const target of graph.get(node) ?? []) visit(target);
    trail.pop();
    state.set(node, 'done');
  }
  for (const node of graph.keys()) visit(node);
  return errors;
}
