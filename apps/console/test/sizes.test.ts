import assert from 'node:assert/strict';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ALL_ROUTES, type RouteShape } from '@palatine/contract';
import { BUILT_CONSOLE } from '@palatine/web/mount-console';

// The budgets are those of docs/decisions/0013-console.md, which says why.

/** An entry of Vite's manifest. */
interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

const KB = 1000;
const manifest = JSON.parse(readFileSync(join(BUILT_CONSOLE, '.vite', 'manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>;
const SCRIPTS = globSync('assets/*.js', { cwd: BUILT_CONSOLE });
const PAGES = Object.keys(manifest).filter((name) => /^src\/.+Page\.tsx$/.test(name));

/** Before anything is shown: the frame. */
const FRAME = ['index.html', 'src/shell/App.tsx'];
const FIRST_PAGE = [...FRAME, 'src/overview/OverviewPage.tsx'];
const MAP = 'src/map/MapPage.tsx';

/** Files that a browser loads before these modules run. */
function loadedBy(...modules: string[]): { scripts: Set<string>; styles: Set<string> } {
  const [scripts, styles] = [new Set<string>(), new Set<string>()];
  const visit = (name: string) => {
    const chunk = manifest[name];
    assert.ok(chunk, `the build has no ${name}`);
    if (scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    for (const style of chunk.css ?? []) styles.add(style);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const name of modules) visit(name);
  return { scripts, styles };
}

/** Bytes of files as the service sends them to a caller that takes gzip. */
function gzipBytes(files: Iterable<string>): number {
  return [...files].reduce(
    (bytes, file) => bytes + gzipSync(readFileSync(join(BUILT_CONSOLE, file)), { level: 9 }).length,
    0,
  );
}

/** Files that only the page of a gateway loads, and only there. */
function ofFleet(): { scripts: string[]; styles: string[] } {
  const modules = Object.keys(manifest).filter((name) => /^(index\.html|src\/)/.test(name));
  const isOfFleet = (name: string) => /^src\/(fleet\/|texts\/[^/]+\/fleet\.ts$)/.test(name);
  const others = loadedBy(...modules.filter((name) => !isOfFleet(name)));
  const fleet = loadedBy(...modules.filter(isOfFleet));
  const only = (kind: 'scripts' | 'styles') => [...fleet[kind]].filter((file) => !others[kind].has(file));
  return { scripts: only('scripts'), styles: only('styles') };
}

/** The script of the map, and of the worker that draws the survey of the ground. */
function ofMap(): string[] {
  const others = loadedBy(...FRAME, ...PAGES.filter((name) => name !== MAP)).scripts;
  const workers = SCRIPTS.filter((file) => file.includes('relief-worker'));
  assert.equal(workers.length, 1);
  return [...[...loadedBy(MAP).scripts].filter((file) => !others.has(file)), ...workers];
}

const first = loadedBy(...FIRST_PAGE);
const fleet = ofFleet();
const without = (files: readonly string[], left: readonly string[]) =>
  files.filter((file) => !left.includes(file));

/** Files by what needs them, with the kB that they may have compressed. */
const BUDGETS: Readonly<Record<string, readonly [files: Iterable<string>, kB: number]>> = {
  'the script of the first page': [first.scripts, 60],
  'the styles of the first page': [first.styles, 5],
  'all scripts of a world together': [without(SCRIPTS, fleet.scripts), 385],
  'all styles of a world together': [
    without(globSync('assets/*.css', { cwd: BUILT_CONSOLE }), fleet.styles),
    17,
  ],
  'the script that only a fleet needs': [fleet.scripts, 18],
  'the styles that only a fleet needs': [fleet.styles, 1],
  'the script that only the map needs': [ofMap(), 55],
};

for (const [name, [files, kB]] of Object.entries(BUDGETS)) {
  test(`${name}: at most ${kB} kB compressed`, () => {
    const bytes = gzipBytes(files);
    assert.ok(bytes > 0, 'nothing was measured');
    assert.ok(bytes <= kB * KB, `${bytes} bytes compressed`);
  });
}

test('the first page waits for at most six scripts', () =>
  assert.ok(first.scripts.size <= 6, [...first.scripts].join()));

test('the surveyed heights of both regions are at most 100 kB', () => {
  const files = globSync('relief-*.png', { cwd: BUILT_CONSOLE });
  assert.equal(files.length, 2, files.join());
  const bytes = files.reduce((sum, file) => sum + statSync(join(BUILT_CONSOLE, file)).size, 0);
  assert.ok(bytes <= 100 * KB, `${bytes} bytes`);
});

test('no script has checks or texts that are for development', () => {
  for (const file of SCRIPTS) {
    const code = readFileSync(join(BUILT_CONSOLE, file), 'utf8');
    assert.doesNotMatch(code, /process\.env|NODE_ENV|import\.meta\.hot|Base UI: |jsxDEV/, file);
  }
});

test('no script has the texts of routes that are for the API document', () => {
  const code = SCRIPTS.map((file) => readFileSync(join(BUILT_CONSOLE, file), 'utf8')).join();
  const texts = Object.entries<RouteShape>(ALL_ROUTES).flatMap(([name, { notes, wrapped }]) =>
    // A route with a wrapped form comes with its source (docs/decisions/0013-console.md).
    notes === undefined || wrapped !== undefined ? [] : [{ name, notes }],
  );
  assert.ok(texts.length > 20 && code.includes(ALL_ROUTES.getAudit.path), 'the routes are in the scripts');
  const names = texts.filter(({ notes }) => code.includes(notes)).map(({ name }) => name);
  assert.deepEqual(names, []);
});
