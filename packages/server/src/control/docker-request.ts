import { request } from 'node:http';
import type { Clock } from '../game/clock.ts';
import type { DockerAddress } from './docker-address.ts';

const BODY_BYTES = 1024 * 1024;

/** What the Docker Engine, or a socket proxy before it, responded. */
export interface DockerResponse {
  readonly status: number;
  readonly body: string;
}

/** No response came: nobody listens, the connection broke, or it took too long. */
export class DockerUnreachableError extends Error {
  /** As the operating system names it, or TIMEOUT, or TOO_LARGE. */
  readonly code: string;

  constructor(code: string, options?: ErrorOptions) {
    super(code, options);
    this.name = 'DockerUnreachableError';
    this.code = code;
  }
}

export interface DockerCall {
  readonly method: 'GET' | 'POST';
  /** Begins with a slash; made of fixed words and a checked name. */
  readonly path: string;
  readonly timeoutMs: number;
}

/** One request of the Docker Engine API. Follows no redirect. Rejects with a DockerUnreachableError. */
export function dockerRequest(
  address: DockerAddress,
  { method, path, timeoutMs }: DockerCall,
  clock: Clock,
): Promise<DockerResponse> {
  return new Promise((resolve, reject) => {
    const end = (act: () => void) => {
      cancel();
      call.destroy();
      act();
    };
    const fail = (code: string, cause?: Error) =>
      end(() => reject(new DockerUnreachableError(code, { cause })));
    const headers = method === 'POST' ? { 'Content-Length': '0' } : {};
    const call = request({ ...address, method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > BODY_BYTES) return fail('TOO_LARGE');
        chunks.push(chunk);
      });
      response.on('end', () => {
        const body = Buffer.concat(chunks).toString('utf8');
        end(() => resolve({ status: response.statusCode ?? 0, body }));
      });
      response.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? 'EIO', error));
    });
    call.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? 'EIO', error));
    const cancel = clock.after(timeoutMs, () => fail('TIMEOUT'));
    call.end();
  });
}
