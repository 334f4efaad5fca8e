import { request as httpRequest, type IncomingHttpHeaders, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { TestService } from './start-service.ts';

export interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** As they came over the wire. */
  bytes: Buffer;
  text: string;
}

interface RawRequest extends RequestOptions {
  body?: string | Uint8Array | undefined;
  rejectUnauthorized?: boolean;
  ca?: string;
  /** A request without an answer for so long counts as a hang. */
  hangMs?: number;
}

/** Sends what `fetch` refuses or changes. Rejects when the connection ends before the answer, and on a hang. */
export function rawRequest(
  url: string,
  { body, hangMs = 120_000, ...options }: RawRequest = {},
): Promise<RawResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<RawResponse>();
  const send = url.startsWith('https:') ? httpsRequest : httpRequest;
  const outgoing = send(url, options, (response) => {
    const { statusCode: status = 0, headers } = response;
    response.toArray().then((chunks: Buffer[]) => {
      const bytes = Buffer.concat(chunks);
      resolve({ status, headers, bytes, text: bytes.toString() });
    }, reject);
  });
  const hang = setTimeout(
    () => outgoing.destroy(new Error(`${url} was not answered within ${hangMs} ms`)),
    hangMs,
  );
  outgoing.on('error', reject).end(body);
  return promise.finally(() => clearTimeout(hang));
}

export function getRaw(
  { url, token }: TestService,
  path: string,
  headers: Record<string, string> = {},
): Promise<RawResponse> {
  return rawRequest(url + path, { headers: { authorization: `Bearer ${token}`, ...headers } });
}
