import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '..');
const documents = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md', 'packages/*/src/**/README.md'], {
  cwd: root,
});

/** A path in a document that begins with a folder of the project names a file of ours. */
const OURS = /^(packages|tests|scripts|bench|deploy|docs)\/[\w./*-]*$/;
/** Documents about the code leave out `packages/`. */
const SHORT = /^(contract|save|world|server|client)\/src\/[\w./*-]*$/;

for (const document of documents) {
  const text = readFileSync(join(root, document), 'utf8');

  test(`every link of ${document} leads to a file`, () => {
    for (const [, target = ''] of text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      assert.ok(existsSync(join(root, dirname(document), target)), `${document} links to ${target}`);
    }
  });

  test(`every path that ${document} names is there`, () => {
    for (const [, code = ''] of text.matchAll(/`([^`\n]+)`/g)) {
      const path = SHORT.test(code) ? `packages/${code}` : code;
      if (!OURS.test(path)) continue;
      const found = path.includes('*')
        ? globSync(path, { cwd: root }).length > 0
        : existsSync(join(root, path));
      assert.ok(found, `${document} names ${path}`);
    }
  });
}

test('every file that the picture of a write names is there', () => {
  const picture = readFileSync(join(root, 'docs/lifecycle.md'), 'utf8').split('```')[1] ?? '';
  const named = [...picture.matchAll(/[\w/-]+\.ts\b/g)].map(([path]) => path);
  assert.ok(named.length > 10);
  for (const path of named) {
    const places = [join('packages', path), join('packages/server/src', path)];
    assert.ok(
      places.some((place) => existsSync(join(root, place))),
      `docs/lifecycle.md names ${path}`,
    );
  }
});

test('the documents hold no path of a machine', () => {
  assert.ok(documents.length > 10);
  for (const document of documents) {
    assert.doesNotMatch(readFileSync(join(root, document), 'utf8'), /\/(work|root|home)\/[a-z]/, document);
  }
});
