// Plain JavaScript, because it has to run on the Node that is there, which may be older.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const windows = process.platform === 'win32';
const program = join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node');

/**
 * Compares the Node that the package `node` has fetched with scripts/node-digests.json, because no integrity in the
 * lockfile covers it. Without one (npm ci --ignore-scripts) the Node of the machine is used, and there is nothing to say.
 */
export function verifyNode() {
  if (!existsSync(program)) return { valid: true };
  const { version } = readJson('package-lock.json').packages['node_modules/node'];
  const system = `${windows ? 'win' : process.platform}-${process.arch}`;
  const expected = readJson('scripts/node-digests.json')[version]?.[system];
  if (expected === undefined) {
    const message = `${program} is not verified: scripts/node-digests.json has no digest of Node ${version} for ${system}`;
    return { valid: true, message };
  }
  const sha256 = createHash('sha256').update(readFileSync(program)).digest('hex');
  if (sha256 === expected) return { valid: true };
  const message = `${program} is not Node ${version} for ${system}: its SHA-256 is ${sha256}, and scripts/node-digests.json has ${expected}. Do not run it: delete the folder node_modules and install again.`;
  return { valid: false, message };
}

function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

// By hand, after an `npm ci` by hand.
if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { valid, message } =
    process.execPath === program
      ? { valid: false, message: `${program} cannot verify itself: run this with another Node` }
      : verifyNode();
  if (message !== undefined) process.stderr.write(`${message}\n`);
  process.exitCode = valid ? 0 : 1;
}
