import { Agent } from 'node:http';
import type { Method } from '@palatine/contract';
import { type RawResponse, rawRequest } from '@palatine/testing/raw-request';
import type { FuzzCase } from './fuzz-cases.ts';

const CONNECTIONS = 16;

/** Sends requests unchanged, over a few keep-alive connections. */
export class Sender {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  readonly #url: string;
  readonly #token: string;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  close(): void {
    this.#agent.destroy();
  }

  send(method: Method, { path, body, headers = {} }: FuzzCase): Promise<RawResponse> {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const all = { authorization: `Bearer ${this.#token}`, ...length, ...headers };
    return rawRequest(this.#url, { agent: this.#agent, method, path, headers: all, body });
  }

  /** Calls `work` for each value, as many at once as there are connections. @returns the results in order. */
  async mapConcurrently<T, R>(values: readonly T[], work: (value: T) => Promise<R>): Promise<R[]> {
    const results: R[] = [];
    let next = 0;
    const worker = async () => {
      while (next < values.length) {
        const at = next++;
        results[at] = await work(values[at] as T); // at < length
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, worker));
    return results;
  }
}
