import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '@palatine/platform/testing';
import { compilerErrors, examples } from './npm-project.ts';

// published.deep.test.ts compiles them with the published packages, and runs them.

test('the examples of README.md and docs/client.md have the types of the client', () => {
  const folder = testFolder();
  symlinkSync(resolve(import.meta.dirname, '../../../node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const [name, code] of examples()) writeFileSync(join(folder, `${name}.ts`), code);
  const files = examples().map(([name]) => `${name}.ts`);
  assert.ok(files.length > 4);
  assert.equal(compilerErrors(folder, files, { allowImportingTsExtensions: true }), '');
});
