import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pairsOf, sha256, signatureOf, type WireRequest } from './s3-signature.ts';

export const S3_KEYS = { accessKeyId: 'FLEETACCESSKEY', secretAccessKey: 'fleet/secret+key' };
export const S3_REGION = 'eu-central-1';
export const S3_BUCKET = 'fleet-backups';

/** A request that the storage has met. */
export interface SeenRequest {
  method: string;
  key: string;
  /** '' for a request without a signature. */
  signedBy: 'query' | 'header' | '';
  range: string | undefined;
  status: number;
}

export interface S3Checker extends AsyncDisposable {
  endpoint: string;
  /** What lies in the bucket, by key. */
  objects: Map<string, Buffer>;
  seen: SeenRequest[];
  /** How far its clock is from that of this machine, in ms. */
  clockOffMs: number;
  /** Called before a request is answered; what it returns is done in place of the answer. */
  fault: ((request: SeenRequest) => 'cut' | 'unavailable' | undefined) | undefined;
}

interface Denial {
  status: number;
  code: string;
}

const EXPIRED: Denial = { status: 403, code: 'AccessDenied' };
const DENIED: Denial = { status: 403, code: 'AccessDenied' };
const WRONG_SIGNATURE: Denial = { status: 403, code: 'SignatureDoesNotMatch' };
const SKEW_MS = 15 * 60_000;

/**
 * A small S3 storage that checks signatures strictly: Ours, written from the public reference, since the one that npm
 * offers takes unsigned requests. It knows PUT, GET with a range, DELETE and ListObjectsV2 of one bucket in path style.
 */
export async function startS3Checker({ pageSize = 1000 } = {}): Promise<S3Checker> {
  const checker: Omit<S3Checker, typeof Symbol.asyncDispose | 'endpoint'> = {
    objects: new Map(),
    seen: [],
    clockOffMs: 0,
    fault: undefined,
  };
  const server = createServer((request, response) => {
    answer(checker as S3Checker, pageSize, request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(checker, {
    endpoint: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

async function answer(
  checker: S3Checker,
  pageSize: number,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const wire = wireRequest(request);
  const key = keyOf(wire.path);
  const signedBy = /(^|&)X-Amz-Signature=/.test(wire.query)
    ? 'query'
    : wire.headers.authorization
      ? 'header'
      : '';
  const seen: SeenRequest = {
    method: wire.method,
    key: key ?? '',
    signedBy,
    range: wire.headers.range,
    status: 0,
  };
  checker.seen.push(seen);
  const refuse = ({ status, code }: Denial) => {
    seen.status = status;
    request.resume();
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`);
  };

  const fault = checker.fault?.(seen);
  if (fault === 'unavailable') return refuse({ status: 503, code: 'SlowDown' });
  if (key === undefined) return refuse({ status: 404, code: 'NoSuchBucket' });
  const denial = check(wire, signedBy, Date.now() + checker.clockOffMs);
  if (denial !== undefined) return refuse(denial);
  if (fault === 'cut' && wire.method === 'PUT') {
    if (wire.headers['content-length'] === '0') request.destroy();
    else request.once('data', () => request.destroy());
    return;
  }

  if (wire.method === 'PUT') {
    const body = await bodyOf(request);
    const announced = wire.headers['x-amz-content-sha256'];
    if (announced !== undefined && announced !== 'UNSIGNED-PAYLOAD' && announced !== sha256(body)) {
      return refuse({ status: 400, code: 'XAmzContentSHA256Mismatch' });
    }
    checker.objects.set(key, body);
    seen.status = 200;
    response.end();
    return;
  }
  if (wire.method === 'DELETE') {
    checker.objects.delete(key);
    seen.status = 204;
    response.writeHead(204).end();
    return;
  }
  if (wire.method !== 'GET') return refuse({ status: 405, code: 'MethodNotAllowed' });
  if (key === '') {
    seen.status = 200;
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(listing(checker, pageSize, wire.query));
    return;
  }
  const object = checker.objects.get(key);
  if (object === undefined) return refuse({ status: 404, code: 'NoSuchKey' });
  sendObject(object, seen, response, fault === 'cut');
}

function sendObject(object: Buffer, seen: SeenRequest, response: ServerResponse, cut: boolean): void {
  const from = Number(/^bytes=(\d+)-$/.exec(seen.range ?? '')?.[1] ?? 0);
  const part = object.subarray(from);
  seen.status = seen.range === undefined ? 200 : 206;
  response.writeHead(seen.status, {
    'content-length': part.byteLength,
    ...(seen.range !== undefined && {
      'content-range': `bytes ${from}-${object.byteLength - 1}/${object.byteLength}`,
    }),
  });
  if (!cut) response.end(part);
  else response.write(part.subarray(0, Math.ceil(part.byteLength / 2)), () => response.destroy());
}

/** Why a request is not let in. */
function check(wire: WireRequest, signedBy: SeenRequest['signedBy'], nowMs: number): Denial | undefined {
  if (signedBy === '') return DENIED;
  return signedBy === 'query' ? checkQuery(wire, nowMs) : checkHeader(wire, nowMs);
}

function checkQuery(wire: WireRequest, nowMs: number): Denial | undefined {
  const pairs = pairsOf(wire.query);
  const query = new Map(pairs);
  if (query.size !== pairs.length) return DENIED; // a parameter twice
  const field = (name: string) => query.get(`X-Amz-${name}`) ?? '';
  const seconds = Number(field('Expires'));
  const time = field('Date');
  if (field('Algorithm') !== 'AWS4-HMAC-SHA256' || !(seconds >= 1 && seconds <= 604_800)) return DENIED;
  const atMs = parseStamp(time);
  if (!(atMs <= nowMs + SKEW_MS)) return DENIED;
  if (nowMs > atMs + seconds * 1000) return EXPIRED;
  const payload = wire.headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD';
  return compare(wire, {
    time,
    credential: field('Credential'),
    signedHeaders: field('SignedHeaders').split(';'),
    payload,
    signature: field('Signature'),
  });
}

function checkHeader(wire: WireRequest, nowMs: number): Denial | undefined {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      wire.headers.authorization ?? '',
    );
  const time = wire.headers['x-amz-date'] ?? '';
  const payload = wire.headers['x-amz-content-sha256'];
  if (parts === null || payload === undefined) return DENIED;
  if (!(Math.abs(parseStamp(time) - nowMs) <= SKEW_MS)) return { status: 403, code: 'RequestTimeTooSkewed' };
  const [, credential = '', headers = '', signature = ''] = parts;
  return compare(wire, { time, credential, signedHeaders: headers.split(';'), payload, signature });
}

interface Claim {
  time: string;
  credential: string;
  signedHeaders: string[];
  payload: string;
  signature: string;
}

function compare(
  wire: WireRequest,
  { time, credential, signedHeaders, payload, signature }: Claim,
): Denial | undefined {
  const scope = `${S3_KEYS.accessKeyId}/${time.slice(0, 8)}/${S3_REGION}/s3/aws4_request`;
  if (credential !== scope) return { status: 403, code: 'InvalidAccessKeyId' };
  const sorted = signedHeaders.toSorted();
  if (sorted.join() !== signedHeaders.join() || !signedHeaders.includes('host')) return DENIED;
  const amazon = Object.keys(wire.headers).filter((name) => name.startsWith('x-amz-'));
  if (!amazon.every((name) => signedHeaders.includes(name))) return DENIED;
  if (!signedHeaders.every((name) => wire.headers[name] !== undefined)) return WRONG_SIGNATURE;
  const expected = signatureOf(
    wire,
    { time, region: S3_REGION, signedHeaders, payload },
    S3_KEYS.secretAccessKey,
  );
  return expected === signature ? undefined : WRONG_SIGNATURE;
}

function listing({ objects }: S3Checker, pageSize: number, query: string): string {
  const asked = new Map(pairsOf(query));
  if (asked.get('list-type') !== '2' || asked.get('encoding-type') !== 'url') return '<Error/>';
  const prefix = asked.get('prefix') ?? '';
  const token = asked.get('continuation-token');
  const after =
    token === undefined ? (asked.get('start-after') ?? '') : Buffer.from(token, 'base64').toString();
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(prefix) && Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0)
    .sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  const page = keys.slice(0, Math.min(pageSize, Number(asked.get('max-keys') ?? 1000)));
  const truncated = page.length < keys.length;
  const next = Buffer.from(page.at(-1) ?? '').toString('base64');
  const contents = page.map((key) => {
    const encoded = encodeURIComponent(key).replaceAll('%20', '+').replaceAll("'", '&apos;');
    return `<Contents><Key>${encoded}</Key><Size>${objects.get(key)?.byteLength}</Size></Contents>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${S3_BUCKET}</Name><KeyCount>${page.length}</KeyCount><IsTruncated>${truncated}</IsTruncated>${contents.join('')}${truncated ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''}</ListBucketResult>`;
}

/** '' for the bucket itself; undefined for what is not in it. */
function keyOf(path: string): string | undefined {
  const decoded = decodeURIComponent(path);
  if (decoded === `/${S3_BUCKET}`) return '';
  return decoded.startsWith(`/${S3_BUCKET}/`) ? decoded.slice(S3_BUCKET.length + 2) : undefined;
}

function wireRequest(request: IncomingMessage): WireRequest {
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      value === undefined ? undefined : String(value),
    ]),
  );
  return { method: request.method ?? '', path, query, headers };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** NaN for what is no time. */
function parseStamp(time: string): number {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(time);
  if (parts === null) return Number.NaN;
  const [, year, month, day, hour, minute, second] = parts;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
