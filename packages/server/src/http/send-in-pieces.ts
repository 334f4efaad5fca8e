import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** A body that is no longer is sent at once. */
export const PIECE_BYTES = 64 * 1024;

/**
 * Sends large bodies a piece at a time, each once the connection takes more. A TLS connection copies what it is given
 * to encrypt it, so that a caller who does not read would otherwise cost a copy of the whole body. A plain connection
 * sends from the bytes themselves, which all callers share.
 */
export function sendInPieces(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (!isLarge(payload)) return done();
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload; // bytes are not copied
    reply.header('content-length', bytes.byteLength);
    done(null, Readable.from(piecesOf(bytes)));
  });
}

function isLarge(payload: unknown): payload is string | Uint8Array {
  return (typeof payload === 'string' || payload instanceof Uint8Array) && payload.length > PIECE_BYTES;
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
