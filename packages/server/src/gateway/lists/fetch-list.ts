import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { Refusal } from '@palatine/contract';
import { InsideAddressError, isOutsideAddress, resolveOutside } from './outside-address.ts';

export interface FetchListOptions {
  /** Whether the URL may lead to this machine and its network. */
  readonly allowInside: boolean;
  readonly maxBytes?: number;
  readonly timeoutMs?: number;
}

const MAX_BYTES = 4 * 1024 * 1024;
const TIMEOUT_MS = 20_000;
const MAX_REDIRECTS = 3;

/**
 * The text that a URL leads to. Bounded in size, time and redirects, which may lead to no other host.
 * Throws IMPORT_FAILED with the reason; never with what stands at the URL.
 */
export async function fetchList(
  text: string,
  { allowInside, maxBytes = MAX_BYTES, timeoutMs = TIMEOUT_MS }: FetchListOptions,
): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs);
  let url = parseUrl(text);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    assertOutside(url, allowInside);
    const response = await get(url, allowInside, signal);
    const location = redirectOf(response);
    if (location === undefined) return await readText(response, maxBytes);
    response.destroy();
    const next = URL.canParse(location, url.href) ? parseUrl(new URL(location, url).href) : undefined;
    if (next === undefined || next.host !== url.host || isDowngrade(url, next)) {
      throw failed('the URL leads on to another host; give that address');
    }
    url = next;
  }
  throw failed('the URL leads on and on');
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    throw failed('the URL is no http or https URL');
  }
  if (url.username !== '' || url.password !== '') throw failed('the URL holds a name or a password');
  return url;
}

/** An address that is written out is never resolved, so it is checked here. */
function assertOutside({ hostname }: URL, allowInside: boolean): void {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (allowInside || isIP(address) === 0 || isOutsideAddress(address)) return;
  throw failed(
    'the URL leads to this machine or its network, which the settings of the gateway do not allow',
  );
}

function get(url: URL, allowInside: boolean, signal: AbortSignal): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const options = {
      signal,
      agent: false,
      headers: { accept: 'text/plain, application/json', 'accept-encoding': 'identity' },
      ...(!allowInside && { lookup: resolveOutside }),
    } as const;
    request(url, options, resolve)
      .on('error', (error) => reject(failed(reasonOf(error, signal))))
      .end();
  });
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  return [301, 302, 303, 307, 308].includes(statusCode) ? headers.location : undefined;
}

function isDowngrade(from: URL, to: URL): boolean {
  return from.protocol === 'https:' && to.protocol !== 'https:';
}

async function readText(response: IncomingMessage, maxBytes: number): Promise<string> {
  const { statusCode, headers } = response;
  try {
    if (statusCode !== 200) throw failed(`the URL answers with status ${statusCode}`);
    const encoding = headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity') throw failed('the URL answers in a compressed form');
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw failed(`what the URL leads to is larger than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  } catch (error) {
    throw error instanceof Refusal ? error : failed(reasonOf(error as Error));
  } finally {
    response.destroy();
  }
}

function reasonOf(error: Error, signal?: AbortSignal): string {
  if (error instanceof InsideAddressError) {
    return `${error.message}, which the settings of the gateway do not allow`;
  }
  const { code } = error as NodeJS.ErrnoException;
  if (signal?.aborted === true || error.name === 'AbortError' || error.name === 'TimeoutError') {
    return 'the URL does not answer in time';
  }
  return `the URL cannot be read: ${code ?? error.message}`;
}

function failed(message: string): Refusal {
  return new Refusal('IMPORT_FAILED', message);
}
