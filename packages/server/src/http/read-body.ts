import type { IncomingMessage } from 'node:http';
import { Refusal } from '@palatine/contract';
import { assertJsonBounds } from './json-bounds.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Whether the headers of a request announce a body. */
export function carriesBody(request: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  return coding !== undefined || (length !== undefined && length !== '0');
}

/**
 * Reads the body of a request as JSON, with any Content-Type; undefined when it is empty. Throws INVALID_JSON,
 * UNSUPPORTED_ENCODING, and PAYLOAD_TOO_LARGE as soon as the length is known to pass `maxBytes`, or for more values than LIMITS allow.
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  const bytes = await readBytes(request, maxBytes);
  if (bytes.byteLength === 0) return undefined;
  assertJsonBounds(bytes);
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new Refusal('INVALID_JSON', 'the body is not JSON');
  }
}

/**
 * The body as it is; empty without one. Throws UNSUPPORTED_ENCODING, and PAYLOAD_TOO_LARGE as soon as the length is known
 * to pass `maxBytes`.
 */
export async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (!carriesBody(request)) return Buffer.alloc(0);
  assertPlain(request);
  const tooLarge = () => new Refusal('PAYLOAD_TOO_LARGE', `the body is longer than ${maxBytes} bytes`);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  return collect(request, maxBytes, tooLarge);
}

function assertPlain({ headers }: IncomingMessage): void {
  const { 'content-encoding': coding = 'identity' } = headers;
  if (/^(identity)?$/i.test(coding)) return;
  throw new Refusal(
    'UNSUPPORTED_ENCODING',
    `the body has the Content-Encoding ${coding}; the service takes bodies as they are, so send it without`,
  );
}

/** Drains an oversized body instead of closing: a client that is still sending would never read the 413. */
function collect(request: IncomingMessage, maxBytes: number, tooLarge: () => Refusal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) reject(tooLarge());
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    const brokeOff = () => {
      if (!request.readableEnded) reject(new Refusal('INVALID_JSON', 'the body broke off'));
    };
    request.on('error', brokeOff);
    request.on('close', brokeOff);
  });
}
