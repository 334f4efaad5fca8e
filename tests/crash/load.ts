import { Agent, request } from 'node:http';
import { apply, type Balances, type DeedMaker, type Random, type Write } from './writes.ts';

/** Longer than a request may wait for the game thread, and than a fair machine needs on top. */
const HANG_MS = 6000;

export interface Reply {
  status: number;
  body: string;
  replayed: boolean;
}

/** A write, how often it was sent, and what came back; fewer replies than were sent when the process died. */
export interface Sent {
  deed: Write;
  times: number;
  replies: Reply[];
}

export interface Service {
  url: string;
  token: string;
}

/** One keep-alive connection. Rejects when the connection ends before the answer does, or after `HANG_MS`. */
export class Connection {
  readonly #service: Service;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(service: Service) {
    this.#service = service;
  }

  ask(method: 'GET' | 'POST', path: string, body?: unknown, key?: string): Promise<Reply> {
    const headers = {
      authorization: `Bearer ${this.#service.token}`,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    };
    const url = `${this.#service.url}/v1/pdapi${path}`;
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => {
        asked.destroy(new Error(`${method} ${path} was not answered within ${HANG_MS} ms`));
      }, HANG_MS);
      const failed = (error: Error) => {
        clearTimeout(limit);
        reject(error);
      };
      const asked = request(url, { method, agent: this.#agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', failed);
        response.on('end', () => {
          clearTimeout(limit);
          const replayed = response.headers['idempotent-replayed'] === 'true';
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString(), replayed });
        });
      });
      asked.on('error', failed);
      asked.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

export interface FireOptions {
  makers: readonly DeedMaker[];
  /** Begins the name of every deed: no two fires over one folder may share it. */
  prefix: string;
  random: Random;
  /** What the world holds; kept up with what is answered. */
  live: Balances;
  /** Ends the fire where nothing else does; what is under way is waited for. */
  until?: () => boolean;
}

/**
 * Each maker's writes over a connection of its own, as fast as the answers come, until the service dies or
 * `until` says so. A quarter carries an Idempotency-Key; some of those are sent twice, at once or one after
 * the other.
 */
export async function load(service: Service, options: FireOptions): Promise<Sent[]> {
  const { makers, prefix, random, live, until = () => false } = options;
  const all: Sent[] = [];
  await Promise.all(makers.map(keepWriting));
  return all;

  async function keepWriting(make: DeedMaker, index: number): Promise<void> {
    const own = new Connection(service);
    const second = new Connection(service);
    try {
      for (let count = 0; !until(); count++) {
        const deed = make(`${prefix}-${index}-${count}`, random, live);
        const lot = random();
        if (lot < 0.25) deed.key = deed.name;
        const times = lot < 0.1 ? 2 : 1;
        const sent: Sent = { deed, times, replies: [] };
        all.push(sent);
        const send = async (connection: Connection) => {
          sent.replies.push(await connection.ask('POST', deed.path, deed.body, deed.key));
        };
        if (lot < 0.05) await allOf([send(own), send(second)]);
        else for (let time = 0; time < times; time++) await send(own);
        if (isApplied(sent)) apply(deed.effect, live);
      }
    } catch (error) {
      if (!isBrokenOff(error)) throw error;
    } finally {
      own.close();
      second.close();
    }
  }
}

export function isApplied({ replies }: Sent): boolean {
  return replies.some(({ status }) => status === 200);
}

/** Waits for all of them, also when one fails. */
async function allOf(work: Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(work)) {
    if (result.status === 'rejected') throw result.reason as Error; // nothing here rejects with anything else
  }
}

function isBrokenOff(error: unknown): boolean {
  return ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '');
}
