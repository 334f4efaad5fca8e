import type { Token, TokenSource } from '../data-folder/tokens.ts';
import { acceptsGzip, varyByEncoding } from './compression.ts';
import type { HttpExchange, StreamAnswer } from './routes.ts';
import { httpWire } from './stream-connection.ts';

/** An open stream, and what its watcher may see of it. */
interface HeldStream {
  readonly token: Token;
  readonly mayWatch: (current: Token) => boolean;
  end(): void;
}

/** Ends streams whose token is gone, or has lost the permission: a request is checked once, and a stream goes on for days. */
export class StreamTokens {
  readonly #tokens: Pick<TokenSource, 'byId'>;
  readonly #streams = new Set<HeldStream>();
  readonly #stop: () => void;

  constructor(tokens: Pick<TokenSource, 'byId' | 'onRead'>) {
    this.#tokens = tokens;
    this.#stop = tokens.onRead(() => this.#check());
  }

  /** Watches over a stream. `begin` begins it, calls back when it has ended, and returns how to end it. */
  hold(token: Token, mayWatch: HeldStream['mayWatch'], begin: (onEnd: () => void) => () => void): void {
    let stream: HeldStream | undefined;
    let ended = false;
    const end = begin(() => {
      ended = true;
      if (stream !== undefined) this.#streams.delete(stream);
    });
    if (ended) return;
    stream = { token, mayWatch, end };
    this.#streams.add(stream);
  }

  close(): void {
    this.#stop();
  }

  #check(): void {
    for (const { token, mayWatch, end } of this.#streams) {
      const current = this.#tokens.byId(token.id);
      if (current === undefined || !mayWatch(current)) end();
    }
  }
}

/** Answers with a stream. HEAD gets the head alone. @returns how to end it. */
export function sendStream(
  { request, reply }: HttpExchange,
  { compressible, open }: StreamAnswer,
  onEnd: () => void,
): () => void {
  if (compressible) varyByEncoding(reply);
  const gzip = compressible && acceptsGzip(request.headers['accept-encoding']);
  const wire = httpWire(request, reply, gzip);
  if (wire === undefined) {
    onEnd(); // the watcher has left already
    return () => {};
  }
  const end = open(wire, onEnd);
  if (request.method === 'HEAD') end();
  return end;
}
