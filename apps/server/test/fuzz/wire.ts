import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { ERRORS, type ErrorCode } from '@palatine/contract';

export interface WireAnswer {
  status: number;
  headers: Map<string, string>;
  body: string;
}

export interface Exchange {
  answers: WireAnswer[];
  /** True when the service closed the connection. */
  closed: boolean;
}

interface ExchangeOptions {
  /** Stop after this many answers, not counting 100 Continue. Default: when the connection closes. */
  until?: number;
  /** Called once the bytes are sent. */
  next?: (socket: Socket) => void;
}

/** An exchange that has not ended after so long counts as a hang. */
const HANG_MS = 120_000;

/** Sends bytes unchanged over a new connection. Rejects on a hang, and on an answer that is not HTTP. */
export function exchange(
  url: string,
  bytes: string | Buffer,
  { until = Number.POSITIVE_INFINITY, next }: ExchangeOptions = {},
): Promise<Exchange> {
  const socket = open(url);
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    const settle = (closed: boolean) => {
      clearTimeout(hang);
      const answers = answersIn(Buffer.concat(chunks), closed);
      socket.destroy();
      resolve({ answers, closed });
    };
    const hang = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no end within ${HANG_MS} ms: ${Buffer.concat(chunks).toString().slice(0, 500)}`));
    }, HANG_MS);
    const attempt = (closed: boolean) => {
      try {
        settle(closed);
      } catch (error) {
        reject(error as Error);
      }
    };
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (until !== Number.POSITIVE_INFINITY && completeIn(Buffer.concat(chunks)) >= until) attempt(false);
    });
    socket.on('end', () => attempt(true)); // the service has closed its half; ours may still be open
    socket.on('close', () => attempt(true));
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes, () => next?.(socket));
  });
}

export function open(url: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  socket.on('error', () => {}); // a reset is also a close
  return socket;
}

function completeIn(bytes: Buffer): number {
  try {
    return answersIn(bytes, false).length;
  } catch {
    return 0;
  }
}

/** The HTTP answers in these bytes, without 100 Continue. `complete`: the bytes hold whole answers only. */
function answersIn(bytes: Buffer, complete: boolean): WireAnswer[] {
  const answers: WireAnswer[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) break;
    const [statusLine = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) \S/.exec(statusLine)?.[1]);
    assert.ok(status > 0, `${statusLine} begins an HTTP answer`);
    const headers = new Map(
      lines.map((line) => {
        const [name = '', ...value] = line.split(': ');
        return [name.toLowerCase(), value.join(': ')];
      }),
    );
    const length = Number(headers.get('content-length') ?? 0);
    const from = end + 4;
    if (rest.length < from + length) break;
    const body = rest.subarray(from, from + length).toString();
    if (status !== 100) answers.push({ status, headers, body });
    rest = rest.subarray(from + length);
  }
  if (complete) assert.equal(rest.toString(), '', 'the last answer is whole');
  return answers;
}

/** Asserts that an answer is JSON, and a refusal in the envelope. @returns its code, or OK. */
export function codeOf({ status, headers, body }: WireAnswer): ErrorCode | 'OK' {
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
  const answer = JSON.parse(body) as { Error: { Code: ErrorCode; Message: string; Details: object } };
  if (status === 200) return 'OK';
  assert.deepEqual(Object.keys(answer), ['Error']);
  assert.deepEqual(Object.keys(answer.Error), ['Code', 'Message', 'Details']);
  const { Code } = answer.Error;
  // 408 and 431 answer connections on which no request could be parsed.
  assert.ok(ERRORS[Code].status === status || (Code === 'INVALID_REQUEST' && [408, 431].includes(status)));
  assert.ok(status < 500, body);
  return Code;
}

/** The head of a request with the administrator's token. */
export function head(requestLine: string, ...headers: string[]): string {
  return [requestLine, 'Host: x', 'Authorization: Bearer test-administrator', ...headers, '', ''].join(
    '\r\n',
  );
}

export const VERSION_LINE = 'GET /v1/pdapi/version HTTP/1.1';
export const BROADCAST_LINE = 'POST /v1/pdapi/Broadcast HTTP/1.1';

/** A complete Broadcast request. */
export function broadcast(message: string, ...headers: string[]): string {
  const body = JSON.stringify({ Message: message });
  return head(BROADCAST_LINE, `Content-Length: ${body.length}`, ...headers) + body;
}
