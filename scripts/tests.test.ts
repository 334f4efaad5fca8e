import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';

/** Runs files as a kind of tests, in a process of their own: a test may not run Node's runner inside itself. */
function runKind(
  t: TestContext,
  files: Record<string, string>,
  hangMs = 60_000,
): { code: number | null; output: string } {
  const folder = mkdtempSync(join(tmpdir(), 'palatine-kind-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, source] of Object.entries(files)) writeFileSync(join(folder, name), source);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const call = `process.exitCode = await runFiles(${JSON.stringify(folder)}, ${JSON.stringify(Object.keys(files))}, ['--test-isolation=none', '--test-reporter=spec'], ${hangMs});`;
  const program = `import { runFiles } from ${JSON.stringify(join(import.meta.dirname, 'tests.ts'))}; ${call}`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    env,
    encoding: 'utf8',
  });
  return { code: status, output: stdout + stderr };
}

const IMPORT = "import { test } from 'node:test';";

test('a kind whose tests pass exits with 0 and shows the summary of Node', (t) => {
  const { code, output } = runKind(t, { 'a.test.mjs': `${IMPORT} test('one', () => {});` });
  assert.equal(code, 0, output);
  assert.match(output, /pass 1/);
});

test('a kind with a failing test fails', (t) => {
  const { code } = runKind(t, { 'a.test.mjs': `${IMPORT} test('one', () => { throw new Error(); });` });
  assert.equal(code, 1);
});

test('a kind without a file, or with a file without a test, fails', (t) => {
  assert.equal(runKind(t, {}).code, 1);
  const { code, output } = runKind(t, {
    'a.test.mjs': `${IMPORT} test('one', () => {});`,
    'b.test.mjs': '',
  });
  assert.equal(code, 1);
  assert.match(output, /no test in b.test.mjs/);
});

test('a kind that does not end fails', (t) => {
  const endless = `${IMPORT} test('one', () => {}); setInterval(() => {}, 1000);`;
  const { code, output } = runKind(t, { 'a.test.mjs': endless }, 1000);
  assert.equal(code, 1);
  assert.match(output, /did not end within 1 s/);
});
