// Plain JavaScript, because it has to run on the Node that is there, which may be older.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MIN_NODE = 24;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const windows = process.platform === 'win32';
const lock = join(root, 'package-lock.json');
const installed = join(root, 'node_modules', '.package-lock.json');
/** The package with the Node of this system; docs/dependencies.md lists the systems that have one. */
const nodePackage = `node_modules/node-${windows ? 'win' : process.platform}-${process.arch}`;
const bundled = join(root, nodePackage, 'bin', windows ? 'node.exe' : 'node');

/**
 * Installs what the lock file names and is not there; ends the process when that fails.
 * @returns {string} the Node that runs Palatine: the one among the dependencies, or else that of the machine
 */
export function installedNode() {
  const fresh = existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs;
  if (!fresh) {
    install();
    checkBundled();
  }
  if (existsSync(bundled)) return bundled;
  if (Number.parseInt(process.versions.node, 10) >= MIN_NODE) return process.execPath;
  say(
    `Palatine needs Node ${MIN_NODE}, and this is ${process.versions.node}: install Node ${MIN_NODE}, then run this again`,
  );
  if (existsSync(installed)) utimesSync(installed, 0, 0); // the next start installs again
  process.exit(1);
}

function install() {
  say('installing what is missing …');
  const npm = process.env.npm_execpath;
  // Without a network, npm's own pauses between attempts add up to minutes.
  const pauses = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];
  const line = [
    'ci',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
    '--loglevel=error',
    ...pauses,
  ];
  const run = npm?.endsWith('npm-cli.js')
    ? spawnSync(process.execPath, [npm, ...line], { cwd: root, stdio: ['ignore', 2, 2] })
    : spawnSync('npm', line, { cwd: root, stdio: ['ignore', 2, 2], shell: windows });
  if (run.status === 0) return;
  say(
    'npm could not install the dependencies, for which it needs a network: docs/operations.md says how to install without one',
  );
  process.exit(run.status ?? 1);
}

/** Removes a Node that does not run here, as on musl: npm scripts would find it on their PATH. */
function checkBundled() {
  if (existsSync(bundled)) {
    if (spawnSync(bundled, ['--version']).status === 0) return;
    say(`${bundled} does not run on this system (it needs glibc 2.28 or newer) and is removed`);
    rmSync(join(root, nodePackage), { recursive: true });
    rmSync(join(root, 'node_modules', '.bin', 'node'), { force: true });
  } else if (nodePackage in JSON.parse(readFileSync(lock, 'utf8')).packages) {
    // Optional for npm, because each is for one system: npm goes on without it.
    say(`npm left out ${nodePackage}: it could not be fetched, or is not what package-lock.json expects`);
  }
}

function say(text) {
  try {
    writeSync(2, `${text}\n`);
  } catch {} // nobody can read it: what was asked for is still to be done
}
