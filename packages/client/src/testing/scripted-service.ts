import { type Client, type ClientOptions, createClient } from '../client.ts';

/** How a service that is not there answers: with a response, or with a fault of the network. */
export type Reaction = (asked: Request) => Response | Promise<Response>;

export interface ScriptedService {
  client: Client;
  /** Every request that came, in order. */
  asked: Request[];
}

/** A client of a service that reacts as the script says, in order; the last reaction stays. */
export function scriptedService(
  script: readonly Reaction[],
  options: Partial<ClientOptions> = {},
): ScriptedService {
  const asked: Request[] = [];
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const reaction = script[Math.min(asked.length, script.length - 1)];
    asked.push(request);
    if (!reaction) throw new Error('the script is empty');
    return reaction(request);
  };
  const client = createClient({
    url: 'http://service.test/',
    token: 'a-token',
    retry: { firstDelayMs: 1 },
    fetch,
    ...options,
  });
  return { client, asked };
}

export const says =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reaction =>
  () =>
    new Response(status === 304 ? null : JSON.stringify(body), { status, headers });

export const refuses = (status: number, Code: string, headers: Record<string, string> = {}): Reaction =>
  says(status, { Error: { Code, Message: `it is ${Code}`, Details: {} } }, headers);

export const cannotBeReached: Reaction = () => {
  throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
};

/** Answers never; only an abort ends it. */
export const staysSilent: Reaction = ({ signal }) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
