import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROUTES, type Version } from '@palatine/contract';
import { startService, type TestService } from '../harness/start-service.ts';

async function get(
  service: TestService,
  path: string,
  token = service.token,
): Promise<Record<string, unknown>> {
  const response = await service.fetch(`/v1/pdapi${path}`, { authorization: `Bearer ${token}` });
  assert.equal(response.status, 200);
  return (await response.json()) as Record<string, unknown>;
}

test('the three wrapped replies hold what the flat ones hold, and every other reply is the same', async () => {
  await using service = await startService();
  const wrapped = service.addToken('*', { AnswerForm: 'Wrapped' });
  const flatGuilds = await get(service, '/guilds');
  const [id] = Object.keys(flatGuilds);
  assert.deepEqual(await get(service, '/guilds', wrapped), {
    Meta: { GuildCount: Object.keys(flatGuilds).length },
    Guilds: flatGuilds,
  });
  assert.deepEqual(await get(service, `/guild/${id}`, wrapped), {
    Guild: await get(service, `/guild/${id}`),
  });
  const version = (await get(service, '/version')) as Version;
  assert.deepEqual(await get(service, '/version', wrapped), {
    Version: {
      Major: version.major,
      Minor: version.minor,
      Patch: version.patch,
      Build: version.build,
      Version: version.version_str,
      VersionLong: version.version_str_long,
      Beta: false,
    },
  });
  for (const path of ['/players', '/banlist'])
    assert.deepEqual(await get(service, path, wrapped), await get(service, path));
});

test('RESTConfig.json sets the form for tokens that do not choose their own', async () => {
  await using service = await startService({ restConfig: { AnswerForm: 'Wrapped' } });
  const flat = service.addToken('*', { AnswerForm: 'Flat' });
  assert.ok('Guilds' in (await get(service, '/guilds')));
  assert.ok(!('Guilds' in (await get(service, '/guilds', flat))));
});

test('GET /version reports the surface implemented, 1.9', async () => {
  await using service = await startService();
  const version = await service.api.call(ROUTES.getVersion);
  assert.deepEqual([version.major, version.minor], [1, 9]);
  assert.equal(version.version_str, `${version.major}.${version.minor}.${version.patch}`);
  assert.equal(version.version_str_long, `${version.version_str}.${version.build}`);
});
