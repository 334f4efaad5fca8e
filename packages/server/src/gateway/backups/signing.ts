import { AwsV4Signer } from 'aws4fetch';
import type { Storage } from './storage-settings.ts';

/** How long a presigned URL counts. */
export const URL_SECONDS = 15 * 60;

/** What is to lie at the key that a URL is for. */
export interface SignedContent {
  readonly bytes: number;
  /** In hex. */
  readonly sha256: string;
}

/** The time in the form of a signature. */
function stamp(nowMs: number): string {
  return new Date(nowMs).toISOString().replace(/[:-]|\.\d{3}/g, '');
}

/** The address of an object, or of the bucket for the key ''. */
export function objectUrl({ settings }: Storage, key: string): URL {
  const { Endpoint, Bucket, PathStyle } = settings;
  const url = new URL(Endpoint);
  if (!PathStyle) url.hostname = `${Bucket}.${url.hostname}`;
  const path = key.split('/').map(encodeSegment).join('/');
  url.pathname = PathStyle ? `/${Bucket}${key === '' ? '' : `/${path}`}` : `/${path}`;
  return url;
}

/** As the reference of the signature encodes it: everything but letters, digits and - . _ ~ */
function encodeSegment(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * A URL with which anybody may GET or PUT this one object for so many seconds: a secret as long, so it is never logged.
 *
 * With `content` the length and the SHA-256 are signed too, as the headers content-length and x-amz-content-sha256, and
 * have to be sent: whoever gets hold of the URL can put there what the world was going to put there, and nothing else.
 */
export async function presign(
  storage: Storage,
  method: 'GET' | 'PUT',
  key: string,
  { seconds = URL_SECONDS, nowMs, content }: { seconds?: number; nowMs: number; content?: SignedContent },
): Promise<string> {
  const url = objectUrl(storage, key);
  url.searchParams.set('X-Amz-Expires', String(seconds));
  const signer = new AwsV4Signer({
    ...signerOptions(storage, nowMs),
    method,
    url: url.href,
    headers:
      content === undefined
        ? {}
        : { 'content-length': String(content.bytes), 'x-amz-content-sha256': content.sha256 },
    signQuery: true,
    allHeaders: true, // the signer leaves out content-length otherwise
  });
  return (await signer.sign()).url.href;
}

/** SHA-256 of no bytes. */
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Signs a request of the gateway itself, which has no body. */
export async function signRequest(
  storage: Storage,
  { method, url, nowMs }: { method: 'GET' | 'DELETE'; url: URL; nowMs: number },
): Promise<{ url: string; headers: Headers }> {
  const signer = new AwsV4Signer({
    ...signerOptions(storage, nowMs),
    method,
    url: url.href,
    headers: { 'x-amz-content-sha256': EMPTY_SHA256 },
  });
  const signed = await signer.sign();
  return { url: signed.url.href, headers: signed.headers };
}

function signerOptions({ settings, keys }: Storage, nowMs: number) {
  return { ...keys, region: settings.Region, service: 's3', datetime: stamp(nowMs) };
}
