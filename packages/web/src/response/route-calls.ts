import { finished, type Readable } from 'node:stream';
import type { RouteBody, RouteParams, RouteQuery, RouteShape } from '@palatine/contract';
import type { Token } from '@palatine/data-dir/tokens';
import type { AuditSubject, CachedResponse, Outcome } from '@palatine/engine/calls';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The caller of a route. */
export interface Principal {
  readonly token: Token;
  /** The address of the client; '' when it is not known. */
  readonly ip: string;
}

/** A request without its body, over HTTP or over a fleet. */
export interface RouteInput {
  /** The request id, for logs and the audit. */
  readonly id: string;
  readonly params: unknown;
  /** Unparsed. */
  readonly query: unknown;
  /** Those that routes read: Idempotency-Key, If-Match, If-None-Match, Last-Event-ID. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** ms since 1970 after which a write must not begin; absent for no limit. */
  readonly notAfter?: number;
}

/** The input of a handler, after every check. */
export interface Call<R extends RouteShape = RouteShape> {
  readonly params: RouteParams<R>;
  readonly query: RouteQuery<R>;
  readonly token: Token;
  readonly headers: RouteInput['headers'];
}

/** The input of a handler that writes. */
export interface WriteCall<R extends RouteShape = RouteShape> extends Call<R> {
  readonly body: RouteBody<R>;
  readonly ip: string;
  readonly audit: AuditSubject;
  readonly idempotency: { key: string; fingerprint: string } | undefined;
  readonly notAfter: number | undefined;
}

/** A response with an ETag; JSON unless it says otherwise. */
export interface BytesAnswer extends CachedResponse {
  readonly contentType?: string;
}

/** A file that is made while it is sent. */
export interface DownloadAnswer {
  readonly download: Readable;
  readonly contentType: string;
  readonly fileName: string;
}

/** Server-sent events, until one side ends them. */
export interface StreamAnswer extends SavedAnswer {
  /** Whether its messages may go out in gzip. */
  readonly compressible: boolean;
  /** Whether a token may keep watching, apart from its permission. */
  readonly mayWatch?: (token: Token) => boolean;
  /** Begins; `onEnd` is called once. @returns how to end it. */
  open(wire: StreamWire, onEnd: () => void): () => void;
}

/** The answer of a route. Errors are thrown. */
export type Answer = (BytesAnswer | Outcome | DownloadAnswer | StreamAnswer) & SavedAnswer;

/** An answer of a service beside a game server. */
interface SavedAnswer {
  /** When the game wrote the save that is served, in ms since 1970. */
  readonly savedAtMs?: number | undefined;
}

export interface HttpExchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface StreamWire {
  /** Whether the watcher takes gzip. */
  readonly gzip: boolean;
  begin(headers: Readonly<Record<string, string>>): void;
  /** Sends bytes. False when it is full; then `onDrain` is called once it takes more. */
  write(bytes: string | Uint8Array, onDrain: () => void): boolean;
  end(bytes?: Uint8Array): void;
  /** Closes a connection that takes nothing. */
  destroy(): void;
  /** Calls back when the watcher is gone, or (`reads`) sends no more and may still read. @returns how to stop that. */
  onClose(listener: (reads: boolean) => void): () => void;
}

/** Sends a body as fast as the watcher reads it; one that fails never looks whole. @returns how to end it. */
export function pipeToWire(body: Readable, wire: StreamWire, onEnd: () => void): () => void {
  const end = () => void body.destroy();
  wire.onClose(end);
  body.on('data', (bytes: Uint8Array) => {
    if (!wire.write(bytes, () => body.resume())) body.pause();
  });
  finished(body, () => {
    if (body.errored === null) wire.end();
    else wire.destroy();
    onEnd();
  });
  return end;
}
