import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { testFolder } from '@palatine/server/testing/test-folder.ts';
import { until } from '../harness/until.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const module = (name: string) => JSON.stringify(join(ROOT, 'scripts', name));

interface Run {
  code: number | null;
  output: string;
}

/** The two ways in which kinds of tests run. */
const ISOLATIONS = ['none', 'process'] as const;
type Isolation = (typeof ISOLATIONS)[number];

/**
 * Runs made files as `npm test` runs a kind, in a process of its own: a test may not run Node's runner inside itself.
 * @param files their sources, without the import of `test`
 */
async function runKind(
  isolation: Isolation,
  files: Record<string, string>,
  options: { only?: string; hangMs?: number } = {},
): Promise<Run> {
  return ended(startKind(isolation, files, options));
}

function startKind(
  isolation: Isolation,
  files: Record<string, string>,
  options: { only?: string; hangMs?: number } = {},
): ChildProcessByStdio<null, Readable, Readable> {
  const folder = testFolder();
  for (const [name, source] of Object.entries(files)) writeFileSync(join(folder, name), source);
  const kind = {
    name: 'made',
    options: [`--test-isolation=${isolation}`, '--test-concurrency=2'],
    oneProcess: isolation === 'none',
  };
  const selection = JSON.stringify({ kind, files: Object.keys(files) });
  return startNode([
    '--input-type=module',
    '--eval',
    `import { printProgress, runTests } from ${module('run-tests.ts')};
     import { summaryText } from ${module('test-summary.ts')};
     const listener = printProgress(console.log);
     const results = await runTests(${JSON.stringify(folder)}, [${selection}], { listener, ...${JSON.stringify(options)} });
     console.log(summaryText(results));`,
  ]);
}

function runNode(args: readonly string[]): Promise<Run> {
  return ended(startNode(args));
}

function startNode(args: readonly string[]): ChildProcessByStdio<null, Readable, Readable> {
  const { NODE_TEST_CONTEXT: _, INIT_CWD: __, ...env } = process.env;
  return spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function ended(child: ChildProcessByStdio<null, Readable, Readable>): Promise<Run> {
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { code, output: stdout + stderr };
}

const IMPORT = "import { test } from 'node:test';\n";
const PASSES = `${IMPORT}test('one', () => {});`;

/** The lines of counts that Node's own reporters print. */
function countsOf({ output }: Run): Record<string, number> {
  const lines = [...output.matchAll(/^ℹ (tests|pass|fail|skipped) (\d+)$/gm)];
  assert.equal(lines.length, 4, output);
  return Object.fromEntries(lines.map(([, name, count]) => [name, Number(count)]));
}

for (const isolation of ISOLATIONS) {
  const kind = isolation === 'none' ? 'in one process' : 'in processes of their own';

  test(`tests ${kind} are counted once each, with the reasons of those skipped`, async () => {
    const run = await runKind(isolation, {
      'a.test.mjs': `${PASSES}
        test('around', async (t) => { await t.test('inside', () => {}); });
        test('later', { todo: true }, () => { throw new Error(); });`,
      'b.test.mjs': `${IMPORT}
        for (const name of ['x', 'y']) test(name, { skip: 'needs a moon' }, () => {});
        test('z', (t) => t.skip('needs a star'));`,
    });
    assert.deepEqual(countsOf(run), { tests: 7, pass: 3, fail: 0, skipped: 3 });
    assert.match(run.output, /^3 skipped:\n {2}2 {2}needs a moon\n {2}1 {2}needs a star$/m);
    assert.match(run.output, /none failed of 7 tests in .*; 3 skipped\n/);
  });

  test(`a failure ${kind} is shown when it happens and at the end, with the command that runs it alone`, async () => {
    const run = await runKind(isolation, {
      'a.test.mjs': `${IMPORT}test("Zoe's", async (t) => { await t.test('inside', () => { throw new Error('no spheres'); }); });`,
      'b.test.mjs': PASSES,
    });
    assert.deepEqual(countsOf(run), { tests: 2, pass: 1, fail: 1, skipped: 0 });
    const shown =
      /✖ Zoe's > inside\n {2}a\.test\.mjs:2\n {2}Error: no spheres\n[\s\S]*?run it alone: npm test -- a\.test\.mjs --only 'Zoe'\\''s'\n/g;
    assert.equal([...run.output.matchAll(shown)].length, 2, run.output);
    assert.match(run.output.slice(run.output.indexOf('ℹ duration_ms')), shown);
    assert.match(run.output, /\n✖ 1 failed of 2 tests in .*\n\n$/);
  });

  test(`a file ${kind} that holds no test, cannot be loaded, or ends its process has failed`, async () => {
    for (const [source, expected] of [
      ['', /✖ no test in b\.test\.mjs\n/],
      ['this is no program', /✖ the file failed\n {2}b\.test\.mjs\n/],
    ] as const) {
      const run = await runKind(isolation, { 'a.test.mjs': PASSES, 'b.test.mjs': source });
      assert.deepEqual(countsOf(run), { tests: 2, pass: 1, fail: 1, skipped: 0 }, run.output);
      assert.match(run.output, expected);
    }
    for (const code of [0, 3]) {
      const leaves = `${IMPORT}test('leaves', () => process.exit(${code})); test('never', () => {});`;
      const run = await runKind(isolation, { 'a.test.mjs': PASSES, 'b.test.mjs': leaves });
      assert.equal(countsOf(run).fail, 1, run.output);
    }
  });

  test(`tests ${kind} that do not end have failed, and are named`, async () => {
    const endless = `${IMPORT}test('waits', () => new Promise(() => setInterval(() => {}, 1000)));`;
    const run = await runKind(isolation, { 'a.test.mjs': endless }, { hangMs: 1000 });
    assert.match(run.output, /✖ no made test ended for 1 s\n {2}running: a\.test\.mjs: waits\n/);
    assert.notEqual(countsOf(run).fail, 0);
  });

  test(`--only runs the tests ${kind} whose name contains it, letter by letter`, async () => {
    const source = `${IMPORT}test('/a (b)', () => {}); test('another', () => { throw new Error(); });`;
    const files = { 'a.test.mjs': source, 'b.test.mjs': PASSES };
    const run = await runKind(isolation, files, { only: 'a (b)' });
    assert.deepEqual(countsOf(run), { tests: 1, pass: 1, fail: 0, skipped: 0 });
  });
}

test('a file that does not end is the only one that has failed', async () => {
  const endless = `${IMPORT}test('waits', () => new Promise(() => setInterval(() => {}, 1000)));`;
  const files = { 'a.test.mjs': endless, 'b.test.mjs': PASSES, 'c.test.mjs': PASSES };
  const run = await runKind('process', files, { hangMs: 3000 });
  assert.match(run.output, /✖ no made test ended for 3 s\n {2}running: a\.test\.mjs: waits\n/);
  assert.doesNotMatch(run.output, /[bc]\.test\.mjs ended before/);
  assert.equal(countsOf(run).pass, 2);
});

test('a runner that ends with an error although all tests passed has failed', async () => {
  const source = `${PASSES} process.on('exit', () => { process.exitCode = 3; });`;
  const run = await runKind('none', { 'a.test.mjs': source });
  assert.deepEqual(countsOf(run), { tests: 2, pass: 1, fail: 1, skipped: 0 });
  assert.match(run.output, /✖ Node's runner of the made tests ended with 3\n/);
});

test('a file that fails shows what it printed', async () => {
  const print = "console.log('the last word');";
  const run = await runKind('process', {
    'a.test.mjs': `${IMPORT}test('one', () => { ${print} throw new Error(); });`,
    'b.test.mjs': `${IMPORT}test('one', () => { ${print} });`,
  });
  assert.equal([...run.output.matchAll(/ {2}the last word\n/g)].length, 1, run.output);
});

test('a kind without a file has failed', async () => {
  const run = await runKind('process', {});
  assert.match(run.output, /✖ there are no made tests\n/);
  assert.equal(countsOf(run).fail, 1);
});

const npmTest = (...args: string[]) => runNode([join(ROOT, 'scripts/test.ts'), ...args]);

test('npm test takes files, folders and a name, and says which it does not know', async () => {
  const one = await npmTest('scripts/boundaries.test.ts', '--only', 'a circle of');
  assert.equal(one.code, 0, one.output);
  assert.match(one.output, /^unit tests: 1 file\n/);
  assert.equal(countsOf(one).tests, 2);
  const none = await npmTest('scripts/boundaries.test.ts', '--only', 'there is no such test');
  const actual = [none.code, none.output.split('\n').at(-2)];
  assert.deepEqual(actual, [1, 'no test is called there is no such test']);
  for (const [args, expected] of [
    [['scripts/nowhere.test.ts'], 'there is no scripts/nowhere.test.ts'],
    [['scripts/boundaries.ts'], 'scripts/boundaries.ts is no test and holds none'],
    [['--only', ''], '--only needs a name'],
  ] as const) {
    const wrong = await npmTest(...args);
    assert.deepEqual([wrong.code, wrong.output], [2, `npm test: ${expected}\n`]);
  }
});

for (const isolation of ISOLATIONS) {
  test(`a run that is stopped leaves no test behind (isolation ${isolation})`, async () => {
    const folder = testFolder();
    const pidFile = join(folder, 'pid');
    const source = `${IMPORT}import { writeFileSync } from 'node:fs';
      test('waits', () => {
        writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));
        return new Promise(() => setInterval(() => {}, 1000));
      });`;
    const child = startKind(isolation, { 'waits.test.ts': source });
    const closed = ended(child);
    const pid = () => (existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0);
    await until('the test runs', () => pid() > 0);
    child.kill('SIGTERM');
    await closed;
    await until('the test has ended', () => !isRunning(pid()));
  });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
