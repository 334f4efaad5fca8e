import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Maintenance } from '@palatine/contract';
import { checkSave } from '@palatine/save/check-save';
import { openSave } from '@palatine/save/read-save-folder';
import { logOf } from '@palatine/testing/log-lines';
import { startAttachedService, startOnFastClock } from '@palatine/testing/start-attached-service';
import { until } from '@palatine/testing/until';

const attached = await startOnFastClock({
  stepMs: 10,
  config: { playerResolution: 'Known' },
  server: { Control: { StopTimeoutSeconds: 10, StartTimeoutSeconds: 20 } },
});
after(() => attached[Symbol.asyncDispose]());

const MAX_MS = 90_000;

/** Waits for the end of a maintenance. */
async function ended({ Id }: Maintenance): Promise<Maintenance> {
  let last: Maintenance | undefined;
  const hasEnded = async () => {
    const { Last, Running } = (await attached.service.api.getServer()).Maintenance;
    last = Running === undefined ? Last : undefined;
    return last?.Id === Id;
  };
  await until('the maintenance has ended', hasEnded, MAX_MS);
  return last ?? assert.fail();
}

async function firstPlayer() {
  const { players } = await attached.gameServer.control('audit');
  const [player] = Object.values(players);
  assert.ok(player);
  return { ...player, uid: `${player.playerId.slice(0, 8)}-00000000-00000000-00000000` };
}

test('pending deliveries are in the game after a maintenance, and only then in the reads', async () => {
  const { service, gameServer } = attached;
  const { uid, playerId } = await firstPlayer();
  const params = { player_identifier: uid };
  await service.api.giveItems({ params, body: { Items: [{ ItemID: 'PalSphere_Legend', Count: 7 }] } });
  await service.api.giveProgression({ params, body: { TechnologyPoints: 3 } });
  const before = await gameServer.control('audit');
  assert.equal(before.players[playerId]?.items.PalSphere_Legend, undefined);

  const { Maintenance: begun } = await service.api.startMaintenance({ body: { Action: 'Deliver' } });
  const end = await ended(begun);
  assert.deepEqual([end.Outcome, end.Delivered], ['Done', 2], end.Message);
  assert.deepEqual([end.Code, end.Values], ['maintenance.inGame', { count: 2 }]);

  const after = await gameServer.control('audit');
  assert.equal(after.players[playerId]?.items.PalSphere_Legend, 7);
  const points = (before.players[playerId]?.technologyPoints ?? 0) + 3;
  assert.equal(after.players[playerId]?.technologyPoints, points);
  assert.ok(after.startedAtMs > before.startedAtMs);
  assert.match(JSON.stringify(await service.api.getItems({ params })), /PalSphere_Legend/);
  const { Deliveries, Meta } = await service.api.getDeliveries();
  assert.deepEqual(Meta, { Pending: 0, Delivering: 0 });
  assert.equal(Deliveries.map(({ State }) => State).join(), 'Delivered,Delivered');
});

test('a server that does not come up with the edited save gets the former one, and is up', async () => {
  const { service, gameServer } = attached;
  const { uid, playerId } = await firstPlayer();
  const held = async () => (await gameServer.control('audit')).players[playerId]?.items.PalSphere ?? 0;
  const before = await held();
  const body = { Items: [{ ItemID: 'PalSphere', Count: 1 }] };
  await service.api.giveItems({ params: { player_identifier: uid }, body });
  const deliver = () => service.api.startMaintenance({ body: { Action: 'Deliver', CountdownSeconds: 0 } });
  const { Maintenance: begun } = await deliver();
  const step = async () => (await service.api.getServer()).Maintenance.Running?.Step;
  await until('the save is edited', async () => (await step()) === 'Editing', MAX_MS);
  await gameServer.control('failBoots', { times: 2 });
  const { Outcome } = await ended(begun);
  await gameServer.control('failBoots', { times: 0 });
  if (Outcome === 'Failed') await gameServer.control('start');
  await until('it is up', async () => (await service.api.getServer()).State === 'Online', MAX_MS);
  const { Pending, Delivering } = (await service.api.getServer()).Deliveries;
  assert.deepEqual([Delivering, await held()], [0, before + 1 - Pending]);
  if (Pending > 0) assert.equal((await ended((await deliver()).Maintenance)).Outcome, 'Done');
  assert.equal(await held(), before + 1);
  assert.deepEqual(checkSave((await openSave(gameServer.saveFolder)).files), []);
});

test('a maintenance is refused while one is running, and can be canceled during its countdown', async () => {
  const { service } = attached;
  await attached.gameServer.control('join', { userId: 'gdk_2535400000000001' });
  await until('somebody is online', async () => (await service.api.getServer()).Roster.Players.length > 0);
  const body = { Action: 'Restart', CountdownSeconds: 600 } as const;
  const { Maintenance: begun } = await service.api.startMaintenance({ body });
  const running = { code: 'MAINTENANCE_RUNNING', status: 409 };
  await assert.rejects(service.api.startMaintenance({ body: { Action: 'Deliver' } }), running);
  let stopAt: string | undefined;
  await until('the countdown has its end', async () => {
    stopAt = (await service.api.getServer()).Maintenance.Running?.StopAt;
    return stopAt !== undefined;
  });
  const leftMs = Date.parse(stopAt ?? '') - Date.parse(begun.StartedAt);
  assert.ok(leftMs >= 600_000, `the players have ${leftMs} ms`);
  assert.equal((await service.api.cancelMaintenance()).Maintenance.StopAt, undefined);
  const canceled = await ended(begun);
  assert.deepEqual([canceled.Outcome, canceled.StopAt], ['Canceled', undefined]);
});

test('a backup of the save is made, listed and restored', async () => {
  const { service, gameServer } = attached;
  const { playerId, items } = await firstPlayer();
  const { Backup } = await service.api.backUpServer();
  const { Backups } = await service.api.getServerBackups();
  assert.ok(Backups.some(({ Name }) => Name === Backup.Name));
  const visitor = { userId: 'gdk_2535400000000002', playerId };
  await gameServer.control('join', visitor);
  await gameServer.control('gainItem', { userId: visitor.userId, itemId: 'Stone', count: 11 });
  const restore = (name: string) =>
    service.api.startMaintenance({ body: { Action: 'Restore', Backup: name, CountdownSeconds: 0 } });
  const { Maintenance: begun } = await restore(Backup.Name);
  const { Outcome, Message } = await ended(begun);
  assert.equal(Outcome, 'Done', Message);
  const { players } = await gameServer.control('audit');
  assert.deepEqual(players[playerId]?.items, items);
  await assert.rejects(restore('../etc'), { code: 'BACKUP_NOT_FOUND' });
});

test('a schedule that nothing carries out is named in the log of the start', async () => {
  const { log, lines } = logOf('warn');
  const server = { Control: { Kind: 'Somebody' }, Maintenance: { EveryHours: 6 } } as const;
  await using started = await startAttachedService({ log, server });
  assert.ok(started.service.url);
  assert.match(
    lines.join(''),
    /Maintenance\.EveryHours cannot restart anything: with Control\.Kind Somebody/,
  );
});
