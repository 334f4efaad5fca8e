import type { ClientOptions } from '../calls.ts';
import { type Client, createClient, createFleetClient, type FleetClient } from '../client.ts';

/** How the scripted service reacts to a request: with a response, or with a network error. */
export type Reaction = (request: Request) => Response | Promise<Response>;

export interface ScriptedService {
  client: Client;
  /** A client of the same service as if it were a gateway. */
  fleet: FleetClient;
  requests: Request[];
}

/** A client of a service that reacts as scripted, in order. The last reaction repeats. */
export function scriptedService(
  script: readonly Reaction[],
  options: Partial<ClientOptions> = {},
): ScriptedService {
  const requests: Request[] = [];
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const reaction = script[Math.min(requests.length, script.length - 1)];
    requests.push(request);
    if (!reaction) throw new Error('the script is empty');
    return reaction(request);
  };
  const all = {
    url: 'http://service.test/',
    token: 'a-token',
    retry: { firstDelayMs: 1 },
    fetch,
    ...options,
  };
  return { client: createClient(all), fleet: createFleetClient(all), requests };
}

export const responds =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reaction =>
  () =>
    new Response(status === 304 ? null : JSON.stringify(body), { status, headers });

export const refuses = (status: number, Code: string, headers: Record<string, string> = {}): Reaction =>
  responds(status, { Error: { Code, Message: `it is ${Code}`, Details: {} } }, headers);

export const cannotBeReached: Reaction = () => {
  throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
};

/** Never answers; only an abort ends the request. */
export const staysSilent: Reaction = ({ signal }) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
