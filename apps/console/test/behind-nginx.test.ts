import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type RequestOptions, request } from 'node:https';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { freePort } from '@palatine/stand-in/free-ports';
import { fencedBlocks } from '@palatine/testing/fenced-blocks';
import { selfSigned } from '@palatine/testing/self-signed';
import { newFolder, startService, type TestService } from '@palatine/testing/start-service';
import { until } from '@palatine/testing/until';
import type { Browser } from 'playwright-core';
import { noBrowser, openConsole, sharedBrowser } from './console.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const noNginx: string | false =
  spawnSync('nginx', ['-v']).status !== 0 &&
  'no nginx on the PATH (it may be in /usr/sbin); the package is called nginx-light';
const skip = noNginx || noBrowser;

/** The example of docs/operations.md with the ports and the certificate of a test. */
function adaptedExample(ports: { proxy: number; service: number }): string {
  const block = fencedBlocks(ROOT, 'docs/operations.md').find(({ language }) => language === 'nginx');
  let text = block?.text ?? assert.fail('docs/operations.md has no example for nginx');
  for (const [written, here] of [
    ['listen 443 ssl;', `listen 127.0.0.1:${ports.proxy} ssl;`],
    ['/etc/letsencrypt/live/panel.example/fullchain.pem', 'cert.pem'],
    ['/etc/letsencrypt/live/panel.example/privkey.pem', 'key.pem'],
    ['http://127.0.0.1:17993/', `http://127.0.0.1:${ports.service}/`],
  ] as const) {
    assert.ok(text.includes(written), `the example has no ${written}`);
    text = text.replace(written, here);
  }
  return text;
}

/** Starts nginx with the example of the document. @returns the address below which the service is. */
async function startNginx(service: TestService): Promise<{ url: string } & AsyncDisposable> {
  const folder = newFolder();
  const port = await freePort();
  const { cert, key } = selfSigned();
  writeFileSync(join(folder, 'cert.pem'), cert);
  writeFileSync(join(folder, 'key.pem'), key);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${name};`,
  );
  const config = [
    process.getuid?.() === 0 ? 'user root;' : '',
    `daemon off; worker_processes 1; pid pid; error_log stderr; events {}`,
    `http { access_log off; ${temporary.join(' ')}`,
    adaptedExample({ proxy: port, service: Number(new URL(service.url).port) }),
    '}',
  ].join('\n');
  writeFileSync(join(folder, 'nginx.conf'), config);
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const ended = once(child, 'exit');
  const url = `https://127.0.0.1:${port}/palatine`;
  await until('nginx answers', async () => {
    assert.equal(child.exitCode, null, log);
    return (await ask(`${url}/healthz`).catch(() => undefined))?.status === 200;
  });
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

/** Asks through the proxy. Resolves when the response has ended, or holds the text `enough`. */
function ask(url: string, options: RequestOptions = {}, enough?: string) {
  const answered = Promise.withResolvers<{ status: number; location: string; text: string }>();
  const outgoing = request(url, { rejectUnauthorized: false, agent: false, ...options }, (response) => {
    const { statusCode: status = 0, headers } = response;
    let text = '';
    const done = () => answered.resolve({ status, location: headers.location ?? '', text });
    response.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (enough === undefined || !text.includes(enough)) return;
      done();
      outgoing.destroy();
    });
    response.on('end', done);
  });
  outgoing.on('error', answered.reject);
  outgoing.end();
  return answered.promise;
}

let service: TestService;
let browser: Browser;
let proxy: Awaited<ReturnType<typeof startNginx>>;
before(async () => {
  if (skip) return;
  [service, browser] = await Promise.all([
    startService({ restConfig: { TrustedProxies: ['127.0.0.1'] } }),
    sharedBrowser(),
  ]);
  proxy = await startNginx(service);
});
after(async () => {
  if (skip) return;
  await proxy[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

test('behind a sub-path of nginx a browser finds the console, signs in, and asks for nothing outside', {
  skip,
}, async () => {
  await using tab = await openConsole(browser, { url: proxy.url, token: service.token }, { token: '' });
  const { page } = tab;
  const paths: string[] = [];
  page.on('request', (sent) => {
    if (/^https?:/.test(sent.url())) paths.push(new URL(sent.url()).pathname);
  });
  await page.goto(`${proxy.url}/`);
  assert.equal(new URL(page.url()).pathname, '/palatine/console/');
  await page.goto(service.newSignInLink().replace(service.url, proxy.url));
  await page.getByRole('navigation').first().waitFor();
  await page.locator('nav a[href="/palatine/console/players"]').first().click();
  await page.waitForURL('**/palatine/console/players');
  const [player] = (await service.api.getPlayers()).Players.filter(({ Status }) => Status === 'Online');
  assert.ok(player);
  await page.getByText(player.Name, { exact: true }).first().waitFor();
  await tab.open(`/players/${player.PlayerUID}`); // reloaded, further down
  await page.getByText(player.Name, { exact: true }).first().waitFor();
  await tab.open('/map'); // with its worker and pictures
  await tab.assertSound();
  const wrong = paths.filter((path) => !path.startsWith('/palatine/'));
  assert.deepEqual(wrong, []);
  assert.ok(
    paths.some((path) => path.startsWith('/palatine/console/assets/relief-worker')),
    'the map is painted',
  );
});

test('behind a sub-path the reference page shows the document, whose server is that path', {
  skip,
}, async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const outside: string[] = [];
  page.on('request', (sent) => {
    const { protocol, pathname } = new URL(sent.url());
    if (protocol === 'https:' && !pathname.startsWith('/palatine/')) outside.push(sent.url());
  });
  page.setDefaultTimeout(120_000); // the page is large
  await page.goto(`${proxy.url}/docs`, { waitUntil: 'commit' });
  await page.getByText('List players').first().waitFor();
  assert.deepEqual(outside, []);
  await context.close();
  const document = JSON.parse((await ask(`${proxy.url}/openapi.json`)).text) as {
    servers: { url: string }[];
  };
  assert.equal(new URL(document.servers[0]?.url ?? '', `${proxy.url}/openapi.json`).href, `${proxy.url}/`);
});

test('an event passes nginx when it happens, and redirects stay below the sub-path', { skip }, async () => {
  const headers = { authorization: `Bearer ${service.token}` };
  const events = ask(`${proxy.url}/v1/palatine/events`, { headers }, 'through the proxy');
  let answered = false;
  void events.finally(() => (answered = true));
  await until('the event arrives', async () => {
    if (!answered) await service.api.broadcast({ body: { Message: 'through the proxy' } });
    return answered;
  });
  assert.match((await events).text, /^: watching\n/);
  for (const [path, location] of [
    ['/', 'console/'],
    ['/console', 'console/'],
  ]) {
    assert.equal((await ask(proxy.url + path)).location, location);
  }
});

test('the audit names the caller of the proxy, and not what the caller claims', { skip }, async () => {
  for (const [localAddress, claimed] of [
    ['127.0.0.2', undefined],
    ['127.0.0.3', '203.0.113.9'],
  ] as const) {
    const headers = {
      authorization: `Bearer ${service.token}`,
      ...(claimed === undefined ? {} : { 'x-forwarded-for': claimed }),
    };
    const banned = await ask(`${proxy.url}/v1/pdapi/ban/steam_1`, { method: 'POST', localAddress, headers });
    assert.equal(banned.status, 200);
    const { Entries } = await service.api.getAudit({ query: { Limit: 1 } });
    assert.equal(Entries[0]?.IP, localAddress);
  }
});
