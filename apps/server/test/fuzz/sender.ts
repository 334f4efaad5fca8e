import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { Method } from '@palatine/contract';
import type { FuzzCase } from './fuzz-cases.ts';

export interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

const CONNECTIONS = 16;
/** A request without an answer for so long counts as a hang. */
const HANG_MS = 120_000;

/** Sends requests unchanged, over a few keep-alive connections. */
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

  send(method: Method, { path, body, headers = {} }: FuzzCase): Promise<RawResponse> {
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
            }),
          );
        },
      );
      outgoing.setTimeout(HANG_MS, () => outgoing.destroy(new Error(`no answer within ${HANG_MS} ms`)));
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }

  /** Calls `work` for each value, as many at once as there are connections. @returns the results in order. */
  async each<T, R>(values: readonly T[], work: (value: T) => Promise<R>): Promise<R[]> {
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
