import { mayCall, type RouteShape } from '@palatine/contract';
import type { Token, Tokens } from '../data-folder/tokens.ts';

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

  /** Watches over a stream until it is released. @returns how to release it. */
  hold(stream: HeldStream): () => void {
    this.#streams.add(stream);
    return () => this.#streams.delete(stream);
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
