import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { startService } from '@palatine/testing/start-service';

const none = { authorization: '' };

test('/docs loads files of this server only, and its policy forbids all others', async () => {
  await using service = await startService();
  for (const path of ['/docs', '/docs/']) {
    const page = await service.fetch(path, none);
    assert.equal(page.status, 200);
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'none'; script-src 'self';/);
    assert.doesNotMatch(policy, /https?:|\*|unsafe-eval|script-src[^;]*unsafe/);

    const html = await page.text();
    assert.doesNotMatch(html, /(src|href)="(https?:)?\/\//);
    assert.doesNotMatch(html, /<script>|style=|onload=/);
    const sources = [...html.matchAll(/<script src="([^"]+)">/g)].map(([, src = '']) => src);
    const scripts = sources.map((src) => new URL(src, `http://host${path}`).pathname);
    assert.deepEqual(scripts, ['/docs/storage.js', '/docs/scalar.js', '/docs/start.js']);
    for (const script of scripts) {
      const answer = await service.fetch(script, none);
      assert.equal(answer.status, 200);
      assert.match(answer.headers.get('content-type') ?? '', /^text\/javascript/);
      assert.ok((await answer.text()).length > 60);
    }
  }
});

test('the page starts Scalar without any setting that calls out', async () => {
  await using service = await startService();
  const start = await (await service.fetch('/docs/start.js', none)).text();
  let settings: Record<string, unknown> = {};
  runInNewContext(start, {
    URL,
    document: { currentScript: { src: 'https://host/palatine/docs/start.js' } },
    Scalar: {
      createApiReference: (_at: string, options: Record<string, unknown>) => {
        settings = JSON.parse(JSON.stringify(options)) as typeof options; // made in the other context
      },
    },
  });
  const { withDefaultFonts, telemetry, agent, mcp, showDeveloperTools, persistAuth, url, baseServerURL } =
    settings;
  assert.deepEqual(
    { withDefaultFonts, telemetry, agent, mcp, showDeveloperTools, persistAuth, url, baseServerURL },
    {
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
      persistAuth: true,
      url: 'https://host/palatine/openapi.json',
      baseServerURL: 'https://host/palatine/',
    },
  );
  assert.doesNotMatch(start, /https?:/);
});

test('what is typed on the page, the token too, is stored for the tab only', async () => {
  await using service = await startService();
  const html = await (await service.fetch('/docs', none)).text();
  assert.ok(
    html.indexOf('docs/storage.js') < html.indexOf('docs/scalar.js'),
    'Scalar looks at the storage once',
  );
  const script = await (await service.fetch('/docs/storage.js', none)).text();
  const window = { sessionStorage: { of: 'the tab' } };
  runInNewContext(script, { window });
  assert.equal((window as { localStorage?: object }).localStorage, window.sessionStorage);
});

test('the style of the page is its own file, and leaves fields and buttons their frames', async () => {
  await using service = await startService();
  const style = await service.fetch('/docs/page.css', none);
  assert.match(style.headers.get('content-type') ?? '', /^text\/css/);
  assert.match(await style.text(), /section:focus-visible.*:not\(a, button, input/);
});

test('other paths below /docs are 404, and other methods of what is read 405 with an Allow, in the envelope', async () => {
  await using service = await startService();
  const missing = await service.fetch('/docs/nothing', none);
  assert.equal(missing.status, 404);
  assert.equal(((await missing.json()) as { Error: { Code: string } }).Error.Code, 'ROUTE_NOT_FOUND');
  for (const path of ['/docs', '/openapi.json', '/metrics', '/healthz', '/readyz', '/console', '/']) {
    const answer = await service.fetch(path, { ...none, method: 'POST' });
    assert.equal(answer.status, 405, path);
    assert.equal(answer.headers.get('allow'), 'GET, HEAD');
    assert.equal(((await answer.json()) as { Error: { Code: string } }).Error.Code, 'METHOD_NOT_ALLOWED');
  }
});
