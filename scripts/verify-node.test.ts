import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

const root = join(import.meta.dirname, '..');
const program = join('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));

const digests = readJson('scripts/node-digests.json') as Record<string, Record<string, string>>;
const lock = readJson('package-lock.json') as { packages: Record<string, { version: string }> };
const version = lock.packages['node_modules/node']?.version ?? '';

/** A project of the lockfile and the scripts, with this npm, and with a copy of our Node when npm is through. */
const project = realpathSync(mkdtempSync(join(tmpdir(), 'palatine-node-')));
after(() => rmSync(project, { recursive: true }));
const npm = join(project, 'npm-cli.js');
mkdirSync(join(project, 'scripts'));
mkdirSync(join(project, program, '..'), { recursive: true });
writeFileSync(join(project, 'package.json'), '{"type":"module"}');
writeFileSync(
  npm,
  `import { writeFileSync } from 'node:fs'; writeFileSync('node_modules/.package-lock.json', '{}');`,
);
for (const path of ['package-lock.json', 'scripts/install.mjs', 'scripts/verify-node.mjs', program]) {
  copyFileSync(join(root, path), join(project, path));
}
putDigests(digests);

function putDigests(content: object): void {
  writeFileSync(join(project, 'scripts', 'node-digests.json'), JSON.stringify(content));
}

function changeOneByte(): void {
  const file = openSync(join(project, program), 'r+');
  writeSync(file, '?', 1_000_000);
  closeSync(file);
}

/** Starts, and returns the output and the exit code. */
function start() {
  const line = "import { installWhatIsMissing } from './scripts/install.mjs'; installWhatIsMissing();";
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', line], {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, npm_execpath: npm },
  });
  return { status, stderr };
}

function makeStale(): void {
  rmSync(join(project, 'node_modules', '.package-lock.json'), { force: true });
}

test('the digests are those of the Node in the lockfile', () => {
  assert.deepEqual(Object.keys(digests), [version]);
});

test('the Node that is installed here has its digest, and an install says nothing of it', () => {
  assert.deepEqual(start(), { status: 0, stderr: 'installing what is missing …\n' });
  assert.deepEqual(start(), { status: 0, stderr: '' });
});

test('a system without a digest is named and installed', () => {
  putDigests({ [version]: {} });
  makeStale();
  const { status, stderr } = start();
  const expected = /is not verified: scripts\/node-digests\.json has no digest of Node .* for \w+-\w+\n$/;
  assert.match(stderr, expected);
  assert.equal(status, 0);
});

test('a Node with one byte changed is refused at each start, and stays where it is', () => {
  putDigests(digests);
  changeOneByte();
  makeStale();
  for (const _ of ['first', 'second']) {
    const { status, stderr } = start();
    assert.match(stderr, /is not Node .*: its SHA-256 is [0-9a-f]{64}, .* delete the folder node_modules/);
    assert.equal(status, 1);
  }
  assert.ok(existsSync(join(project, program)));
});

test('a Node is verified by hand, and by another one than itself', () => {
  const byHand = (node: string) =>
    spawnSync(node, [join(project, 'scripts', 'verify-node.mjs')], { encoding: 'utf8' });
  const changed = byHand(process.execPath);
  assert.match(changed.stderr, /is not Node/);
  assert.equal(changed.status, 1);
  copyFileSync(join(root, program), join(project, program));
  assert.equal(byHand(process.execPath).status, 0);
  const itself = byHand(join(project, program));
  assert.match(itself.stderr, /cannot verify itself/);
  assert.equal(itself.status, 1);
});
