import { type Agent, type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Clock } from '../game/clock.ts';
import { hostOf, PublicAddressError } from './rest-address.ts';

export interface Exchange {
  readonly url: URL;
  readonly path: string;
  readonly method: 'GET' | 'POST';
  /** The value of the Authorization header. */
  readonly authorization: string;
  /** JSON; undefined for none. */
  readonly body?: string | undefined;
  readonly agent: Agent;
  readonly lookup?: LookupFunction | undefined;
  /** From the call to the last byte of the response, also when the bytes come one by one. */
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
}

/** How an exchange ended without a whole response. */
export interface Broken {
  readonly cause:
    | 'refused'
    | 'timeout'
    | 'reset'
    | 'unreachable'
    | 'forbidden address'
    | 'malformed'
    | 'too large';
  /** The server may have read the request. */
  readonly sent: boolean;
  /** The connection had served a call before: the server may have closed it just now. */
  readonly reused: boolean;
  /** The status, if the head of the response arrived. */
  readonly status: number | undefined;
  readonly text: string;
}

export interface WholeResponse {
  readonly status: number;
  readonly body: Buffer;
}

/** One request and its response, bounded in time and bytes. Follows no redirect, repeats nothing, never throws. */
export function exchange(call: Exchange, clock: Pick<Clock, 'after'>): Promise<WholeResponse | Broken> {
  return new Promise((resolve) => {
    const state: { sent: boolean; status: number | undefined } = { sent: false, status: undefined };
    const request = open(call);
    let settled = false;
    const settle = (result: WholeResponse | Broken) => {
      settled = true;
      cancelTimeout();
      resolve(result);
    };
    const fail = (cause: Broken['cause'], text: string) => {
      if (settled) return; // such as the close of a connection that has served
      settle({ cause, text, reused: request.reusedSocket, ...state });
      request.destroy();
    };
    const cancelTimeout = clock.after(call.timeoutMs, () =>
      fail('timeout', `no complete response within ${call.timeoutMs / 1000} s`),
    );
    request.on('socket', (socket) => {
      if (!socket.connecting) state.sent = true;
      else socket.once('connect', () => (state.sent = true));
    });
    request.on('error', (error) => fail(causeOf(error), textOf(error)));
    request.on('close', () => fail('reset', 'the connection was closed without a response'));
    request.on('response', (response) => {
      state.status = response.statusCode ?? 0;
      collect(response, call.maxBodyBytes, {
        whole: (body) => settle({ status: response.statusCode ?? 0, body }),
        broken: fail,
      });
    });
    request.end(call.body);
  });
}

function open({ url, path, method, authorization, body, agent, lookup }: Exchange): ClientRequest {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return request({
    protocol: url.protocol,
    host: hostOf(url),
    port: url.port || (url.protocol === 'https:' ? 443 : 80),
    path,
    method,
    agent,
    ...(lookup && { lookup }),
    headers: {
      Accept: 'application/json, text/plain',
      Authorization: authorization,
      // The game answers 411 to a POST without it, also to one without a body.
      ...(method === 'POST' && { 'Content-Length': Buffer.byteLength(body ?? '') }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
  });
}

function collect(
  response: IncomingMessage,
  maxBytes: number,
  ended: { whole: (body: Buffer) => void; broken: (cause: Broken['cause'], text: string) => void },
): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) return ended.broken('too large', `the response is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  });
  response.on('end', () => ended.whole(Buffer.concat(chunks)));
  response.on('error', () => ended.broken('reset', 'the connection broke within the response'));
}

const UNREACHABLE = /^(ENOTFOUND|EAI_|EHOST|ENET|ETIMEDOUT|EADDRNOTAVAIL|EACCES|EPERM)/;

function causeOf(error: Error): Broken['cause'] {
  const code = codeOf(error);
  if (error instanceof PublicAddressError) return 'forbidden address';
  if (code === 'ECONNREFUSED') return 'refused';
  if (UNREACHABLE.test(code)) return 'unreachable';
  if (code.startsWith('HPE_')) return 'malformed';
  return 'reset';
}

function textOf(error: Error): string {
  if (error instanceof PublicAddressError) return error.message;
  const code = codeOf(error);
  if (code === 'ECONNREFUSED') return 'nobody listens on the port';
  if (code.startsWith('HPE_')) return 'what answers is no web server';
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'the connection broke';
  return code === '' ? 'the connection failed' : `the connection failed (${code})`;
}

/** Of several addresses that were tried, the code of the first. */
function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
