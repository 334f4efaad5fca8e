import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import { after, before, test } from 'node:test';
import { noBrowser, startBrowser } from '@palatine/testing/browser';
import { startService, type TestService } from '@palatine/testing/start-service';
import { type NpmProject, npmProject } from './npm-project.ts';

const skip = noBrowser;
const BROWSER_MS = 60_000;

const IMPORTS = {
  '../src/index.ts': '/node_modules/@palatine/client/index.js',
  '@palatine/contract': '/node_modules/@palatine/contract/index.js',
  typebox: '/node_modules/typebox/build/index.mjs',
};
const TYPES: Record<string, string> = { js: 'text/javascript', mjs: 'text/javascript', html: 'text/html' };

let project: NpmProject;
let site: Awaited<ReturnType<typeof serveSite>>;
let service: TestService;
before(async () => {
  if (skip) return;
  project = npmProject();
  site = await serveSite(project.folder);
  service = await startService({ restConfig: { Cors: { 'Allowed-Origins': [site.url] } } });
});
after(async () => {
  if (skip) return;
  await service[Symbol.asyncDispose]();
  site.close();
  await project[Symbol.asyncDispose]();
});

/** Serves the files of a folder, and receives the report of a page. */
async function serveSite(folder: string) {
  let report = (_: string) => {};
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://site').pathname);
    if (request.method === 'POST') {
      request.setEncoding('utf8').on('data', (text: string) => report(text));
      request.on('end', () => response.end());
      return;
    }
    const file = join(folder, path);
    if (!existsSync(file)) return response.writeHead(404).end();
    const type = TYPES[path.split('.').at(-1) ?? ''] ?? 'text/plain';
    response.writeHead(200, { 'content-type': type }).end(readFileSync(file));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reported: () =>
      new Promise<string>((resolve) => {
        report = resolve;
      }),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Opens a page whose module runs `code`, with a client at hand. @returns what the code returned. */
async function inBrowser(code: string): Promise<unknown> {
  const options = JSON.stringify({ url: service.url, token: service.token, retry: { attempts: 1 } });
  project.write(
    'page.html',
    `<!doctype html><script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script>
    <script type="module">
      const run = async () => {
        const { createClient } = await import('../src/index.ts');
        const client = createClient(${options});
        ${code}
      };
      const result = await run().catch((error) => ({ error: String(error.stack ?? error) }));
      await fetch('/report', { method: 'POST', body: JSON.stringify(result) });
    </script>`,
  );
  const reported = site.reported();
  await using browser = await startBrowser();
  const page = await browser.newPage();
  const closed = page.waitForEvent('close', { timeout: BROWSER_MS });
  await page.goto(`${site.url}/page.html`);
  const report = await Promise.race([reported, closed]);
  closed.catch(() => {}); // it closes with the browser
  if (typeof report !== 'string') throw new Error('the page closed without a report');
  return JSON.parse(report);
}

test('the published client reads and watches from a page of an allowed origin', { skip }, async () => {
  await service.api.broadcast({ body: { Message: 'first' } });
  const alerts = setInterval(() => void service.api.alert({ body: { Message: 'now' } }).catch(() => {}), 200);
  const result = await inBrowser(`
    const { Meta } = await client.getPlayers();
    const again = await client.getPlayers();
    for await (const { Type, Data } of client.events()) return [Meta.PlayerCount, again.Meta.PlayerCount, Type, Data.text];
  `);
  clearInterval(alerts);
  const { Meta } = await service.api.getPlayers();
  assert.deepEqual(result, [Meta.PlayerCount, Meta.PlayerCount, 'message', 'now']);
});

test('the published client writes and resumes events from a page of an allowed origin', {
  skip,
}, async () => {
  const preflight = await service.fetch('/v1/pdapi/Broadcast', {
    method: 'OPTIONS',
    authorization: '',
    headers: { origin: site.url, 'access-control-request-method': 'POST' },
  });
  const allowed = preflight.headers.get('access-control-allow-headers') ?? '';
  assert.match(allowed, /idempotency-key/i);
  assert.match(allowed, /last-event-id/i);
  const result = await inBrowser(`
    const answer = await client.broadcast({ body: { Message: 'from a page' } });
    for await (const { Data } of client.events({ since: 0 })) if (Data.text === 'from a page') return answer;
  `);
  assert.deepEqual(result, { Success: true });
});
