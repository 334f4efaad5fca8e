import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditEntry, AuditPage } from '@palatine/contract';
import { type CheckedService, startChecked } from '@palatine/testing/checked-service';
import { aDemo } from '@palatine/testing/worlds';

/** The newest entry of the audit. */
async function newest(service: CheckedService): Promise<AuditEntry> {
  const { Entries } = await service.json<AuditPage>('/v1/palatine/audit?Limit=1');
  assert.ok(Entries[0]);
  return Entries[0];
}

const post = (service: CheckedService, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  service.post(`/v1/pdapi${path}`, body, { headers });

test('the audit says what each write gave, said or changed', async () => {
  const { world, beginner, online } = aDemo();
  await using service = await startChecked({ world });
  const [camp] = world.camps.values();
  const player = beginner.userId;
  const writes: [path: string, body: unknown, summary: string | RegExp][] = [
    [
      `/give/items/${player}`,
      { Items: ['palsphere', 'Wood', 'PalSphere'].map((ItemID, at) => ({ ItemID, Count: at + 1 })) },
      '4 × PalSphere, 2 × Wood',
    ],
    [
      `/give/pals/${player}`,
      { Pals: [1, 2, 1].map((Level) => ({ PalID: 'SheepBall', Level })) },
      '2 × Sheepball level 1, Sheepball level 2',
    ],
    [
      `/give/paleggs/${player}`,
      { PalEggs: [{ EggID: 'PalEgg_Normal_01', PalID: 'ChickenPal', Level: 3 }] },
      'PalEgg_Normal_01 with ChickenPal level 3',
    ],
    [
      `/give/progression/${player}`,
      { EXP: 500, TechnologyPoints: 1, AncientTechnologyPoints: 2, Lifmunks: 1, Relics: { CapturePower: 2 } },
      '500 EXP, 1 technology point, 2 ancient technology points, 3 × relic CapturePower',
    ],
    [`/learntech/${player}`, { Technology: ['workbench', 'PalBox'] }, 'learnt Workbench, PALBOX'],
    [`/learntech/${player}`, { Technology: 'PalBox' }, 'nothing changed'],
    [`/forgettech/${player}`, { Technology: 'PalBox' }, 'forgotten PALBOX'],
    [
      '/give',
      { UserID: player, Techs: ['PalBox'], Items: [{ ItemID: 'Wood', Count: 5 }], EXP: 1 },
      'learnt PALBOX, 5 × Wood, 1 EXP',
    ],
    ['/summon/pal', { PalID: 'SheepBall', Level: 5, X: 1, Y: 2, Z: 3 }, 'Sheepball level 5 at 1, 2, 3'],
    ['/Broadcast', { Message: 'Restart at five', Sender: 'Zoë' }, 'Broadcast from Zoë: Restart at five'],
    ['/Alert', { Message: 'Raid!' }, 'Alert: Raid!'],
    [
      '/SendPlayerMessage',
      { SendType: 'PlayerChat', UserIDs: [player, online.userId], Message: 'Hi' },
      'PlayerChat from Server: Hi',
    ],
    [`/kick/${player}`, {}, ''],
    ['/ban/steam_99', { Reason: 'duping' }, 'duping'],
    ['/unban/steam_99', { Reason: 'appeal' }, 'appeal'],
    [`/ban/${online.userId}`, { IP: true, Reason: 'twice' }, /^with the address [\d.]+, twice$/],
    ['/banip/192.0.2.9', { UserId: 'steam_99', Reason: 'bot' }, 'address of steam_99, bot'],
    ['/unbanip/192.0.2.9', {}, ''],
    [`/deletebase/${camp?.id}`, {}, /^Base camp of the guild .* at map position .* Pals?, \d+ objects/],
    ['/ReloadConfig', {}, 'settings and ban list read again'],
  ];
  for (const [path, body, summary] of writes) {
    const response = await post(service, path, body);
    assert.equal(response.status, 200, `${path}: ${await response.text()}`);
    const entry = await newest(service);
    if (typeof summary === 'string') assert.equal(entry.Summary, summary, path);
    else assert.match(entry.Summary, summary, path);
  }
});

test('an entry names the player, the request, the key and the event', async () => {
  const { world, beginner, offline } = aDemo();
  await using service = await startChecked({ world });
  const give = (target: string, headers: Record<string, string>) =>
    post(service, `/give/items/${target}`, { Items: [{ ItemID: 'Wood', Count: 1 }] }, headers);
  await service.events();
  await give(beginner.uid, { 'x-request-id': 'order-7', 'idempotency-key': 'ord-7' });
  const [event] = await service.events();
  const applied = await newest(service);
  const expected = [beginner.uid, beginner.userId, beginner.name, beginner.uid];
  assert.deepEqual([applied.PlayerUid, applied.PlayerUserId, applied.PlayerName, applied.Target], expected);
  const actual = [applied.Request, applied.IdempotencyKey, applied.EventId];
  assert.deepEqual(actual, ['order-7', 'ord-7', event?.id]);

  const again = await give(beginner.uid, { 'idempotency-key': 'ord-7' });
  const replayed = await newest(service);
  assert.deepEqual([replayed.Outcome, replayed.Summary], ['REPLAYED', '1 × Wood']);
  assert.equal(replayed.Request, again.headers.get('x-request-id'));
  assert.ok(!('EventId' in replayed), 'nothing came of it');

  const refused = await give(offline.userId, {});
  const { Outcome, Summary, PlayerName, Request, ...rest } = await newest(service);
  assert.deepEqual([Outcome, Summary, PlayerName], ['REQUEST_FAILED', '1 × Wood', offline.name]);
  assert.equal(Request, refused.headers.get('x-request-id'));
  assert.ok(!('IdempotencyKey' in rest) && !('EventId' in rest));
});

test('a write that is refused before the game says what the request asked for, and whom', async () => {
  const { world, beginner } = aDemo();
  await using service = await startChecked({ world });
  const reader = service.addToken('REST.Version.Read');
  await post(service, `/give/items/${beginner.userId}`, { Items: [{ ItemID: 'Wood', Count: 0 }] });
  const invalid = await newest(service);
  const expected = ['VALIDATION_FAILED', '0 × Wood', beginner.uid];
  assert.deepEqual([invalid.Outcome, invalid.Summary, invalid.PlayerUid], expected);
  await service.post(`/v1/pdapi/kick/${beginner.userId}`, undefined, { authorization: `Bearer ${reader}` });
  const { Outcome, PlayerName, Summary } = await newest(service);
  assert.deepEqual([Outcome, PlayerName, Summary], ['MISSING_PERMISSION', beginner.name, '']);
});

test('a summary is bounded, and holds only fields that its route has', async () => {
  const { world, beginner } = aDemo();
  await using service = await startChecked({ world });
  await post(service, '/Broadcast', { Message: `${'😀'.repeat(2000)}` });
  const { Summary } = await newest(service);
  assert.ok(Summary.length <= 513 && Summary.length > 400, `${Summary.length}`);
  assert.ok(Summary.isWellFormed());
  const Items = Array.from({ length: 900 }, (_, at) => ({ ItemID: `Nothing${at}`, Count: 1 }));
  await post(service, `/give/items/${beginner.userId}`, { Items, Password: 'hunter2', Message: 'hunter2' });
  const many = await newest(service);
  assert.match(many.Summary, /^1 × Nothing0, .* and \d+ more$/);
  assert.ok(many.Summary.length <= 512, `${many.Summary.length}`);
  assert.ok(!JSON.stringify(many).includes('hunter2'));
});
