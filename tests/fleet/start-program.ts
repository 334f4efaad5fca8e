import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface StartedProgram extends AsyncDisposable {
  /** The output so far. */
  output(): string;
}

const START_MS = 60_000;

/** Starts a program that prints its welcome with an empty line at the end, and goes on until it is disposed of. */
export async function startProgram(file: string, args: readonly string[]): Promise<StartedProgram> {
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await new Promise<void>((started, failed) => {
    const limit = setTimeout(() => failed(new Error(`it did not start:\n${printed}${output}`)), START_MS);
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (!printed.endsWith('\n\n')) return;
      clearTimeout(limit);
      started();
    });
    child.once('exit', (code) => {
      clearTimeout(limit);
      failed(new Error(`it ended with ${code}:\n${printed}${output}`));
    });
  });
  return {
    output: () => printed,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
