import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasSlashAtEnd, pathIn } from '../listen/app.ts';
import { acceptedEncoding, encodedEtag } from '../response/respond.ts';

/** A file of the built console, read on first use. */
export interface ConsoleFile {
  readonly contentType: string;
  /** Named after its content, so a browser may keep it for ever. */
  readonly immutable: boolean;
  readonly etag: string;
  readonly bytes: Buffer;
  /** The file as it was compressed by the build; absent where that saves nothing. */
  readonly compressed: Readonly<Partial<Record<'br' | 'gzip', Buffer>>>;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.json': 'application/json; charset=utf-8',
};

/** Where `npm run build` puts the console of this checkout. */
export const BUILT_CONSOLE = join(import.meta.dirname, '../../../../apps/console/dist');

/** The files of a built console, from a listing, never a path. A new build shows at the next page. */
export class BuiltConsole {
  readonly #folder: string;
  readonly #page: string;
  #listing = new Map<string, () => ConsoleFile>();
  #listedAtMs = 0;

  constructor({ folder = BUILT_CONSOLE, page = 'index.html' }: { folder?: string; page?: string } = {}) {
    this.#folder = folder;
    this.#page = page;
  }

  get present(): boolean {
    return existsSync(this.#index);
  }

  /** The page, for an address `depth` folders below the console; undefined when the console is not built. */
  page(depth = 0): ConsoleFile | undefined {
    const changedAtMs = statSync(this.#index, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (changedAtMs !== this.#listedAtMs) {
      this.#listing = changedAtMs === 0 ? new Map() : listingOf(this.#folder);
      this.#listedAtMs = changedAtMs;
    }
    const page = this.#listing.get(this.#page)?.();
    return page === undefined || depth === 0 ? page : seenFromBelow(page, depth);
  }

  /** A file by its path below the console, with forward slashes; undefined when there is none. */
  file(path: string): ConsoleFile | undefined {
    if (this.#listing.size === 0) this.page();
    return path.endsWith('.html') ? undefined : this.#listing.get(path)?.();
  }

  get #index(): string {
    return join(this.#folder, this.#page);
  }
}

function listingOf(folder: string): Map<string, () => ConsoleFile> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const all = new Set(names);
  return new Map(
    names
      .filter((name) => extname(name) in CONTENT_TYPES && !name.startsWith('.'))
      .map((name) => [name.split(sep).join('/'), once(() => read(folder, name, all))]),
  );
}

function read(folder: string, name: string, all: ReadonlySet<string>): ConsoleFile {
  const bytes = readFileSync(join(folder, name));
  const form = (suffix: string) =>
    all.has(name + suffix) ? readFileSync(join(folder, name + suffix)) : undefined;
  const [br, gzip] = [form('.br'), form('.gz')];
  return {
    contentType: CONTENT_TYPES[extname(name)] as string, // the listing holds no other
    immutable: name.startsWith('assets'),
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    bytes,
    compressed: { ...(br && { br }), ...(gzip && { gzip }) },
  };
}

/** The page with the addresses of its files relative to a deeper path: a proxy may have put a prefix before all. */
function seenFromBelow(page: ConsoleFile, depth: number): ConsoleFile {
  const text = page.bytes.toString().replaceAll('="./', `="${'../'.repeat(depth)}`);
  return { ...page, etag: page.etag.replace(/"$/, `-${depth}"`), bytes: Buffer.from(text), compressed: {} };
}

function once<T>(make: () => T): () => T {
  let cached: { value: T } | undefined;
  return () => {
    cached ??= { value: make() };
    return cached.value;
  };
}

const NOT_BUILT =
  'The console is not built. In the folder of Palatine, this builds it:\n\n  npm run build\n\nThe API serves all the same; /docs describes it.\n';

/** Serves the built console below `/console` without a token. Each path that is no file of it gets the page. */
export function mountConsole(app: FastifyInstance, built = new BuiltConsole()): void {
  const page = (request: FastifyRequest, reply: FastifyReply) => {
    const file = built.page(depthOf(request));
    if (file !== undefined) return send(request, reply, file);
    return reply.code(503).header('content-type', 'text/plain; charset=utf-8').send(NOT_BUILT);
  };
  app.get('/', (_request, reply) => reply.redirect('console/', 303));
  app.get('/console', (request, reply) =>
    hasSlashAtEnd(request) ? page(request, reply) : reply.redirect('console/', 308),
  );
  app.get<{ Params: { '*': string } }>('/console/*', (request, reply) => {
    const path = request.params['*'];
    const file = built.file(path);
    if (file !== undefined) return send(request, reply, file);
    if (path.startsWith('assets/')) return reply.callNotFound(); // of an older build: no page would help
    return page(request, reply);
  });
}

/** How many folders below `/console/` the address of a page is, as the browser counts them. */
function depthOf(request: FastifyRequest): number {
  const below = pathIn(request.url).split('/').length - 2;
  return hasSlashAtEnd(request) ? below : below - 1;
}

function send(request: FastifyRequest, reply: FastifyReply, file: ConsoleFile): FastifyReply {
  const available = (['br', 'gzip'] as const).filter((coding) => file.compressed[coding] !== undefined);
  const coding = acceptedEncoding(request.headers['accept-encoding'], available);
  const etag = coding === undefined ? file.etag : encodedEtag(file.etag, coding);
  reply
    .headers(CONSOLE_HEADERS)
    .header('vary', 'Accept-Encoding')
    .header('cache-control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  if (coding !== undefined) reply.header('content-encoding', coding);
  return reply
    .header('content-type', file.contentType)
    .send(coding === undefined ? file.bytes : file.compressed[coding]);
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join('; ');

/** Lets the console load from this server only, run no text as code, and be framed by none. */
const CONSOLE_HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
} as const;
