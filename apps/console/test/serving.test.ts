import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startService } from '@palatine/testing/start-service';

const service = await startService();
after(() => service[Symbol.asyncDispose]());

const get = (path: string, headers: Record<string, string> = {}) =>
  service.fetch(path, { authorization: '', redirect: 'manual', headers });

/** Paths of the scripts and styles that the page names. */
async function assets(): Promise<string[]> {
  return (await filesOf('/console/')).filter((path) => path.startsWith('/console/assets/'));
}

/** Paths of the files that the page names, as a browser at this address resolves them. */
async function filesOf(path: string): Promise<string[]> {
  const html = await (await get(path)).text();
  return [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(
    ([, file = '']) => new URL(file, `http://host${path}`).pathname,
  );
}

test('the page comes without a token, under a policy that lets no text run as code', async () => {
  const response = await get('/console/');
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
  const policy = response.headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /require-trusted-types-for 'script'/);
  assert.doesNotMatch(policy, /unsafe/);
  assert.equal(response.headers.get('cache-control'), 'no-cache');
  for (const name of [
    'x-content-type-options',
    'referrer-policy',
    'cross-origin-opener-policy',
    'permissions-policy',
  ]) {
    assert.notEqual(response.headers.get(name), null, name);
  }
});

test('every path of the console is the page, and the page finds its way', async () => {
  const files = await filesOf('/console/');
  assert.ok(files.length > 3);
  for (const path of [
    '/console/players',
    '/console/players/',
    '/console/players/AB/pals?x=1',
    '/console/nothing',
    '//console/players/AB',
  ]) {
    assert.deepEqual(
      await filesOf(path),
      path.startsWith('//') ? files.map((file) => `/${file}`) : files,
      path,
    );
  }
  const bare = await get('/console');
  assert.deepEqual([bare.status, bare.headers.get('location')], [308, 'console/']);
});

test('the files of a build are kept for ever, compressed as the build has done it', async () => {
  const paths = await assets();
  assert.ok(paths.length >= 2, paths.join());
  for (const path of paths) {
    const plain = await get(path, { 'accept-encoding': 'identity' });
    assert.equal(plain.status, 200, path);
    assert.equal(plain.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(plain.headers.get('content-encoding'), null);
    const bytes = await plain.bytes();
    for (const coding of ['br', 'gzip']) {
      const packed = await get(path, { 'accept-encoding': coding });
      if (bytes.length > 1024) assert.equal(packed.headers.get('content-encoding'), coding, path);
      assert.deepEqual(await packed.bytes(), bytes, 'fetch unpacks it');
    }
  }
});

test('a browser that has the page is told so, per content coding', async () => {
  const first = await get('/console/', { 'accept-encoding': 'identity' });
  const etag = first.headers.get('etag') ?? '';
  const again = await get('/console/', { 'accept-encoding': 'identity', 'if-none-match': etag });
  assert.equal(again.status, 304);
  assert.equal((await again.bytes()).length, 0);
});

test('no path leads out of the build', async () => {
  const page = await (await get('/console/')).text();
  for (const path of [
    '/console/..%2fpackage.json',
    '/console/..%2f..%2fpackage.json',
    '/console/index.html',
  ]) {
    assert.equal(await (await get(path)).text(), page, path);
  }
  assert.equal((await get('/console/assets/..%2findex.html')).status, 404);
});

test('a file of an older build is 404: the page in its place would be run as a script', async () =>
  assert.equal((await get('/console/assets/main-00000000.js')).status, 404));
