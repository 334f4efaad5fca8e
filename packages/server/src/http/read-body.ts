import type { IncomingMessage } from 'node:http';
import { Refusal } from '@palatine/contract';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Whether the headers of a request announce a body. */
export function carriesBody(request: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  return coding !== undefined || (length !== undefined && length !== '0');
}

/**
 * Reads the body of a request as JSON, with any Content-Type; undefined when it is empty. Throws INVALID_JSON, and
 * PAYLOAD_TOO_LARGE as soon as the length is known to pass `maxBytes`.
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  if (!carriesBody(request)) return undefined;
  const tooLarge = () => new Refusal('PAYLOAD_TOO_LARGE', `the body is longer than ${maxBytes} bytes`);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();

  const bytes = await collect(request, maxBytes, tooLarge);
  if (bytes.byteLength === 0) return undefined;
  let json: unknown;
  try {
    json = JSON.parse(utf8.decode(bytes));
  } catch {
    throw new Refusal('INVALID_JSON', 'the body is not JSON');
  }
  if (isDeeperThan(json, MAX_DEPTH))
    throw new Refusal('INVALID_JSON', `the body is nested more than ${MAX_DEPTH} levels deep`);
  return json;
}

/** JSON.parse takes any depth, but copies to the game thread and fingerprints would overflow the stack. */
const MAX_DEPTH = 100;

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
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
