import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface GameCall {
  method?: string;
  /** Replaces the right one; null sends no Authorization. */
  password?: string | null;
  /** Sent as JSON; a text is sent unchanged. */
  body?: unknown;
  agent?: Agent;
  timeoutMs?: number;
}

export interface GameAnswer {
  status: number;
  type: string;
  text: string;
  /** The body as JSON. Throws for any other body. */
  json(): Record<string, unknown>;
}

/** Calls the REST interface of a stand-in by plain HTTP, on a separate connection. Rejects without a response. */
export function callGame(
  game: { port: number; password: string },
  endpoint: string,
  call: GameCall = {},
): Promise<GameAnswer> {
  const {
    method = call.body === undefined ? 'GET' : 'POST',
    password = game.password,
    timeoutMs = 10_000,
  } = call;
  const body = typeof call.body === 'string' ? call.body : JSON.stringify(call.body ?? {});
  const headers = {
    ...(password !== null && {
      authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`,
    }),
    ...(method === 'POST' && { 'content-length': Buffer.byteLength(body) }),
  };
  return new Promise((resolve, reject) => {
    const agent = call.agent ?? new Agent();
    const path = `/v1/api/${endpoint}`;
    const outgoing = request(
      { host: '127.0.0.1', port: game.port, path, method, headers, agent },
      (response) => {
        buffer(response).then((bytes) => {
          const text = bytes.toString(); // with its byte order mark
          const type = response.headers['content-type'] ?? '';
          const json = () => JSON.parse(text) as Record<string, unknown>;
          resolve({ status: response.statusCode ?? 0, type, text, json });
        }, reject);
      },
    );
    outgoing.setTimeout(timeoutMs, () => outgoing.destroy(new Error('timeout')));
    outgoing.on('error', reject);
    outgoing.end(method === 'POST' ? body : undefined);
  });
}

/** Sends raw bytes and returns everything received until the other side closes. */
export async function rawCall(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  return (await buffer(socket)).toString();
}
