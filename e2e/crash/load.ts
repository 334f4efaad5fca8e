import { Agent, request } from 'node:http';
import { apply, type Balances, type Write, type WriteGenerator } from '@palatine/testing/crash-writes';
import type { Random } from '@palatine/world';

/** A request without an answer for so long counts as a hang. The game's deadline is 5 s. */
const HANG_MS = 120_000;

export interface Reply {
  status: number;
  body: string;
  replayed: boolean;
}

/** A write, how often it was sent, and its replies: fewer than `times` when the process died. */
export interface Sent {
  write: Write;
  times: number;
  replies: Reply[];
}

export interface Service {
  url: string;
  token: string;
}

/** One keep-alive connection. A request rejects when the connection ends before its answer, or after `HANG_MS`. */
export class Connection {
  readonly #service: Service;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(service: Service) {
    this.#service = service;
  }

  request(method: 'GET' | 'POST', path: string, body?: unknown, key?: string): Promise<Reply> {
    const headers = {
      authorization: `Bearer ${this.#service.token}`,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    };
    const url = `${this.#service.url}/v1/pdapi${path}`;
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => {
        outgoing.destroy(new Error(`${method} ${path} was not answered within ${HANG_MS} ms`));
      }, HANG_MS);
      const failed = (error: Error) => {
        clearTimeout(limit);
        reject(error);
      };
      const outgoing = request(url, { method, agent: this.#agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', failed);
        response.on('end', () => {
          clearTimeout(limit);
          const replayed = response.headers['idempotent-replayed'] === 'true';
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString(), replayed });
        });
      });
      outgoing.on('error', failed);
      outgoing.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

export interface LoadOptions {
  generators: readonly WriteGenerator[];
  /** Begins the name of every write. Each load over one folder needs its own. */
  prefix: string;
  random: Random;
  /** The balances of the world, updated with every answer. */
  live: Balances;
  /** Ends the load; the requests under way are still waited for. */
  until?: (sent: readonly Sent[]) => boolean;
}

/**
 * Sends the writes of each generator over its own connection, as fast as the answers come, until the service
 * dies or `until` returns true. A quarter carries an Idempotency-Key; some of those are sent twice, at once or
 * one after the other.
 */
export async function load(service: Service, options: LoadOptions): Promise<Sent[]> {
  const { generators, prefix, random, live, until = () => false } = options;
  const all: Sent[] = [];
  await Promise.all(generators.map(keepWriting));
  return all;

  async function keepWriting(generate: WriteGenerator, index: number): Promise<void> {
    const ownConnection = new Connection(service);
    const second = new Connection(service);
    try {
      for (let count = 0; !until(all); count++) {
        const write = generate(`${prefix}-${index}-${count}`, random, live);
        const lot = random();
        if (lot < 0.25) write.key = write.name;
        const times = lot < 0.1 ? 2 : 1;
        const sent: Sent = { write, times, replies: [] };
        all.push(sent);
        const send = async (connection: Connection) => {
          sent.replies.push(await connection.request('POST', write.path, write.body, write.key));
        };
        if (lot < 0.05) await allOf([send(ownConnection), send(second)]);
        else for (let time = 0; time < times; time++) await send(ownConnection);
        if (isApplied(sent)) apply(write.effect, live);
      }
    } catch (error) {
      if (!isBrokenOff(error)) throw error;
    } finally {
      ownConnection.close();
      second.close();
    }
  }
}

export function isApplied({ replies }: Sent): boolean {
  return replies.some(({ status }) => status === 200);
}

/** Waits for all, also when one fails. */
async function allOf(work: Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(work)) {
    if (result.status === 'rejected') throw result.reason as Error; // nothing here rejects with a non-Error
  }
}

function isBrokenOff(error: unknown): boolean {
  return ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '');
}
