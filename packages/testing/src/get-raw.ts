import { get, type IncomingHttpHeaders } from 'node:http';
import type { TestService } from './start-service.ts';

export interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

/** A response with its bytes as they came over the wire. Sends the administrator's token unless the headers have one. */
export function getRaw(
  service: TestService,
  path: string,
  headers: Record<string, string> = {},
): Promise<RawResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<RawResponse>();
  const all = { authorization: `Bearer ${service.token}`, ...headers };
  get(`${service.url}${path}`, { headers: all }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) });
    });
  }).on('error', reject);
  return promise;
}
