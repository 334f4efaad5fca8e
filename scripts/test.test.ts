import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

/** A project with one test file; its name has a blank. */
const project = mkdtempSync(join(tmpdir(), 'palatine tests '));
after(() => rmSync(project, { recursive: true }));
const FOLDER = join(project, 'packages', 'one', 'test');
mkdirSync(FOLDER, { recursive: true });

/** Runs a file as `npm test` does. */
function run(lines: string) {
  writeFileSync(
    join(FOLDER, 'one.test.ts'),
    `import { after, describe, test } from 'node:test';\n${lines}\n`,
  );
  const { npm_package_json: _, INIT_CWD: __, NODE_TEST_CONTEXT: ___, ...env } = process.env;
  const program = join(import.meta.dirname, 'test.ts');
  const { status, stdout } = spawnSync(process.execPath, [program], { cwd: project, encoding: 'utf8', env });
  return { status, stdout };
}

test('a skipped suite is skipped with its reason, and its file does not fail', () => {
  const { status, stdout } = run(
    "describe('a suite', { skip: 'no broker' }, () => { test('one', () => {}); });",
  );
  assert.match(stdout, /skipped 1: no broker\n✔ 0 failed of 1 tests, 1 skipped\n$/);
  assert.equal(status, 0);
});

for (const [what, lines] of Object.entries({
  'no test': '',
  'an empty suite': "describe('a suite', () => {});",
})) {
  test(`a file with ${what} fails`, () => {
    const { status, stdout } = run(lines);
    assert.match(
      stdout,
      /it has no test[\s\S]*✖ packages\/one\/test\/one\.test\.ts\n✖ 1 failed of 0 tests, 0 skipped\n$/,
    );
    assert.equal(status, 1);
  });
}

const SPAWN =
  "import { spawn } from 'node:child_process'; const start = () => spawn('sleep', ['600'], { stdio: 'inherit' });";

test('a process that a test leaves behind is ended, and its file fails with its command line', () => {
  const { status, stdout } = run(`${SPAWN} test('one', () => { start(); });`);
  assert.match(stdout, /one\.test\.ts\n {2}Error: a test left this running: sleep 600\n/);
  assert.match(stdout, /✖ 1 failed of 1 tests, 0 skipped\n$/);
  assert.equal(status, 1);
});

test('a process that ends with its file is no failure', () => {
  const { status, stdout } = run(
    `${SPAWN} const child = start(); after(() => child.kill()); test('one', () => {});`,
  );
  assert.equal(status, 0, stdout);
});
