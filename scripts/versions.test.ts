import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { inParts } from '@palatine/platform/parts';
import { PALATINE_VERSION, VERSION, VERSION_LINE } from '@palatine/platform/version';
import { openApiDocument } from '@palatine/web/document';

const ROOT = resolve(import.meta.dirname, '..');

interface Manifest {
  version?: string;
  workspaces?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;

test('every package has the version of Palatine, and wants the others in that version', () => {
  const root = manifestOf('.');
  assert.equal(root.version, PALATINE_VERSION);
  const folders = globSync(root.workspaces ?? [], { cwd: ROOT });
  assert.ok(folders.length > 15);
  for (const folder of folders) {
    const { version, dependencies, devDependencies } = manifestOf(folder);
    assert.equal(version, PALATINE_VERSION, folder);
    for (const [name, required] of Object.entries({ ...dependencies, ...devDependencies })) {
      if (name.startsWith('@palatine/')) assert.equal(required, PALATINE_VERSION, `${folder} wants ${name}`);
    }
  }
});

test('--version names both versions, and the API document has that of the interface', async () => {
  assert.equal(VERSION_LINE, `palatine ${PALATINE_VERSION} (interface ${VERSION.version_str_long})`);
  const { info } = (await inParts(openApiDocument())) as { info: { version: string; description: string } };
  assert.equal(info.version, VERSION.version_str_long);
  assert.ok(info.description.includes(`that of the interface; that of Palatine is ${PALATINE_VERSION}.`));
});

test('the changelog begins with what is not released yet, or with the present version', () => {
  const heading = /^## (.*)$/m.exec(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'))?.[1] ?? '';
  assert.ok(heading.startsWith('Unreleased') || heading.startsWith(PALATINE_VERSION), heading);
});
