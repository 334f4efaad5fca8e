import assert from 'node:assert/strict';
import { test } from 'node:test';
import { objectUrl, presign, signRequest } from './signing.ts';
import { DEFAULT_BACKUP_STORAGE, type Storage } from './storage-settings.ts';

/** The account of the examples of the Amazon S3 API reference, "Authenticating Requests (AWS Signature Version 4)". */
const EXAMPLE: Storage = {
  settings: {
    ...DEFAULT_BACKUP_STORAGE,
    Endpoint: 'https://s3.amazonaws.com',
    Bucket: 'examplebucket',
    PathStyle: false,
  },
  keys: { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
};
const nowMs = Date.UTC(2013, 4, 24);

test('a presigned GET has the signature of the public example', async () => {
  const url = new URL(await presign(EXAMPLE, 'GET', 'test.txt', { seconds: 86_400, nowMs }));
  assert.equal(`${url.origin}${url.pathname}`, 'https://examplebucket.s3.amazonaws.com/test.txt');
  assert.deepEqual(Object.fromEntries(url.searchParams), {
    'X-Amz-Expires': '86400',
    'X-Amz-Date': '20130524T000000Z',
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request',
    'X-Amz-SignedHeaders': 'host',
    'X-Amz-Signature': 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  });
});

test('requests of the gateway have the signatures of the public examples', async () => {
  const signatures: [string, string][] = [
    ['?lifecycle=', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
    ['?max-keys=2&prefix=J', '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
  ];
  for (const [query, signature] of signatures) {
    const url = new URL(query, 'https://examplebucket.s3.amazonaws.com/');
    const { headers } = await signRequest(EXAMPLE, { method: 'GET', url, nowMs });
    assert.equal(
      headers.get('authorization'),
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, ' +
        `SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=${signature}`,
    );
  }
});

test('a PUT is bound to a length and a digest, and counts for 15 minutes', async () => {
  const content = { bytes: 3, sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' };
  const url = new URL(await presign(EXAMPLE, 'PUT', 'k', { nowMs, content }));
  assert.equal(url.searchParams.get('X-Amz-SignedHeaders'), 'content-length;host;x-amz-content-sha256');
  assert.equal(url.searchParams.get('X-Amz-Expires'), '900');
});

test('a key is encoded whatever it holds, in a path or behind a host', () => {
  const inPath: Storage = { ...EXAMPLE, settings: { ...EXAMPLE.settings, PathStyle: true } };
  assert.equal(
    objectUrl(inPath, "a b/ü+'(*)%.json").href,
    'https://s3.amazonaws.com/examplebucket/a%20b/%C3%BC%2B%27%28%2A%29%25.json',
  );
  assert.equal(objectUrl(inPath, '').href, 'https://s3.amazonaws.com/examplebucket');
  assert.equal(objectUrl(EXAMPLE, 'a').href, 'https://examplebucket.s3.amazonaws.com/a');
});
