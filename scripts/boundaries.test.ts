import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { checkBoundaries, figuresText } from './boundaries.ts';

/** Checks packages with these files. Each package also gets an index.ts that imports all its files. */
function errorsIn(files: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'palatine-boundaries-'));
  const write = (name: string, source: string) => {
    mkdirSync(dirname(join(folder, 'packages', name)), { recursive: true });
    writeFileSync(join(folder, 'packages', name), source);
  };
  const product = Object.keys(files).filter((name) => !/\/testing\/|\.test\./.test(name));
  for (const pkg of new Set(product.map((name) => name.split('/')[0]))) {
    const own = product.filter((name) => name.startsWith(`${pkg}/src/`));
    const lines = own.map((name) => `import './${name.slice(`${pkg}/src/`.length)}';`);
    write(`${pkg}/src/index.ts`, lines.join('\n'));
  }
  for (const [name, source] of Object.entries(files)) write(name, source);
  try {
    return checkBoundaries(folder).errors;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the packages of this project import downwards only, without circles, and hold no test support', () => {
  const { errors, figures } = checkBoundaries(join(import.meta.dirname, '..'));
  assert.deepEqual(errors, []);
  for (const { upward, circles } of figures) assert.deepEqual([upward, circles], [0, 0]);
  const server = figures.find(({ name }) => name === 'server');
  assert.ok(server && server.folders === 19 && server.arrows > 19, 'the folders of the server are counted');
  assert.match(figuresText(server), /^server: \d+ files, 19 folders, \d+ arrows/);
});

test('an import against the direction of the packages is an error', () => {
  assert.deepEqual(errorsIn({ 'contract/src/a.ts': "import { World } from '@palatine/world';" }), [
    'contract/src/a.ts: contract may not import world',
  ]);
});

const FORMS: [form: string, source: string][] = [
  ['an import', "import { b } from '../http/b.ts';"],
  ['an import over several lines', "import {\n  b,\n  type C,\n} from '../http/b.ts';"],
  ['an import of a type', "import type { B } from '../http/b.ts';"],
  ['an import of everything', "import * as b from '../http/b.ts';"],
  ['an import for its side effect', "import '../http/b.ts';"],
  ['a re-export', "export { b } from '../http/b.ts';"],
  ['a re-export of everything', "export * from '../http/b.ts';"],
  ['a re-export of types', "export type * from '../http/b.ts';"],
  ['a dynamic import', "const load = async () => (await import('../http/b.ts')).b;"],
  ['the type of an import', "let b: import('../http/b.ts').B;"],
  ['an import by require', "import b = require('../http/b.ts');"],
  ['the file of a thread', "new Worker(new URL('../http/b.ts', import.meta.url));"],
];

for (const [form, source] of FORMS) {
  test(`${form} counts`, () => {
    assert.deepEqual(errorsIn({ 'server/src/store/a.ts': source, 'server/src/http/b.ts': '' }), [
      'server/src/store/a.ts: imports upwards, server/src/http/b.ts',
    ]);
  });
}

test('an import in a .tsx file counts, one in a comment does not', () => {
  const files = { 'server/src/store/a.tsx': "import '../http/b.ts';", 'server/src/http/b.ts': '' };
  assert.equal(errorsIn(files).length, 1);
  const comment = "/**\n * import('../http/b.ts')\n */\n// import '../http/b.ts'\n";
  assert.deepEqual(errorsIn({ 'server/src/store/a.ts': comment, 'server/src/http/b.ts': '' }), []);
});

test('the world may import types of save, and no values', () => {
  for (const types of [
    "import type { SaveWorld } from '@palatine/save';",
    "import { type SaveWorld, type SaveGuid } from '@palatine/save';",
  ]) {
    assert.deepEqual(errorsIn({ 'world/src/a.ts': types }), []);
  }
  for (const values of [
    "import { readSaveFolder } from '@palatine/save';",
    "import { type SaveWorld, readSaveFolder } from '@palatine/save';",
    "const save = await import('@palatine/save');",
  ]) {
    assert.equal(errorsIn({ 'world/src/a.ts': values }).length, 1, values);
  }
});

test('a folder or a package that is not in the lists is an error', () => {
  assert.equal(errorsIn({ 'server/src/util/a.ts': '' }).length, 1);
  assert.ok(errorsIn({ 'helpers/src/a.ts': '' }).length > 0);
});

test('product code that imports test code is an error', () => {
  const errors = errorsIn({
    'world/src/state/a.ts': "import { aPlayer } from '../testing/b.ts';",
    'world/src/testing/b.ts': "import { aSave } from '@palatine/save/testing';",
    'world/src/state/c.ts': "import { aSave } from '@palatine/save/testing';",
    'world/src/state/a.test.ts': "import { aPlayer } from '../testing/b.ts';",
  });
  assert.equal(errors.length, 2);
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
  assert.equal(errorsIn({ 'client/src/a.ts': "import { x } from '../../server/src/x.ts';" }).length, 1);
});
