import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Content codings, the preferred one first. */
const ENCODINGS = ['br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** A shorter body fits into one packet as it is. */
const MIN_BYTES = 1024;

// The levels where time and size balance: 360 kB of players become 80 kB in 3 ms (br) and 93 kB in 4 ms (gzip).
const BROTLI_QUALITY = 3;
const GZIP_LEVEL = 4;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

type Compressed = Buffer | Promise<Buffer>;

/** The compressed forms of bodies that several responses share, by the memory of the body. They go with it. */
const compressedForms = new WeakMap<ArrayBufferLike, Map<Encoding, Compressed>>();

/** Compresses responses over 1 KiB with brotli or gzip; a cached body once for all callers. */
export function compressResponses(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!(typeof payload === 'string' || payload instanceof Uint8Array)) return done();
    if (payload.length < MIN_BYTES || reply.hasHeader('content-encoding')) return done();
    if (String(reply.getHeader('content-type')).startsWith('image/')) return done(); // compressed already
    varyByEncoding(reply);
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    if (encoding === undefined) return done();
    reply.header('content-encoding', encoding).removeHeader('content-length');
    const etag = reply.getHeader('etag');
    if (typeof etag === 'string') reply.header('etag', encodedEtag(etag, encoding));
    const compressed = compress(payload, encoding);
    if (Buffer.isBuffer(compressed)) return done(null, compressed);
    compressed.then((bytes) => done(null, bytes), done).catch(() => void reply.raw.destroy()); // its headers cannot be sent
  });
}

/** The ETag under which a caller gets a body: each content coding has its own. */
export function etagFor(acceptEncoding: string | undefined, etag: string, body: Uint8Array): string {
  const encoding = body.length < MIN_BYTES ? undefined : acceptedEncoding(acceptEncoding);
  return encoding === undefined ? etag : encodedEtag(etag, encoding);
}

/** Every ETag under which callers may have a body. */
export function etagsOf(etag: string): string[] {
  return [etag, ...ENCODINGS.map((encoding) => encodedEtag(etag, encoding))];
}

export function varyByEncoding(reply: FastifyReply): void {
  const vary = reply.getHeader('vary');
  reply.header('vary', vary === undefined ? 'Accept-Encoding' : `${String(vary)}, Accept-Encoding`);
}

/** The ETag of a body in a content coding. */
export function encodedEtag(etag: string, encoding: Encoding): string {
  return etag.replace(/"$/, `-${encoding}"`);
}

/** Whether a caller takes a stream in gzip. */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  return acceptedEncoding(header, ['gzip']) !== undefined;
}

/** Which of some content codings a caller likes best; undefined for none of them. */
export function acceptedEncoding(
  header: string | string[] | undefined,
  encodings: readonly Encoding[] = ENCODINGS,
): Encoding | undefined {
  if (header === undefined || encodings.length === 0) return undefined;
  const accepted = negotiate(String(header).toLowerCase(), [...encodings]);
  return encodings.find((encoding) => encoding === accepted);
}

function compress(body: string | Uint8Array, encoding: Encoding): Compressed {
  // A body that fills its memory is one of a cache; others lie in a pool of Node's, and are sent once.
  if (typeof body === 'string' || body.byteLength !== body.buffer.byteLength) return run(body, encoding);
  const forms = compressedForms.get(body.buffer) ?? new Map<Encoding, Compressed>();
  compressedForms.set(body.buffer, forms);
  const known = forms.get(encoding);
  if (known !== undefined) return known;
  const compressed = run(body, encoding);
  forms.set(encoding, compressed);
  compressed.then(
    (bytes) => forms.set(encoding, bytes),
    () => forms.delete(encoding),
  );
  return compressed;
}

/** In a memory of its own: that of zlib is at least 16 KiB long. */
async function run(body: string | Uint8Array, encoding: Encoding): Promise<Buffer> {
  const bytes =
    encoding === 'br'
      ? await compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
      : await compressGzip(body, { level: GZIP_LEVEL });
  return Buffer.from(new Uint8Array(bytes).buffer);
}
