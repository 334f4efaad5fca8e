// Plain JavaScript, because the installed Node may be too old for TypeScript.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const home = join(root, 'apps', 'console');
const page = join(home, 'dist', 'index.html');
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');

/** Inputs of the console build: its own files, and the packages that it imports. */
const SOURCES = [
  join(home, 'index.html'),
  join(home, 'vite.config.ts'),
  join(home, 'build'),
  join(home, 'public'),
  join(home, 'src'),
  join(root, 'packages', 'contract', 'src'),
  join(root, 'packages', 'client', 'src'),
  join(root, 'package-lock.json'),
];

/**
 * Builds the console.
 * @param {string} node the Node to build with
 * @returns {boolean} whether it was built
 */
export function buildConsole(node) {
  try {
    accessSync(home, constants.W_OK);
  } catch {
    process.stderr.write(
      `the console is not built: cannot write in ${home}; run "npm run build" as its owner\n`,
    );
    return false;
  }
  if (!existsSync(vite)) {
    const line = 'npm ci && npm run build && npm prune --omit=dev';
    process.stderr.write(`the console is not built: that takes the development dependencies; run: ${line}\n`);
    return false;
  }
  process.stderr.write('building the console …\n');
  const built = spawnSync(node, [vite, 'build', '--logLevel', 'error'], {
    cwd: home,
    stdio: ['ignore', 2, 2],
  });
  if (built.status !== 0) process.stderr.write('the console could not be built\n');
  return built.status === 0;
}

/**
 * Builds the console if it is missing or older than its sources. Without Vite, as in an installation without
 * development dependencies, what is there stays.
 * @param {string} node the Node to build with
 * @returns {boolean} false when a build failed
 */
export function buildStaleConsole(node) {
  if (!existsSync(vite)) return true;
  const builtMs = existsSync(page) ? statSync(page).mtimeMs : 0;
  return SOURCES.some((source) => newestMs(source) > builtMs) ? buildConsole(node) : true;
}

/** @param {string} path */
function newestMs(path) {
  if (!existsSync(path)) return 0;
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return names.reduce((newest, name) => Math.max(newest, statSync(join(path, name)).mtimeMs), mtimeMs);
}
