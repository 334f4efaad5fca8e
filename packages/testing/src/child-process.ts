import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';

export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Collects these streams. @returns a function that gives the text so far. */
export function outputOf(...streams: readonly (Readable | null)[]): () => string {
  let text = '';
  for (const stream of streams) {
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  return () => text;
}
