import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { Method } from '@palatine/contract';
import type { Case } from './fuzz-cases.ts';

export interface Said {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  tookMs: number;
}

const CONNECTIONS = 16;
/** Longer than any answer may take, so that a hang is told as one. */
const GIVE_UP_MS = 20_000;

/** Sends requests as they are, over a few connections that stay open. */
export class Sender {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  readonly #url: URL;
  readonly #token: string;

  constructor(url: string, token: string) {
    this.#url = new URL(url);
    this.#token = token;
  }

  close(): void {
    this.#agent.destroy();
  }

  send(method: Method, { path, body, headers = {} }: Case): Promise<Said> {
    const startedMs = performance.now();
    const { hostname, port } = this.#url;
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          agent: this.#agent,
          hostname,
          port,
          method,
          path,
          headers: { authorization: `Bearer ${this.#token}`, ...length, ...headers },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(chunks).toString(),
              tookMs: performance.now() - startedMs,
            }),
          );
        },
      );
      outgoing.setTimeout(GIVE_UP_MS, () => outgoing.destroy(new Error('no answer')));
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }

  async get(path: string): Promise<string> {
    return (await this.send('GET', { path })).text;
  }

  /** Does something with each, as many at once as there are connections. */
  async each<T, R>(all: readonly T[], deed: (one: T) => Promise<R>): Promise<R[]> {
    const results: R[] = [];
    let next = 0;
    const worker = async () => {
      while (next < all.length) {
        const at = next++;
        results[at] = await deed(all[at] as T); // within the list
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, worker));
    return results;
  }
}
