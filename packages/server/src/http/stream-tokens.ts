import { mayCall, type RouteShape } from '@palatine/contract';
import type { Token, Tokens } from '../data-folder/tokens.ts';
import type { RequestContext } from './mount.ts';

/** An open stream, and what its watcher may see of it. */
interface HeldStream {
  readonly token: Token;
  readonly route: RouteShape;
  end(): void;
}

/** Ends streams whose token is gone, or has lost the permission: a request is checked once, and a stream goes on for days. */
export class StreamTokens {
  readonly #tokens: Pick<Tokens, 'byId'>;
  readonly #streams = new Set<HeldStream>();
  readonly #stop: () => void;

  constructor(tokens: Pick<Tokens, 'byId' | 'onRead'>) {
    this.#tokens = tokens;
    this.#stop = tokens.onRead(() => this.#check());
  }

  /** Begins a stream and watches over it. HEAD gets the head alone. `begin` returns how to end it. */
  open(
    route: RouteShape,
    { token, request }: Pick<RequestContext, 'token' | 'request'>,
    begin: (onEnd: () => void) => () => void,
  ): void {
    let stream: HeldStream | undefined;
    let ended = false;
    const end = begin(() => {
      ended = true;
      if (stream !== undefined) this.#streams.delete(stream);
    });
    if (request.method === 'HEAD') end();
    if (ended) return;
    stream = { token, route, end };
    this.#streams.add(stream);
  }

  close(): void {
    this.#stop();
  }

  #check(): void {
    for (const { token, route, end } of this.#streams) {
      const current = this.#tokens.byId(token.id);
      if (current === undefined || !mayCall(current.permissions, route)) end();
    }
  }
}
