import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';

const SOURCES = join(import.meta.dirname, '..');

// `lucide.d.ts` declares every name, so the compiler takes one that does not exist; the build would not.
test('every icon that is imported exists', () => {
  const { resolve } = createRequire(import.meta.url);
  const icons = globSync('**/*.{ts,tsx}', { cwd: SOURCES }).flatMap((file) => {
    const text = readFileSync(join(SOURCES, file), 'utf8');
    return [...text.matchAll(/from '(lucide\/dist\/esm\/icons\/[\w-]+\.mjs)'/g)].map(([, icon = '']) => icon);
  });
  assert.ok(icons.length > 20, `${icons.length} found`);
  const missing = [...new Set(icons)].filter((icon) => {
    try {
      resolve(icon);
      return false;
    } catch {
      return true;
    }
  });
  assert.deepEqual(missing, []);
});
