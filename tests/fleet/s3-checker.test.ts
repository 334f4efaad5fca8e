import assert from 'node:assert/strict';
import { test } from 'node:test';
import { objectUrl, presign, signRequest } from '@palatine/server/gateway/backups/signing.ts';
import { DEFAULT_BACKUP_STORAGE } from '@palatine/server/gateway/backups/storage-settings.ts';
import { S3_BUCKET, S3_KEYS, S3_REGION, type S3Checker, startS3Checker } from './s3-checker.ts';
import { sha256, signatureOf } from './s3-signature.ts';

/** The examples of "Examples: Signature Calculations in AWS Signature Version 4" of the Amazon S3 API reference. */
const EXAMPLE_SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const EMPTY = sha256('');
const HOST = { host: 'examplebucket.s3.amazonaws.com' };
const DATED = { ...HOST, 'x-amz-date': '20130524T000000Z' };
const SCOPE = { time: '20130524T000000Z', region: 'us-east-1' };

test('the checker computes the signatures of the public examples', () => {
  const examples = [
    {
      request: {
        method: 'GET',
        path: '/test.txt',
        query: '',
        headers: { ...DATED, range: 'bytes=0-9', 'x-amz-content-sha256': EMPTY },
      },
      signedHeaders: ['host', 'range', 'x-amz-content-sha256', 'x-amz-date'],
      payload: EMPTY,
      signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    },
    {
      request: {
        method: 'PUT',
        path: '/test%24file.text',
        query: '',
        headers: {
          ...DATED,
          date: 'Fri, 24 May 2013 00:00:00 GMT',
          'x-amz-storage-class': 'REDUCED_REDUNDANCY',
          'x-amz-content-sha256': sha256('Welcome to Amazon S3.'),
        },
      },
      signedHeaders: ['date', 'host', 'x-amz-content-sha256', 'x-amz-date', 'x-amz-storage-class'],
      payload: sha256('Welcome to Amazon S3.'),
      signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    },
    {
      request: {
        method: 'GET',
        path: '/',
        query: 'max-keys=2&prefix=J',
        headers: { ...DATED, 'x-amz-content-sha256': EMPTY },
      },
      signedHeaders: ['host', 'x-amz-content-sha256', 'x-amz-date'],
      payload: EMPTY,
      signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    },
    {
      request: {
        method: 'GET',
        path: '/test.txt',
        query:
          'X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host',
        headers: HOST,
      },
      signedHeaders: ['host'],
      payload: 'UNSIGNED-PAYLOAD',
      signature: 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    },
  ];
  for (const { request, signedHeaders, payload, signature } of examples) {
    assert.equal(signatureOf(request, { ...SCOPE, signedHeaders, payload }, EXAMPLE_SECRET), signature);
  }
});

function storageOf({ endpoint }: Pick<S3Checker, 'endpoint'>) {
  const settings = { ...DEFAULT_BACKUP_STORAGE, Endpoint: endpoint, Region: S3_REGION, Bucket: S3_BUCKET };
  return { settings, keys: S3_KEYS };
}

async function statusOf(url: string, init?: RequestInit): Promise<number> {
  const response = await fetch(url, init);
  await response.arrayBuffer();
  return response.status;
}

const ODD_KEY = "palatine/a b+c/(ü)'$&=~*!.json";
const BODY = Buffer.from('a world');
const CONTENT = { bytes: BODY.byteLength, sha256: sha256(BODY) };

test('a presigned PUT takes the one content it was made for, at its key', async () => {
  await using s3 = await startS3Checker();
  const url = await presign(storageOf(s3), 'PUT', ODD_KEY, { nowMs: Date.now(), content: CONTENT });
  const headers = { 'x-amz-content-sha256': CONTENT.sha256 };
  const put = (at: string, body: string | Buffer, sent: Record<string, string> = headers) =>
    statusOf(at, { method: 'PUT', body, headers: sent });

  assert.equal(await put(url, 'A world'), 400, 'other bytes');
  assert.equal(await put(url, 'a longer world'), 403, 'another length');
  assert.equal(await put(url, BODY, {}), 403, 'without the digest');
  assert.equal(await put(url, BODY, { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }), 403, 'any digest');
  assert.equal(await put(url.replace('palatine', 'palatina'), BODY), 403, 'another key');
  assert.equal(await statusOf(url), 403, 'another method');
  assert.equal(await put(url.replace('127.0.0.1', 'localhost'), BODY), 403, 'another host');
  assert.equal(await put(url.replace(/Expires=\d+/, 'Expires=9000'), BODY), 403, 'a longer time');
  assert.equal(s3.objects.size, 0);
  assert.equal(await put(url, BODY), 200);
  assert.deepEqual(s3.objects.get(ODD_KEY), BODY);
});

test('a presigned URL counts for 15 minutes', async () => {
  await using s3 = await startS3Checker();
  s3.objects.set('palatine/x', BODY);
  const url = await presign(storageOf(s3), 'GET', 'palatine/x', { nowMs: Date.now() });
  assert.equal(await statusOf(url), 200);
  s3.clockOffMs = 14 * 60_000;
  assert.equal(await statusOf(url), 200);
  s3.clockOffMs = 15 * 60_000 + 2000;
  assert.equal(await statusOf(url), 403);
});

test('a request without a signature, and one that is signed with another secret, is refused', async () => {
  await using s3 = await startS3Checker();
  s3.objects.set('palatine/x', BODY);
  const storage = storageOf(s3);
  const forged = { ...storage, keys: { ...S3_KEYS, secretAccessKey: 'another' } };
  const list = new URL(`${objectUrl(storage, '')}?list-type=2&encoding-type=url`);
  const request = { method: 'GET', url: list, nowMs: Date.now() } as const;
  assert.equal(await statusOf(list.href), 403);
  assert.equal(await statusOf(objectUrl(storage, 'palatine/x').href), 403);
  assert.equal(await statusOf(list.href, { headers: (await signRequest(forged, request)).headers }), 403);
  const { url, headers } = await signRequest(storage, request);
  assert.equal(await statusOf(url, { headers }), 200);
  assert.equal(await statusOf(url, { headers, method: 'DELETE' }), 403, 'another method');
  assert.equal(await statusOf(`${url}&prefix=x`, { headers }), 403, 'another query');
});
