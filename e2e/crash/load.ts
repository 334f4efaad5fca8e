import { Agent } from 'node:http';
import { apply, type Balances, type Write, type WriteGenerator } from '@palatine/testing/crash-writes';
import { rawRequest } from '@palatine/testing/raw-request';
import type { Random } from '@palatine/world/random';

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

/** One keep-alive connection. A request rejects when the connection ends before its answer. */
export class Connection implements Disposable {
  readonly #service: Service;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(service: Service) {
    this.#service = service;
  }

  async request(method: 'GET' | 'POST', path: string, body?: unknown, key?: string): Promise<Reply> {
    const { url, token } = this.#service;
    const { status, headers, text } = await rawRequest(`${url}/v1/pdapi${path}`, {
      method,
      agent: this.#agent,
      headers: { authorization: `Bearer ${token}`, ...(key !== undefined && { 'idempotency-key': key }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status, body: text, replayed: headers['idempotent-replayed'] === 'true' };
  }

  [Symbol.dispose](): void {
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
    using ownConnection = new Connection(service);
    using second = new Connection(service);
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
