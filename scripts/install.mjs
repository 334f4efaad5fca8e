// Plain JavaScript, because it has to run on the Node that is there, which may be older.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync, utimesSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { verifyNode } from './verify-node.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Installs what the lock file names and is not there; ends the process when that fails. */
export function installWhatIsMissing() {
  const lock = join(root, 'package-lock.json');
  const installed = join(root, 'node_modules', '.package-lock.json');
  const fresh = existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs;
  if (fresh) return;
  say('installing what is missing …');
  const npm = process.env.npm_execpath;
  const line = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const run = npm?.endsWith('npm-cli.js')
    ? spawnSync(process.execPath, [npm, ...line], { cwd: root, stdio: ['ignore', 2, 2] })
    : spawnSync('npm', line, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
  if (run.status !== 0) process.exit(run.status ?? 1);
  const { valid, message } = verifyNode();
  if (message !== undefined) say(message);
  if (valid) return;
  utimesSync(installed, 0, 0); // the next start installs and verifies again
  process.exit(1);
}

function say(text) {
  try {
    writeSync(2, `${text}\n`);
  } catch {} // nobody can read it: what was asked for is still to be done
}
