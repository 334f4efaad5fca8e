import { Writable } from 'node:stream';
import pino, { type Logger } from 'pino';

/** A log that keeps what it is told of the level `error` and above. */
export function logOfErrors(): { log: Logger; lines: string[] } {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  return { log: pino({ level: 'error' }, stream), lines };
}
