import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '@palatine/testing/start-service';

const preflight = {
  method: 'OPTIONS',
  authorization: '',
  headers: { origin: 'https://panel.example', 'access-control-request-method': 'POST' },
};

const startAllowing = (origins: string | string[]) =>
  startService({ restConfig: { Cors: { 'Allowed-Origins': origins } } });

test('a preflight of a listed origin is answered without a token, and its pages may read answers, good and bad', async () => {
  await using service = await startAllowing(['https://panel.example']);
  const response = await service.fetch('/v1/pdapi/players', preflight);
  assert.equal(response.status, 204);
  assert.equal(response.headers.get('access-control-allow-origin'), 'https://panel.example');
  assert.match(response.headers.get('access-control-allow-headers') ?? '', /Authorization/);
  assert.equal(response.headers.get('access-control-max-age'), '600');
  for (const authorization of [`Bearer ${service.token}`, '']) {
    const { headers } = await service.fetch('/v1/pdapi/version', {
      authorization,
      headers: { origin: 'https://panel.example' },
    });
    assert.equal(headers.get('access-control-allow-origin'), 'https://panel.example');
  }
});

for (const [allowed, answered] of [
  ['https://panel.example', 'https://panel.example'],
  ['*', 'https://panel.example'],
  ['', null],
] as const) {
  test(`Allowed-Origins may be one text: ${JSON.stringify(allowed)}`, async () => {
    await using service = await startAllowing(allowed);
    const { headers } = await service.fetch('/v1/pdapi/players', preflight);
    assert.equal(headers.get('access-control-allow-origin'), answered);
  });
}

test('another origin is served with a valid token, but without the headers that let a browser read', async () => {
  for (const allowed of [[], ['https://other.example']]) {
    await using service = await startAllowing(allowed);
    const response = await service.fetch('/v1/pdapi/version', {
      headers: { origin: 'https://panel.example' },
    });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('access-control-allow-origin'), null);
    const refused = await service.fetch('/v1/pdapi/players', preflight);
    assert.equal(refused.status, 403);
    const { Error: error } = (await refused.json()) as { Error: { Message: string } };
    assert.match(error.Message, /panel\.example.*Cors\.Allowed-Origins.*next start/);
  }
});
