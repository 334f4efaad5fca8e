import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { boundaryFaults } from './boundaries.ts';

function packagesWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'palatine-boundaries-'));
  for (const [name, source] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), source);
  }
  return folder;
}

test('the rooms of this project keep their direction and have no circles', () => {
  assert.deepEqual(boundaryFaults(join(import.meta.dirname, '..', 'packages')), []);
});

test('an import against the direction is named', () => {
  const folder = packagesWith({ 'contract/src/a.ts': "import { World } from '@palatine/world';" });
  assert.deepEqual(boundaryFaults(folder), [
    `${join('contract', 'src', 'a.ts')}: contract may not import world`,
  ]);
});

test('the world may import types of save, and nothing that runs', () => {
  const types = packagesWith({ 'world/src/a.ts': "import type { SaveWorld } from '@palatine/save';" });
  assert.deepEqual(boundaryFaults(types), []);
  const values = packagesWith({ 'world/src/a.ts': "import { readSaveFolder } from '@palatine/save';" });
  assert.equal(boundaryFaults(values).length, 1);
});

test('a circle of files is named with its way', () => {
  const folder = packagesWith({
    'world/src/a.ts': "import { b } from './b.ts';",
    'world/src/b.ts': "export { a } from './a.ts';",
  });
  assert.equal(boundaryFaults(folder).length, 1);
});

test('a path into another room is named', () => {
  const folder = packagesWith({ 'client/src/a.ts': "import { x } from '../../server/src/x.ts';" });
  assert.equal(boundaryFaults(folder).length, 1);
});
