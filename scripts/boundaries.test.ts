import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { boundaryErrors } from './boundaries.ts';

function rootWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'palatine-boundaries-'));
  for (const [name, source] of Object.entries(files)) {
    const file = join(folder, 'packages', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, source);
  }
  return folder;
}

test('the packages and folders of this project import downwards only, without circles', () => {
  assert.deepEqual(boundaryErrors(join(import.meta.dirname, '..')), []);
});

test('an import against the direction is named', () => {
  const folder = rootWith({ 'contract/src/a.ts': "import { World } from '@palatine/world';" });
  assert.deepEqual(boundaryErrors(folder), [
    `${join('contract', 'src', 'a.ts')}: contract may not import world`,
  ]);
});

test('the world may import types of save, and nothing that runs', () => {
  const types = rootWith({ 'world/src/a.ts': "import type { SaveWorld } from '@palatine/save';" });
  assert.deepEqual(boundaryErrors(types), []);
  const values = rootWith({ 'world/src/a.ts': "import { readSaveFolder } from '@palatine/save';" });
  assert.equal(boundaryErrors(values).length, 1);
});

test('an import upwards between folders is named, also when it is of a type', () => {
  const folder = rootWith({
    'server/src/store/a.ts': "import type { B } from '../http/b.ts';",
    'server/src/http/b.ts': '',
    'server/src/cli/c.ts': "import { a } from '../store/a.ts';",
  });
  assert.deepEqual(boundaryErrors(folder), [
    `${join('server', 'src', 'store', 'a.ts')}: imports upwards, ${join('server', 'src', 'http', 'b.ts')}`,
  ]);
});

test('a folder that has no layer is named', () => {
  const folder = rootWith({ 'server/src/util/a.ts': '' });
  assert.equal(boundaryErrors(folder).length, 1);
});

test('product code that imports test code is named', () => {
  const folder = rootWith({
    'world/src/state/a.ts': "import { aPlayer } from '../testing/b.ts';",
    'world/src/testing/b.ts': "import { aSave } from '@palatine/save/testing';",
    'world/src/state/c.ts': "import { aSave } from '@palatine/save/testing';",
    'world/src/state/a.test.ts': "import { aPlayer } from '../testing/b.ts';",
  });
  assert.equal(boundaryErrors(folder).length, 2);
});

test('a circle of sibling folders is named', () => {
  const folder = rootWith({
    'world/src/commands/one/a.ts': "import type { B } from '../two/b.ts';",
    'world/src/commands/two/b.ts': '',
    'world/src/commands/two/c.ts': "import { d } from '../one/d.ts';",
    'world/src/commands/one/d.ts': '',
  });
  assert.equal(boundaryErrors(folder).length, 1);
});

test('a circle of files is named with its way', () => {
  const folder = rootWith({
    'world/src/a.ts': "import type { b } from './b.ts';",
    'world/src/b.ts': "export { a } from './a.ts';",
  });
  assert.equal(boundaryErrors(folder).length, 1);
});

test('a path into another package is named', () => {
  const folder = rootWith({ 'client/src/a.ts': "import { x } from '../../server/src/x.ts';" });
  assert.equal(boundaryErrors(folder).length, 1);
});
