// Runs every npm script: installs missing dependencies first, then uses the Node among the dependencies.
// Plain JavaScript, because the installed Node may be too old for TypeScript.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildConsole, buildStaleConsole } from './build-console.mjs';
import { installedNode } from './install.mjs';

// A full disk costs what is said here, not the service that was started.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [command, ...args] = process.argv.slice(2);

const COMMANDS = {
  // docs/decisions/0006-service-process-and-command-line.md says what the option is for.
  start: ['--max-semi-space-size=8', 'apps/cli/src/start.ts'],
  test: ['scripts/test.ts'],
  check: ['scripts/check.ts'],
  bench: ['bench/main.ts'],
  pack: ['scripts/pack.ts'],
  soak: ['e2e/soak/run-soak.ts'],
  'stand-in': ['packages/stand-in/src/run-stand-in.ts'],
  build: [],
};
/** Those that serve the console. */
const SERVING = new Set(['start', 'test', 'bench']);

const script = COMMANDS[command];
if (script === undefined) {
  process.stderr.write(`usage: run.mjs ${Object.keys(COMMANDS).join('|')}\n`);
  process.exit(2);
}
const node = installedNode();
if (command === 'build') process.exit(buildConsole(node) ? 0 : 1);
// The service serves its API without a console all the same.
if (SERVING.has(command) && !buildStaleConsole(node) && command !== 'start') process.exit(1);
const child = spawn(node, [...script, ...args], {
  cwd: root,
  stdio: 'inherit',
  // Compiled code is reused at the next start.
  env: { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'), ...process.env },
});
// A terminal signals the whole group, a supervisor only this process: the child treats two signals as one.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
