import { Writable } from 'node:stream';
import pino, { type Logger } from 'pino';

export function logOf(level: 'trace' | 'debug' | 'warn' | 'error'): { log: Logger; lines: string[] } {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  return { log: pino({ level }, stream), lines };
}
