import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { testFolder } from '@palatine/platform/testing';
import { until } from '@palatine/testing/until';

const RUNNER = resolve(import.meta.dirname, '../../scripts/test.ts');
const IMPORT = "import { after, describe, test } from 'node:test';\n";
const PASSES = `${IMPORT}test('one', () => {});`;

/** Starts `npm test` in a project of these test files. */
function start(
  files: Record<string, string>,
  args: readonly string[] = [],
  { minutes = 20, home = '' }: { minutes?: number; home?: string } = {},
) {
  const folder = join(testFolder(), 'a project');
  mkdirSync(join(folder, 'e2e', 'made'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const [name, source] of Object.entries(files)) writeFileSync(join(folder, 'e2e/made', name), source);
  const {
    NODE_TEST_CONTEXT: _,
    INIT_CWD: __,
    npm_package_json: ____,
    PALATINE_DEEP_SEED: ___,
    ...env
  } = process.env;
  const npm = home === '' ? {} : { npm_package_json: join(folder, home, 'package.json') };
  const options = { cwd: folder, env: { ...env, ...npm, PALATINE_TEST_MINUTES: `${minutes}` } };
  return spawn(process.execPath, [RUNNER, ...args], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function npmTest(...args: Parameters<typeof start>): Promise<{ code: number; output: string }> {
  const child = start(...args);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code, output: stdout + stderr };
}

test('tests are counted once each, with the reasons of those skipped and the time of each folder', async () => {
  const { code, output } = await npmTest({
    'a.test.ts': `${PASSES}
      test('around', async (t) => { await t.test('inside', () => {}); });`,
    'b.test.ts': `${IMPORT}
      for (const name of ['x', 'y']) test(name, { skip: 'needs a moon' }, () => {});
      test('z', (t) => t.skip('needs a star'));`,
  });
  assert.equal(code, 0, output);
  assert.match(output, /^ +[\d.]+ s, CPU +[\d.]+ s, 6 tests of e2e\/made\n.* 6 tests of all\n/m);
  assert.match(output, /^skipped 2: needs a moon\nskipped 1: needs a star$/m);
  assert.match(output, /\n✔ 0 failed of 6 tests, 3 skipped\n$/);
});

test('files share a process one after another, and the hooks of each end with it', async () => {
  const file = (name: string, expression: string) => `${IMPORT}
    globalThis.order ??= []; after(() => order.push('end of ${name}'));
    test('order', (t) => { order.push('${name}'); t.assert.deepEqual(order, ${expression}); });`;
  const { code, output } = await npmTest({
    'a.test.ts': file('a', "['a']"),
    'b.test.ts': file('b', "['a', 'end of a', 'b']"),
  });
  assert.equal(code, 0, output);
});

test('a failure is shown when it happens and at the end', async () => {
  const { code, output } = await npmTest({
    'a.test.ts': `${IMPORT}test('around', async (t) => { await t.test('inside', () => { throw new Error('no spheres'); }); });`,
    'b.test.ts': PASSES,
  });
  assert.equal(code, 1);
  assert.match(output, /^✖ e2e\/made\/a\.test\.ts: inside\n {2}Error: no spheres\n/);
  assert.match(output, /\n✖ e2e\/made\/a\.test\.ts: inside\n✖ 1 failed of 3 tests, 0 skipped\n$/);
});

for (const [what, source] of [
  ['no test', ''],
  ['an empty suite', `${IMPORT}describe('a suite', () => {});`],
]) {
  test(`a file with ${what} fails`, async () => {
    const { code, output } = await npmTest({ 'a.test.ts': source ?? '' });
    assert.match(
      output,
      /it has no test[\s\S]*✖ e2e\/made\/a\.test\.ts\n✖ 1 failed of 0 tests, 0 skipped\n$/,
    );
    assert.equal(code, 1);
  });
}

test('a skipped suite is skipped with its reason, and its file does not fail', async () => {
  const source = `${IMPORT}describe('a suite', { skip: 'no broker' }, () => { test('one', () => {}); });`;
  const { code, output } = await npmTest({ 'a.test.ts': source });
  assert.match(output, /skipped 1: no broker\n✔ 0 failed of 1 tests, 1 skipped\n$/);
  assert.equal(code, 0);
});

const SPAWN = `${IMPORT}import { spawn } from 'node:child_process';
  const start = () => spawn('sleep', ['600'], { stdio: 'inherit' });`;

test('a process that a test leaves behind is ended, and its file fails with its command line', async () => {
  const { code, output } = await npmTest({ 'a.test.ts': `${SPAWN} test('one', () => { start(); });` });
  assert.match(output, /a\.test\.ts\n {2}Error: a test left this running: sleep 600\n/);
  assert.match(output, /✖ 1 failed of 1 tests, 0 skipped\n$/);
  assert.equal(code, 1);
});

test('a process that ends with its file is no failure', async () => {
  const source = `${SPAWN} const child = start(); after(() => child.kill()); test('one', () => {});`;
  const { code, output } = await npmTest({ 'a.test.ts': source });
  assert.equal(code, 0, output);
});

for (const [what, source] of [
  ['cannot be loaded', 'this is no program'],
  ['fails in a hook', `${PASSES} after(() => { throw new Error(); });`],
  ['ends its process well', `${IMPORT}test('leaves', () => process.exit(0));`],
  ['ends its process', `${IMPORT}test('leaves', () => process.exit(3));`],
  ['sets an exit code', `${PASSES} process.on('exit', () => { process.exitCode = 3; });`],
] as const) {
  test(`a file that ${what} has failed`, async () => {
    const { code, output } = await npmTest({ 'a.test.ts': PASSES, 'b.test.ts': source });
    assert.equal(code, 1, output);
    assert.match(output, /^✖ e2e\/made\/[ab]\.test\.ts/m);
  });
}

const WAITS = `${IMPORT}test('waits', () => new Promise(() => setInterval(() => {}, 1000)));`;

test('a test that does not end has failed, and is named', async () => {
  const { code, output } = await npmTest({ 'a.test.ts': WAITS }, [], { minutes: 0.05 });
  assert.equal(code, 1);
  assert.match(output, /^✖ e2e\/made\/a\.test\.ts: waits$/m);
});

test('a run that is stopped leaves no test behind', async () => {
  const pidFile = join(testFolder(), 'pid');
  const source = `import { writeFileSync } from 'node:fs';
    writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));\n${WAITS}`;
  const child = start({ 'a.test.ts': source });
  const closed = once(child, 'close');
  await until('the test runs', () => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '');
  child.kill('SIGTERM');
  assert.deepEqual(await closed, [1, null]);
  await until('the test has ended', () => !isRunning(Number(readFileSync(pidFile, 'utf8'))));
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('files and folders select tests; a path without a test is refused', async () => {
  const files = {
    'a.test.ts': `${PASSES} test('another', () => { throw new Error(); });`,
    'b.test.ts': PASSES,
    'b.deep.test.ts': PASSES,
  };
  assert.match((await npmTest(files, ['e2e/made/b.test.ts'])).output, /✔ 0 failed of 1 tests/);
  assert.match((await npmTest(files, ['e2e'])).output, /✖ 1 failed of 3 tests/);
  assert.match((await npmTest(files, ['e2e/made/b.deep.test.ts'])).output, /✔ 0 failed of 1 tests/);
  const none = await npmTest(files, ['e2e/none']);
  assert.deepEqual(none, { code: 2, output: 'npm test: there is no test in e2e/none\n' });
});

test('of a package, all its tests run and no others', async () => {
  const files = { 'a.test.ts': PASSES, 'b.test.ts': PASSES };
  assert.match((await npmTest(files, [], { home: 'e2e/made' })).output, /✔ 0 failed of 2 tests/);
  const mistyped = await npmTest(files, [], { home: 'packages/other' });
  assert.match(mistyped.output, /there is no test in packages\/other/);
});

test('a deep run has the deep files and those of properties, and prints its seed', async () => {
  const files = {
    'a.deep.test.ts': `${IMPORT}test(\`seed \${process.env.PALATINE_DEEP_SEED}\`, () => {});`,
    'b.test.ts': `${IMPORT}const runs = (count) => count; test('property', () => runs(1));`,
    'c.test.ts': PASSES,
  };
  const deep = await npmTest(files, ['--deep']);
  assert.match(
    deep.output,
    /a\.deep\.test\.ts: seed (\d+)\n[\s\S]*^PALATINE_DEEP_SEED=\1\n✔ 0 failed of 2 tests/m,
  );
  assert.match((await npmTest(files)).output, /✔ 0 failed of 2 tests/);
});
