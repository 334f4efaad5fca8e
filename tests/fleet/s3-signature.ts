import { createHash, createHmac } from 'node:crypto';

// Signature Version 4 as "Authenticating Requests (AWS Signature Version 4)" of the Amazon S3 API reference describes
// it, written from that text alone: it shares no line with what it checks.

/** A request as it came over the wire. */
export interface WireRequest {
  method: string;
  /** The path as it was sent. */
  path: string;
  /** The query as it was sent, without the question mark. */
  query: string;
  /** By name in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
}

export interface Scope {
  /** Such as 20130524T000000Z. */
  time: string;
  region: string;
  signedHeaders: readonly string[];
  /** The SHA-256 of the body, or UNSIGNED-PAYLOAD. */
  payload: string;
}

/** The signature that a request has to carry. */
export function signatureOf(
  request: WireRequest,
  { time, region, signedHeaders, payload }: Scope,
  secret: string,
): string {
  const canonical = [
    request.method,
    encode(decodeURIComponent(request.path), '/'),
    canonicalQuery(request.query),
    ...signedHeaders.map((name) => `${name}:${(request.headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders.join(';'),
    payload,
  ].join('\n');
  const day = time.slice(0, 8);
  const text = ['AWS4-HMAC-SHA256', time, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer>(
    (previous, part) => hmac(previous, part),
    Buffer.from(`AWS4${secret}`),
  );
  return hmac(key, text).toString('hex');
}

/** The parameters of a query in the order of their encoded names, without the signature. */
function canonicalQuery(query: string): string {
  return pairsOf(query)
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([one, a], [other, b]) => (one === other ? (a < b ? -1 : 1) : one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** A + is a plus: who means a space has to write %20. */
export function pairsOf(query: string): [string, string][] {
  if (query === '') return [];
  return query.split('&').map((pair) => {
    const at = pair.indexOf('=');
    const [name, value] = at === -1 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
    return [decodeURIComponent(name), decodeURIComponent(value)];
  });
}

/** Everything but A-Z a-z 0-9 - . _ ~ and what `kept` names, byte by byte. */
function encode(text: string, kept = ''): string {
  return [...Buffer.from(text, 'utf8')]
    .map((byte) => {
      const char = String.fromCharCode(byte);
      const plain = /[A-Za-z0-9._~-]/.test(char) || (kept !== '' && kept.includes(char));
      return plain ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
