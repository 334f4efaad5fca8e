import { setImmediate as turn } from 'node:timers/promises';

/** Runs work that yields after each part, with a turn of the event loop for other work in between. */
export async function inParts<Result>(work: Generator<unknown, Result>): Promise<Result> {
  for (;;) {
    const part = work.next();
    if (part.done) return part.value;
    await turn();
  }
}

/** Runs such work in one turn. */
export function atOnce<Result>(work: Generator<unknown, Result>): Result {
  for (;;) {
    const part = work.next();
    if (part.done) return part.value;
  }
}
