import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const NOBODY = 65_534;
const needsRoot = process.geteuid?.() === 0 ? false : 'only root can be another user';
const SCRIPT = join(import.meta.dirname, 'build-console.mjs');

function build(script: string, user: { uid?: number; gid?: number } = {}) {
  const code = `import { buildConsole } from ${JSON.stringify(script)}; process.exit(buildConsole(process.execPath) ? 0 : 1);`;
  const args = ['--input-type=module', '--eval', code];
  const { status, stderr } = spawnSync(process.execPath, args, { ...user, encoding: 'utf8' });
  assert.equal(status, 1, stderr);
  return stderr;
}

test('a user who cannot write beside the console is told in one line who builds it', {
  skip: needsRoot,
}, () => {
  const stderr = build(SCRIPT, { uid: NOBODY, gid: NOBODY });
  assert.match(stderr, /^the console is not built: cannot write in .+; run "npm run build" as its owner\n$/);
});

test('without development dependencies one line says what builds the console', () => {
  const project = mkdtempSync(join(tmpdir(), 'palatine-build-'));
  for (const folder of ['scripts', 'apps/console']) mkdirSync(join(project, folder), { recursive: true });
  copyFileSync(SCRIPT, join(project, 'scripts', 'build.mjs'));
  const line = /^the console is not built: .*; run: npm ci && npm run build && npm prune --omit=dev\n$/;
  assert.match(build(join(project, 'scripts', 'build.mjs')), line);
  rmSync(project, { recursive: true });
});
