import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SEND_PERMISSIONS, SEND_TYPES } from '@palatine/contract';
import { type CheckedService, sharedChecked } from '@palatine/testing/checked-service';
import { pluck } from '@palatine/testing/pluck';
import { aDemo, spellingsOf, testImported } from '@palatine/testing/worlds';

const demo = aDemo();
const { showcase, stuffed, loner, newcomer, offline } = demo;

const service = await sharedChecked({ world: demo.world });

const chat = (more: object) => ({ SendType: 'PlayerChat', Message: 'Hello', ...more });

async function heard(on: CheckedService = service): Promise<Record<string, unknown>[]> {
  const events = await on.events();
  assert.ok(events.every(({ type }) => type === 'message'));
  return events.map(({ data }) => data);
}

for (const SendType of SEND_TYPES) {
  test(`${SendType} is sent to one or several, by either identifier, and to nobody else`, async () => {
    await service.events();
    const say = (more: object) =>
      service.succeeds('sendPlayerMessage', { body: { SendType, Message: 'Hi\n😀', ...more } });
    assert.deepEqual(await say({ UserID: loner.userId }), { Success: true, SentCount: 1 });
    for (const spelling of spellingsOf(loner.uid)) await say({ UserID: spelling, Sender: 'Zoe' });
    const several = [showcase.userId, stuffed.uid, newcomer.userId];
    assert.deepEqual(await say({ UserIDs: several, Sender: '' }), { Success: true, SentCount: 3 });
    const sent = { sendType: SendType, text: 'Hi\n😀' };
    const to = (sender: string, ...recipients: string[]) => ({ ...sent, sender, recipients });
    assert.deepEqual(await heard(), [
      to('Server', loner.userId),
      ...spellingsOf(loner.uid).map(() => to('Zoe', loner.userId)),
      to('Server', showcase.userId, stuffed.userId, newcomer.userId),
    ]);
  });
}

test('a broadcast and an alert are for everyone', async () => {
  await service.events();
  assert.deepEqual(await service.succeeds('broadcast', { body: { Message: 'one' } }), { Success: true });
  await service.succeeds('broadcast', { body: { Message: 'two', Sender: 'Zoe' } });
  const alert = { body: { Message: 'three\nlines\n', Sender: 5 } };
  assert.deepEqual(await service.succeeds('alert', alert), { Success: true });
  assert.deepEqual(await heard(), [
    { sendType: 'Broadcast', sender: 'Server', text: 'one', recipients: null },
    { sendType: 'Broadcast', sender: 'Zoe', text: 'two', recipients: null },
    { sendType: 'Alert', sender: 'Server', text: 'three\nlines\n', recipients: null },
  ]);
});

const INVALID: [why: string, body: unknown, at: string][] = [
  ['without SendType', { Message: 'x', UserID: loner.userId }, '/SendType'],
  ['with an empty SendType', chat({ SendType: '', UserID: loner.userId }), '/SendType'],
  ['with an unknown SendType', chat({ SendType: 'PlayerShout', UserID: loner.userId }), '/SendType'],
  ['with a SendType in another case', chat({ SendType: 'playerchat', UserID: loner.userId }), '/SendType'],
  ['without Message', { SendType: 'PlayerChat', UserID: loner.userId }, '/Message'],
  ['with an empty Message', chat({ Message: '', UserID: loner.userId }), '/Message'],
  ['with neither UserID nor UserIDs', chat({}), '/UserID'],
  ['with both UserID and UserIDs', chat({ UserID: loner.userId, UserIDs: [showcase.userId] }), '/UserIDs'],
  ['with an empty UserID', chat({ UserID: '' }), '/UserID'],
  ['with empty UserIDs', chat({ UserIDs: [] }), '/UserIDs'],
  ['with an empty text among UserIDs', chat({ UserIDs: [loner.userId, ''] }), '/UserIDs/1'],
  ['with one of UserIDs twice', chat({ UserIDs: [loner.userId, showcase.userId, loner.userId] }), '/UserIDs'],
  ['with one player twice under two names', chat({ UserIDs: [loner.userId, loner.uid] }), '/UserIDs/1'],
];

for (const [why, body, at] of INVALID) {
  test(`a message ${why}: VALIDATION_FAILED, and nobody receives it`, async () => {
    await service.isRefused('sendPlayerMessage', { body }, 'VALIDATION_FAILED', at);
  });
}

for (const name of ['broadcast', 'alert'] as const) {
  test(`${name} without a message or with an empty one: VALIDATION_FAILED`, async () => {
    for (const body of [{}, { message: 'x' }, { Message: '' }])
      await service.isRefused(name, { body }, 'VALIDATION_FAILED', '/Message');
  });
}

test('one recipient who is not online stops a message to several: PLAYER_NOT_FOUND', async () => {
  for (const absent of [
    offline.userId,
    offline.uid,
    'steam_1',
    loner.userId.toUpperCase(),
    loner.name,
    '__proto__',
  ]) {
    const single = { body: chat({ UserID: absent }) };
    await service.isRefused('sendPlayerMessage', single, 'PLAYER_NOT_FOUND', '/UserID');
    const body = chat({ UserIDs: [loner.userId, absent] });
    await service.isRefused('sendPlayerMessage', { body }, 'PLAYER_NOT_FOUND', '/UserIDs/1');
  }
});

test('a message that cannot be sent reaches nobody', async () => {
  await service.control({ FailNext: ['message', 'alert'] });
  const message = { body: chat({ UserID: loner.userId }) };
  await service.isRefused('sendPlayerMessage', message, 'SEND_MESSAGE_FAILED');
  await service.isRefused('alert', { body: { Message: 'x' } }, 'BROADCAST_ALERT_FAILED');
  await service.succeeds('alert', { body: { Message: 'x' } });
  await service.control({ FailNext: ['message'] });
  await service.isRefused('broadcast', { body: { Message: 'x' } }, 'REQUEST_FAILED');
});

test('each SendType needs its permission, which is asked for after the body is read', async () => {
  for (const SendType of SEND_TYPES) {
    const sendPermission = SEND_PERMISSIONS[SendType];
    const others = Object.values(SEND_PERMISSIONS).filter((permission) => permission !== sendPermission);
    const without = `Bearer ${service.addToken(others)}`;
    const body = chat({ SendType, UserID: loner.userId });
    await service.isRefused('sendPlayerMessage', { raw: '{', authorization: without }, 'INVALID_JSON');
    for (const wrong of [{ Message: '' }, { UserID: undefined }, { UserIDs: [showcase.userId] }]) {
      const broken = { body: { ...body, ...wrong }, authorization: without };
      await service.isRefused('sendPlayerMessage', broken, 'VALIDATION_FAILED');
    }
    for (const UserID of [loner.userId, 'steam_nobody']) {
      const request = { body: { ...body, UserID }, authorization: without };
      const { answer } = await service.isRefused('sendPlayerMessage', request, 'MISSING_PERMISSION');
      assert.ok(JSON.stringify(answer).includes(sendPermission));
    }
    await service.succeeds('sendPlayerMessage', {
      body,
      authorization: `Bearer ${service.addToken(sendPermission)}`,
    });
  }
});

testImported('messages are sent and refused', async (imported) => {
  const { Players } = await imported.succeeds('getPlayers');
  await imported.succeeds('broadcast', { body: { Message: 'one' } });
  await imported.succeeds('alert', { body: { Message: 'two' } });
  assert.deepEqual(pluck(await heard(imported), 'text'), ['one', 'two']);
  for (const { PlayerUID, Status } of Players.slice(0, 3)) {
    const body = chat({ UserID: PlayerUID });
    if (Status === 'Online') await imported.succeeds('sendPlayerMessage', { body });
    else await imported.isRefused('sendPlayerMessage', { body }, 'PLAYER_NOT_FOUND', '/UserID');
  }
  await imported.isRefused('alert', { body: { Message: '' } }, 'VALIDATION_FAILED', '/Message');
});
