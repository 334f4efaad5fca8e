import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { checkBoundaries, figuresText } from './boundaries.ts';

/** The part of a package.json that says what may be imported. */
interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  exports?: Record<string, string>;
  publishConfig?: undefined;
}

/**
 * Checks packages with these files, below `packages`. Each also gets an index.ts, its entry point, that imports all its
 * files, and a package.json.
 */
function errorsIn(files: Record<string, string>, manifests: Record<string, Manifest> = {}): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'palatine-boundaries-'));
  const write = (name: string, source: string) => {
    mkdirSync(dirname(join(folder, 'packages', name)), { recursive: true });
    writeFileSync(join(folder, 'packages', name), source);
  };
  const product = Object.keys(files).filter((name) => !/\/testing\/|\.test\./.test(name));
  const names = [...Object.keys(files), ...Object.keys(manifests)].map((name) => name.split('/')[0] ?? '');
  for (const pkg of new Set(names)) {
    const members = product.filter((name) => name.startsWith(`${pkg}/src/`));
    const lines = members.map((name) => `import './${name.slice(`${pkg}/src/`.length)}';`);
    write(`${pkg}/src/index.ts`, lines.join('\n'));
    const published = { publishConfig: {}, exports: { '.': './src/index.ts' } };
    write(
      `${pkg}/package.json`,
      JSON.stringify({ name: `@palatine/${pkg}`, ...published, ...manifests[pkg] }),
    );
  }
  for (const [name, source] of Object.entries(files)) write(name, source);
  try {
    return checkBoundaries(folder).errors.map((error) => error.replaceAll('packages/', ''));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const SAVE = { '@palatine/save': '0.1.0' };

test('the packages of this project import downwards only, without circles, and hold no test support', () => {
  const { errors, figures, layers } = checkBoundaries(join(import.meta.dirname, '..'));
  assert.deepEqual(errors, []);
  for (const { upward, circles } of figures) assert.deepEqual([upward, circles], [0, 0]);
  const web = figures.find(({ name }) => name === 'web');
  assert.ok(web && web.folders === 9 && web.arrows > 8, 'the folders of a package are counted');
  assert.match(figuresText(web), /^web: \d+ files, 9 folders, \d+ arrows/);
  const heightOf = (name: string) => layers.findIndex((names) => names.includes(name));
  assert.ok(heightOf('cli') < heightOf('server') && heightOf('server') < heightOf('contract'));
});

test('an import of a package that is not listed is an error', () => {
  const a = { 'contract/src/a.ts': "import { World } from '@palatine/world';" };
  const world = { 'world/src/a.ts': '' };
  assert.deepEqual(errorsIn({ ...a, ...world }), [
    'contract/src/a.ts: contract does not list @palatine/world',
  ]);
  const dependencies = { '@palatine/world': '0.1.0' };
  assert.deepEqual(errorsIn({ ...a, ...world }, { contract: { dependencies } }), []);
  const only = errorsIn({ ...a, ...world }, { contract: { devDependencies: dependencies } });
  assert.deepEqual(only, ['contract/src/a.ts: contract does not list @palatine/world']);
  assert.deepEqual(errorsIn({ 'save/src/a.ts': "import pino from 'pino/x';" }), [
    'save/src/a.ts: save does not list pino',
  ]);
});

test('a test may also import what is listed for development', () => {
  const files = { 'world/src/a.test.ts': "import { b } from '@palatine/save';", 'save/src/b.ts': '' };
  assert.deepEqual(errorsIn(files, { world: { devDependencies: SAVE } }), []);
  assert.deepEqual(errorsIn(files), ['world/src/a.test.ts: world does not list @palatine/save']);
});

test('a path of a package that is no entry point is an error', () => {
  const files = { 'world/src/a.ts': "import type { b } from '@palatine/save/b';", 'save/src/b.ts': '' };
  assert.deepEqual(errorsIn(files, { world: { dependencies: SAVE } }), [
    'world/src/a.ts: @palatine/save/b is no entry point',
  ]);
});

test('a dependency and an entry point that nothing imports are errors', () => {
  assert.deepEqual(errorsIn({ 'world/src/a.ts': '' }, { world: { dependencies: SAVE } }), [
    'world: nothing imports the dependency @palatine/save',
  ]);
  const text = JSON.stringify({ name: '@palatine/save', exports: { './b': './src/b.ts' } });
  const readme = '- `@palatine/save/b`: nothing';
  const errors = errorsIn({ 'save/src/b.ts': '', 'save/package.json': text, 'save/README.md': readme });
  assert.deepEqual(errors, [
    'save: nothing imports the entry point ./b',
    'save/src/index.ts: no product file imports it',
  ]);
});

test('a circle of packages is an error', () => {
  const files = {
    'world/src/a.ts': "import type { b } from '@palatine/save';",
    'save/src/b.ts': "import type { a } from '@palatine/world';",
  };
  const manifests = { world: { dependencies: SAVE }, save: { dependencies: { '@palatine/world': '0.1.0' } } };
  assert.deepEqual(errorsIn(files, manifests), ['circle of packages: save -> world -> save']);
});

const FORMS: [form: string, source: string][] = [
  ['an import', "import { b } from '../listen/b.ts';"],
  ['an import over several lines', "import {\n  b,\n  type C,\n} from '../listen/b.ts';"],
  ['an import of a type', "import type { B } from '../listen/b.ts';"],
  ['an import of everything', "import * as b from '../listen/b.ts';"],
  ['an import for its side effect', "import '../listen/b.ts';"],
  ['a re-export', "export { b } from '../listen/b.ts';"],
  ['a re-export of everything', "export * from '../listen/b.ts';"],
  ['a re-export of types', "export type * from '../listen/b.ts';"],
  ['a dynamic import', "const load = async () => (await import('../listen/b.ts')).b;"],
  ['the type of an import', "let b: import('../listen/b.ts').B;"],
  ['an import by require', "import b = require('../listen/b.ts');"],
  ['the file of a thread', "new Worker(new URL('../listen/b.ts', import.meta.url));"],
];

for (const [form, source] of FORMS) {
  test(`${form} counts`, () => {
    assert.deepEqual(errorsIn({ 'web/src/request/a.ts': source, 'web/src/listen/b.ts': '' }), [
      'web/src/request/a.ts: imports upwards, web/src/listen/b.ts',
    ]);
  });
}

test('an import in a .tsx file counts, one in a comment does not', () => {
  const files = { 'web/src/request/a.tsx': "import '../listen/b.ts';", 'web/src/listen/b.ts': '' };
  assert.equal(errorsIn(files).length, 1);
  const comment = "/**\n * import('../listen/b.ts')\n */\n// import '../listen/b.ts'\n";
  assert.deepEqual(errorsIn({ 'web/src/request/a.ts': comment, 'web/src/listen/b.ts': '' }), []);
});

test('the world may import types of save, and no values', () => {
  for (const types of [
    "import type { SaveWorld } from '@palatine/save';",
    "import { type SaveWorld, type SaveGuid } from '@palatine/save';",
  ]) {
    assert.deepEqual(
      errorsIn({ 'world/src/a.ts': types, 'save/src/b.ts': '' }, { world: { dependencies: SAVE } }),
      [],
    );
  }
  for (const values of [
    "import { readSaveFolder } from '@palatine/save';",
    "import { type SaveWorld, readSaveFolder } from '@palatine/save';",
    "const save = await import('@palatine/save/pack');",
  ]) {
    const exports = { '.': './src/index.ts', './pack': './src/b.ts' };
    const errors = errorsIn(
      { 'world/src/a.ts': values, 'save/src/b.ts': '' },
      { world: { dependencies: SAVE }, save: { exports } },
    );
    assert.deepEqual(errors, ['world/src/a.ts: world may import types of save only'], values);
  }
});

test('a folder that is not in the lists is an error', () => {
  assert.equal(errorsIn({ 'web/src/util/a.ts': '' }).length, 1);
  assert.equal(errorsIn({ 'helpers/src/a/b.ts': '' }).length, 1);
});

test('product code that imports test code is an error', () => {
  const files = {
    'sidecar/src/attach/a.ts': "import { aPlayer } from '../testing/b.ts';",
    'sidecar/src/testing/b.ts': "import { aSave } from '@palatine/save/testing';",
    'sidecar/src/attach/c.ts': "import { aSave } from '@palatine/save/testing';",
    'sidecar/src/attach/a.test.ts': "import { aPlayer } from '../testing/b.ts';",
    'save/src/testing/index.ts': '',
  };
  const errors = errorsIn(files, {
    sidecar: { dependencies: SAVE },
    save: { exports: { '.': './src/index.ts', './testing': './src/testing/index.ts' } },
  });
  assert.deepEqual(errors, [
    'sidecar/src/attach/a.ts: product code imports the test code packages/sidecar/src/testing/b.ts'.replace(
      'packages/',
      '',
    ),
    'sidecar/src/attach/c.ts: product code imports the test code @palatine/save/testing',
  ]);
});

test('a product file that only tests import is an error, and so is what only it imports', () => {
  const errors = errorsIn({
    'contract/src/index.ts': "export * from './used.ts';",
    'contract/src/used.ts': '',
    'contract/src/builder.ts': "import './builder-parts.ts';",
    'contract/src/builder-parts.ts': '',
    'contract/src/used.test.ts': "import './builder.ts';",
  });
  assert.deepEqual(errors, [
    'contract/src/builder-parts.ts: no product file imports it',
    'contract/src/builder.ts: no product file imports it',
  ]);
});

test('a circle of sibling folders is an error', () => {
  const errors = errorsIn({
    'world/src/commands/one/a.ts': "import type { B } from '../two/b.ts';",
    'world/src/commands/two/b.ts': '',
    'world/src/commands/two/c.ts': "import { d } from '../one/d.ts';",
    'world/src/commands/one/d.ts': '',
  });
  assert.deepEqual(errors, ['circle in world/src/commands: one -> two -> one']);
});

test('a circle in the imitation game server is an error', () => {
  const files = {
    'stand-in/src/rest/a.ts': "import { b } from '../b.ts';",
    'stand-in/src/b.ts': "import { c } from './rest/c.ts';",
    'stand-in/src/rest/c.ts': '',
  };
  assert.deepEqual(errorsIn(files), ['circle in stand-in/src: b.ts -> rest -> b.ts']);
});

test('a circle of files is an error that shows its way; a thread and the file that starts it are none', () => {
  const types = "import type { b } from './b.ts';";
  assert.deepEqual(errorsIn({ 'world/src/a.ts': types, 'world/src/b.ts': "export { a } from './a.ts';" }), [
    'circle in world/src: a.ts -> b.ts -> a.ts',
  ]);
  const thread = "new Worker(new URL('./b.ts', import.meta.url));";
  const actual = errorsIn({ 'world/src/a.ts': thread, 'world/src/b.ts': "import type { A } from './a.ts';" });
  assert.deepEqual(actual, []);
});

test('a path into another package is an error', () => {
  const files = { 'client/src/a.ts': "import { x } from '../../server/src/x.ts';", 'server/src/x.ts': '' };
  assert.deepEqual(errorsIn(files), ['client/src/a.ts: reaches into server/src/x.ts']);
});

test('a package that reaches one that it must not is an error, with the path', () => {
  const gateway = { 'gateway/src/a.ts': "import type {} from '@palatine/fleet';" };
  const fleet = { 'fleet/src/a.ts': "import type {} from '@palatine/world';" };
  const manifests = {
    gateway: { dependencies: { '@palatine/fleet': '0.1.0' } },
    fleet: { dependencies: { '@palatine/world': '0.1.0' } },
  };
  const found = errorsIn({ ...gateway, ...fleet, 'world/src/a.ts': '' }, manifests);
  assert.deepEqual(found, ['gateway must not reach world: gateway -> fleet -> world']);
  const web = { 'web/src/a.ts': "import '@palatine/world';", 'world/src/a.ts': '' };
  assert.deepEqual(errorsIn(web, { web: { dependencies: { '@palatine/world': '0.1.0' } } }), [
    'web must not reach world: web -> world',
  ]);
});

test('a package with more entry points than half of its files is an error, and so is one that passes on', () => {
  const exports = { './a': './src/a.ts', './b': './src/b.ts', './barrel': './src/barrel.ts' };
  const files = {
    'server/src/a.ts': 'export const a = 1;',
    'server/src/b.ts': "export { c } from './c.ts';\nexport const b = 1;",
    'server/src/c.ts': 'export const c = 1;',
    'server/src/barrel.ts': "export * from './a.ts';\nexport { b } from './b.ts';",
    'server/README.md': '- `@palatine/server/a`: a number\n- `@palatine/server/barrel`: all',
  };
  const users = {
    'cli/src/a.ts':
      "import '@palatine/server/a';\nimport '@palatine/server/b';\nimport '@palatine/server/barrel';",
  };
  const manifests = {
    server: { exports, publishConfig: undefined },
    cli: { dependencies: { '@palatine/server': '0.1.0' } },
  };
  const faults = errorsIn({ ...files, ...users }, manifests).filter((error) => /^@|^server: /.test(error));
  assert.deepEqual(faults, [
    'server: 3 of 5 files are entry points, more than half',
    'server: README.md does not name @palatine/server/b',
    '@palatine/server/b passes on what other files export',
    '@palatine/server/barrel passes on what other files export',
  ]);
});

test('a README may say the package once and name its entry points by the rest', () => {
  const exports = { './a': './src/a.ts', './b': './src/b.ts' };
  const files = {
    'world/src/a.ts': '',
    'world/src/b.ts': '',
    'world/src/c.ts': '',
    'world/README.md': 'Entry points are `@palatine/world/` and one of these names:\n\n- `a`: a number',
    'cli/src/a.ts': "import '@palatine/world/a';\nimport '@palatine/world/b';",
  };
  const manifests = {
    world: { exports, publishConfig: undefined },
    cli: { dependencies: { '@palatine/world': '0.1.0' } },
  };
  const faults = errorsIn(files, manifests).filter((error) => error.startsWith('world: '));
  assert.deepEqual(faults, ['world: README.md does not name @palatine/world/b']);
});
