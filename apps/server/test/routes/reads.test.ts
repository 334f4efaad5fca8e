import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillPath, pathOf, ROUTES, type RouteShape } from '@palatine/contract';
import { sharedService } from '@palatine/testing/start-service';
import { spellingsOf } from '@palatine/testing/worlds';
import { Compile } from 'typebox/compile';

const service = await sharedService({ config: { playerResolution: 'Known' } });

async function get(
  route: RouteShape,
  params: Record<string, string> = {},
): Promise<{ status: number; body: unknown }> {
  const response = await service.fetch(fillPath(route, params));
  return { status: response.status, body: await response.json() };
}

const reads: [string, RouteShape][] = Object.entries(ROUTES).filter(([, route]) => route.method === 'GET');

for (const [name, route] of reads) {
  test(`${name} answers in the shape of the contract for every player of the demo world, without a null`, async () => {
    const check = Compile(route.reply);
    const { Players } = await service.api.getPlayers();
    const guilds = Object.keys(await service.api.getGuilds());
    const param = /:([a-z_]+)/.exec(pathOf(route))?.[1];
    const values =
      param === undefined ? [''] : param === 'guild_id' ? guilds : Players.map(({ PlayerUID }) => PlayerUID);
    let answered = 0;
    for (const value of values) {
      const { status, body } = await get(route, param === undefined ? {} : { [param]: value });
      if (status !== 200) continue; // one player's character is not loaded
      answered++;
      assert.deepEqual([...check.Errors(body)].slice(0, 3), [], value);
      assert.ok(!JSON.stringify(body).includes('null'));
    }
    assert.ok(answered >= values.length - 1, `${answered} of ${values.length} answered`);
  });
}

test('every spelling of a player identifier finds the same player, and the answer keeps the one given', async () => {
  const { Players } = await service.api.getPlayers();
  const player = Players.find(({ Status, UserId }) => Status === 'Online' && UserId !== '');
  assert.ok(player);
  const spellings = spellingsOf(player.PlayerUID);
  const [, , standard = '', , digits = ''] = spellings;
  for (const spelling of [player.UserId, ...spellings, `{${standard}}`]) {
    const reply = await service.api.getPlayer({ params: { player_identifier: spelling } });
    assert.equal(reply.Player.PlayerUID, player.PlayerUID, spelling);
  }
  for (const spelling of [
    player.UserId.toUpperCase(),
    digits.slice(1),
    `(${standard})`,
    player.Name,
    ` ${player.UserId}`,
    '',
  ]) {
    const { status } = await get(ROUTES.getPlayer, { player_identifier: spelling });
    assert.equal(status, 404, spelling);
  }
});

test('every spelling of a guild id finds the same guild; anything else is GUILD_NOT_FOUND', async () => {
  const [id] = Object.keys(await service.api.getGuilds());
  assert.ok(id);
  for (const spelling of spellingsOf(id)) {
    assert.equal((await get(ROUTES.getGuild, { guild_id: spelling })).status, 200, spelling);
  }
  for (const spelling of ['x', id.slice(1), `${id}0`, '00000000-00000000-00000000-00000000', '__proto__']) {
    const { status, body } = await get(ROUTES.getGuild, { guild_id: spelling });
    assert.equal(status, 404, spelling);
    const { Code, Message } = (body as { Error: { Code: string; Message: string } }).Error;
    const isGuid = spelling.startsWith('0000');
    const malformed = `${JSON.stringify(spelling)} is not a guild id (32 hexadecimal digits); names are not identifiers`;
    assert.deepEqual(
      [Code, Message],
      ['GUILD_NOT_FOUND', isGuid ? `no guild has the id ${spelling}` : malformed],
    );
  }
});

test('OnlineCount is the number of entries with Status Online, PlayerCount the length of the list', async () => {
  const { Meta, Players } = await service.api.getPlayers();
  assert.equal(Meta.PlayerCount, Players.length);
  assert.equal(Meta.OnlineCount, Players.filter(({ Status }) => Status === 'Online').length);
  assert.ok(Meta.OnlineCount > 0 && Meta.OnlineCount < Meta.PlayerCount);
  for (const player of Players) if (player.Status === 'Offline') assert.equal(player.IP, '');
});

test('a caller with the current ETag gets 304 without a body', async () => {
  const paths = ['players', 'guilds', 'version', 'banlist'].map((path) => `/v1/pdapi/${path}`);
  const others = [
    '/v1/palatine/catalogue',
    '/v1/palatine/items/Wood/holders',
    '/docs/scalar.js',
    '/openapi.json',
  ];
  for (const path of [...paths, ...others]) {
    const first = await service.fetch(path);
    const etag = first.headers.get('etag');
    assert.match(etag ?? '', /^"[\w-]+"$/);
    for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await service.fetch(path, { headers: { 'if-none-match': header ?? '' } });
      assert.equal(again.status, 304, header ?? '');
      assert.equal(await again.text(), '');
      assert.equal(again.headers.get('etag'), etag);
    }
    const response = await service.fetch(path, { headers: { 'if-none-match': '"other"' } });
    assert.equal(response.status, 200);
  }
});
