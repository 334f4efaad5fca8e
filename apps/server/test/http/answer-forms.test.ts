import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROUTES, type Version } from '@palatine/contract';
import { startService, type TestService } from '@palatine/testing/start-service';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

const get = (service: TestService, path: string, token = service.token) =>
  service.json<Record<string, unknown>>(`/v1/pdapi${path}`, { authorization: `Bearer ${token}` });

test('the three wrapped replies hold what the flat ones hold, and every other reply is the same', async () => {
  await using service = await startService();
  const wrapped = service.addToken('*', { AnswerForm: 'Wrapped' });
  const flatGuilds = await get(service, '/guilds');
  const [id] = Object.keys(flatGuilds);
  const Meta = { GuildCount: Object.keys(flatGuilds).length };
  assert.deepEqual(await get(service, '/guilds', wrapped), { Meta, Guilds: flatGuilds });
  const Guild = await get(service, `/guild/${id}`);
  assert.deepEqual(await get(service, `/guild/${id}`, wrapped), { Guild });
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
  for (const [{ reply, wrapped: form }, path] of [
    [ROUTES.getGuilds, '/guilds'],
    [ROUTES.getGuild, `/guild/${id}`],
    [ROUTES.getVersion, '/version'],
  ] as const)
    for (const token of [service.token, wrapped]) {
      const answer = await get(service, path, token);
      assert.deepEqual(
        [reply, form.reply].map((schema) => Compile<TSchema>(schema).Check(answer)),
        [token !== wrapped, token === wrapped],
      );
    }
  for (const path of ['/players', '/banlist'])
    assert.deepEqual(await get(service, path, wrapped), await get(service, path));
});

/** A caller with its own token that caches answers and revalidates them. */
function aCaller(service: TestService, token: string) {
  const cached = new Map<string, { etag: string; body: unknown }>();
  const authorization = `Bearer ${token}`;
  return {
    kept: cached,
    async read(path: string): Promise<unknown> {
      const headers = { 'if-none-match': cached.get(path)?.etag ?? '"none"' };
      const response = await service.fetch(`/v1/pdapi${path}`, { authorization, headers });
      const text = await response.text();
      if (response.status === 304) return cached.get(path)?.body;
      assert.equal(response.status, 200, text);
      const body: unknown = JSON.parse(text);
      cached.set(path, { etag: response.headers.get('etag') ?? '', body });
      return body;
    },
    async give(player: string, ItemID: string): Promise<unknown> {
      const body = { Items: [{ ItemID, Count: 1 }] };
      return (await service.post(`/v1/pdapi/give/items/${player}`, body, { authorization })).json();
    },
  };
}

test('a caller of each form work side by side, each by its token: neither gets the form of the other', async () => {
  await using service = await startService();
  const { Players } = await service.api.getPlayers();
  const player = Players.find(({ Status }) => Status === 'Online')?.UserId ?? '';
  const guildOf = Object.keys(await get(service, '/guilds'))[0] ?? '';
  const flat = aCaller(service, service.addToken('*', { AnswerForm: 'Flat' }));
  const wrapped = aCaller(service, service.addToken('*', { AnswerForm: 'Wrapped' }));

  const paths = ['/guilds', `/guild/${guildOf}`, '/version'];
  for (let round = 0; round < 10; round++) {
    const [given, alsoGiven, guilds, guild, version, wrappedGuilds, wrappedGuild, wrappedVersion] =
      await Promise.all([
        flat.give(player, 'Wood'),
        wrapped.give(player, 'Wood'),
        ...paths.map((path) => flat.read(path)),
        ...paths.map((path) => wrapped.read(path)),
      ]);
    assert.deepEqual([given, alsoGiven], Array(2).fill({ Granted: { Items: 1 } }));
    const { Meta, Guilds } = wrappedGuilds as { Meta: { GuildCount: number }; Guilds: object };
    assert.deepEqual(Guilds, guilds);
    assert.equal(Meta.GuildCount, Object.keys(Guilds).length);
    assert.deepEqual(wrappedGuild, { Guild: guild });
    const { Version: unwrapped } = wrappedVersion as { Version: { Major: number } };
    assert.equal(unwrapped.Major, (version as Version).major);
  }
  const etag = flat.kept.get('/guilds')?.etag ?? '';
  assert.notEqual(wrapped.kept.get('/guilds')?.etag, etag);
  wrapped.kept.set('/guilds', { etag, body: 'the reply of the other form' });
  const read = (await wrapped.read('/guilds')) as object;
  assert.ok('Guilds' in read, 'the tag of one form is none of the other');
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
