import { errorCodeOf, type ListedPage, parseListing } from './listing-xml.ts';
import { objectUrl, presign, type SignedContent, signRequest } from './signing.ts';
import type { Storage } from './storage-settings.ts';

/** The storage refused, or could not be reached. Its message holds no URL, no key and no body. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}

const REQUEST_MS = 30_000;
/** A page holds 1,000 keys of at most 1,024 bytes, percent-encoded, with their other fields. */
const LISTING_BYTES = 8 * 1024 * 1024;
const ERROR_BYTES = 16 * 1024;

/** The bucket of the backups, as the gateway uses it with its keys. */
export interface Bucket {
  readonly prefix: string;
  /** A URL for one object: a secret. */
  presign(method: 'GET' | 'PUT', key: string, content?: SignedContent): Promise<string>;
  /** A page of the objects below a prefix, in the order of their keys. Throws a StorageError. */
  list(prefix: string, page?: { after?: string | undefined; next?: string | undefined }): Promise<ListedPage>;
  /** The bytes of an object; undefined where there is none. Throws a StorageError, also beyond `mostBytes`. */
  read(key: string, mostBytes: number): Promise<Buffer | undefined>;
  /** Deletes an object, if it is there. Throws a StorageError. */
  remove(key: string): Promise<void>;
}

/** `now`: ms since 1970. */
export function openBucket(storage: Storage, now: () => number): Bucket {
  async function send(method: 'GET' | 'DELETE', url: URL): Promise<Response> {
    const signed = await signRequest(storage, { method, url, nowMs: now() });
    try {
      return await fetch(signed.url, {
        method,
        headers: signed.headers,
        redirect: 'error',
        signal: AbortSignal.timeout(REQUEST_MS),
      });
    } catch (cause) {
      throw new StorageError(`the storage for backups cannot be reached: ${reasonOf(cause)}`);
    }
  }

  return {
    prefix: storage.settings.Prefix,

    presign: (method, key, content) =>
      presign(storage, method, key, { nowMs: now(), ...(content && { content }) }),

    async list(prefix, { after, next } = {}) {
      const url = objectUrl(storage, '');
      const query = { 'list-type': '2', 'encoding-type': 'url', 'max-keys': '1000', prefix };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      if (next !== undefined) url.searchParams.set('continuation-token', next);
      else if (after !== undefined) url.searchParams.set('start-after', after);
      url.search = url.search.replaceAll('+', '%20'); // the signature knows no other space
      const response = await send('GET', url);
      if (response.status !== 200) throw await refused('list', response);
      const text = (await bytesOf(response, LISTING_BYTES)).toString('utf8');
      try {
        return parseListing(text);
      } catch (error) {
        throw new StorageError(`the storage for backups sent no listing: ${(error as Error).message}`);
      }
    },

    async read(key, mostBytes) {
      const response = await send('GET', objectUrl(storage, key));
      if (response.status === 200) return bytesOf(response, mostBytes);
      if (response.status === 404) {
        await response.body?.cancel();
        return undefined;
      }
      throw await refused('read', response);
    },

    async remove(key) {
      const response = await send('DELETE', objectUrl(storage, key));
      if (response.status === 204 || response.status === 200 || response.status === 404) {
        await response.body?.cancel();
        return;
      }
      throw await refused('delete', response);
    },
  };
}

async function refused(what: string, response: Response): Promise<StorageError> {
  const text = await bytesOf(response, ERROR_BYTES).catch(() => Buffer.of()); // the status says enough
  const code = errorCodeOf(text.toString('utf8')) ?? 'no code';
  return new StorageError(`the storage for backups refused to ${what}: ${response.status} ${code}`);
}

async function bytesOf(response: Response, mostBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > mostBytes) throw new StorageError(`an object is longer than ${mostBytes} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof StorageError) throw error;
    throw new StorageError(`the storage for backups broke off: ${reasonOf(error)}`);
  }
  return Buffer.concat(chunks);
}

/** The code of the operating system or of the client; never a message, which might hold the URL. */
function reasonOf(error: unknown): string {
  const { cause, code, name } = error as { cause?: { code?: unknown }; code?: unknown; name?: unknown };
  return String(cause?.code ?? (typeof code === 'string' ? code : name));
}
