import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { DELIVERY_HEADER } from '@palatine/contract';
import { startOnFastClock } from '@palatine/testing/start-attached-service';
import { until } from '@palatine/testing/until';

const attached = await startOnFastClock({ config: { playerResolution: 'Known' } });
after(() => attached[Symbol.asyncDispose]());

const WOOD = { Items: [{ ItemID: 'Wood', Count: 3 }] };

async function somebody(): Promise<string> {
  const { Players } = await attached.service.api.getPlayers();
  const [player] = Players;
  assert.ok(player);
  return player.PlayerUID;
}

const give = (uid: string, headers: Record<string, string> = {}) =>
  attached.service.fetch(`/v1/pdapi/give/items/${uid}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(WOOD),
  });

test('a pending grant has the usual body and a header, and is not visible in reads', async () => {
  const { service } = attached;
  const uid = await somebody();
  const items = await (await service.fetch(`/v1/pdapi/items/${uid}`)).text();
  const response = await give(uid);
  assert.equal(response.status, 200);
  assert.deepEqual(await response.json(), { Granted: { Items: 3 } });
  const [, id] = /^pending; id=([0-9A-F-]{35})$/.exec(response.headers.get(DELIVERY_HEADER) ?? '') ?? [];
  assert.equal(await (await service.fetch(`/v1/pdapi/items/${uid}`)).text(), items);
  const { Meta, Deliveries } = await service.api.getDeliveries();
  assert.equal(Meta.Pending, 1);
  const { Id, State, Summary } = Deliveries[0] ?? {};
  assert.deepEqual([Id, State, Summary], [id, 'Pending', '3 × Wood']);
});

test('a grant repeated with its key is pending once, with the same response', async () => {
  const { service } = attached;
  const uid = await somebody();
  const send = () => give(uid, { 'Idempotency-Key': 'order-1' });
  const { Meta: before } = await service.api.getDeliveries();
  const [first, again] = [await send(), await send()];
  assert.equal(again.headers.get(DELIVERY_HEADER), first.headers.get(DELIVERY_HEADER));
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  const { Meta: now } = await service.api.getDeliveries();
  assert.equal(now.Pending, before.Pending + 1);
});

test('a pending delivery can be canceled once', async () => {
  const { service } = attached;
  const uid = await somebody();
  await service.api.giveItems({ params: { player_identifier: uid }, body: WOOD });
  const { Deliveries } = await service.api.getDeliveries({
    query: { State: 'pending' as 'Pending', Limit: 1 },
  });
  const id = Deliveries[0]?.Id ?? '';
  const { Delivery } = await service.api.cancelDelivery({ params: { id } });
  assert.equal(Delivery.State, 'Canceled');
  const ended = { code: 'DELIVERY_ENDED', status: 409 };
  await assert.rejects(service.api.cancelDelivery({ params: { id } }), ended);
});

test('a write that no running server can do is refused with the reason', async () => {
  const { service } = attached;
  const calls = [
    () => service.api.alert({ body: { Message: 'Hello' } }),
    () => service.api.summonPal({ body: { PalID: 'SheepBall', X: 0, Y: 0, Z: 0 } }),
  ];
  for (const call of calls)
    await assert.rejects(call(), { code: 'REQUEST_FAILED', message: /no interface for this/ });
});

test('the state of the server is returned with its own data', async () => {
  const { service, gameServer } = attached;
  let status = await service.api.getServer();
  await until('the server is online', async () => {
    status = await service.api.getServer();
    return status.State === 'Online' && status.Metrics.FPS !== undefined;
  });
  assert.equal(status.Info.WorldGuid, gameServer.worldGuid);
  assert.equal(status.Deliveries.Mode, 'Queue');
  assert.deepEqual(status.Warnings, []);
  const ini = join(gameServer.root, 'Pal/Saved/Config/LinuxServer/GameUserSettings.ini');
  const text = readFileSync(ini, 'utf8');
  writeFileSync(ini, text.replace(gameServer.worldGuid, 'Isle'));
  const warning = /^GameUserSettings.ini names Isle, .* instead of [0-9A-F]{32}, and deliveries wait; /;
  assert.match((await service.api.getServer()).Warnings[0]?.Message ?? '', warning);
  writeFileSync(ini, text);
});

test('gains of a player are served once the game has saved, and every response has the age of the save', async () => {
  const { service, gameServer } = attached;
  const uid = await somebody();
  const playerId = uid.replaceAll('-', '');
  const userId = 'gdk_2535400000000001';
  await gameServer.control('join', { userId, playerId });
  await gameServer.control('gainItem', { userId, itemId: 'Stone', count: 7 });
  await gameServer.control('save');
  const read = () => service.fetch(`/v1/pdapi/items/${uid}`);
  await until('the stone is served', async () =>
    /"ItemID":"Stone","Count":7/.test(await (await read()).text()),
  );
  const served = await read();
  assert.equal(served.status, 200);
  assert.match(served.headers.get('age') ?? '', /^\d+$/);
  const savedAtMs = Date.parse(served.headers.get('last-modified') ?? '');
  assert.ok(Math.abs(Date.now() - savedAtMs) < 60_000);
  const { Save } = await service.api.getServer();
  assert.deepEqual([Save.Source, Save.Problem], ['Live', '']);
});
