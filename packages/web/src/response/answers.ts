import { finished, type Readable } from 'node:stream';
import type { Outcome } from '@palatine/contract/audit-records';
import type { Token } from '@palatine/contract/tokens';
import type { CachedResponse } from '@palatine/platform/response-bytes';
import type { FastifyReply, FastifyRequest } from 'fastify';

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
