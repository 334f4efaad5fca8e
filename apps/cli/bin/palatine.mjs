#!/usr/bin/env node
// The command line, run with the Node this project brings along.
// Plain JavaScript, because it has to run on the Node that is there, which may be older.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const bin = dirname(fileURLToPath(import.meta.url)); // the file itself, where a link led here
const root = join(bin, '..', '..', '..');
const main = join(bin, '..', 'src', 'main.ts');

// An image has no scripts: it has all dependencies and its own Node.
const installer = join(root, 'scripts', 'install.mjs');
const node = existsSync(installer)
  ? (await import(pathToFileURL(installer).href)).installedNode()
  : process.execPath;
// Paths are meant from where the command was typed, whatever npm script it may have been typed in.
process.env.INIT_CWD = process.cwd();
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'node');

const args = process.argv.slice(2);
// As `npm start` does: docs/decisions/0006-service-process-and-command-line.md.
const serves = args[0] === 'serve' || (args[0] === 'fleet' && args[1] === 'start');
if (node === process.execPath && !serves) {
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  await import(pathToFileURL(main).href);
} else {
  const options = serves ? ['--max-semi-space-size=8'] : [];
  const child = spawn(node, [...options, main, ...args], { stdio: 'inherit' });
  // A terminal signals the whole group, a supervisor only us: the child takes a signal twice as once.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
}
