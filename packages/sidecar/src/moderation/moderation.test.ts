import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '@palatine/contract';
import type { Outcome, RefusedEntry } from '@palatine/contract/audit-records';
import type { CommandCall } from '@palatine/engine/calls';
import { aWrite } from '@palatine/testing/delivery-builder';
import type { CommandName } from '@palatine/world/commands';
import pino from 'pino';
import { type CallOutcome, failed, succeeded } from '../rest/outcome.ts';
import { liveWrites } from './moderation.ts';

const REPLIES: Record<string, object> = {
  broadcast: { Success: true },
  alert: { Success: true },
  kickPlayer: { Success: true, UserId: 'gdk_1' },
  banPlayer: { Success: true, UserId: 'gdk_1', IP: false, BannedIP: '', Kicked: 0 },
};

function aCall(name: CommandName, body: object = {}): CommandCall {
  return aWrite(name, { params: { player_identifier: 'gdk_1' }, body }).input;
}

/** Moderation with a game and a game server that record requests. */
function aModeration(alertAs: 'Refuse' | 'Broadcast' = 'Refuse') {
  const asked: string[] = [];
  const audited: RefusedEntry[] = [];
  const timers: (() => void)[] = [];
  const state = {
    server: succeeded(undefined) as CallOutcome<void> | Promise<never>,
    busy: 0,
    state: 'Online' as 'Online' | 'Offline' | 'Paused',
  };
  const ask = (what: string) => {
    asked.push(what);
    return Promise.resolve(state.server);
  };
  const live = liveWrites({
    writes: {
      rehearse: async ({ name }) => ({ reply: REPLIES[name] }),
      note: async () => undefined,
      async run({ name }) {
        asked.push(`record ${name}`);
        state.busy -= 1;
        if (state.busy >= 0) throw new Refusal('SERVER_BUSY');
        return { status: 200, code: 'OK', replayed: false, body: JSON.stringify(REPLIES[name]) };
      },
      audit: (entry) => void audited.push(entry),
    },
    client: { announce: (text) => ask(`announce ${text}`), kick: (userId) => ask(`kick ${userId}`) },
    clock: {
      after: (ms, work) => {
        if (ms < 3000) queueMicrotask(work);
        else timers.push(work);
        return () => {};
      },
    },
    log: pino({ level: 'silent' }),
    kicking: {
      onKicked: (userId) => void asked.push(`watch ${userId}`),
      expel: async () => undefined,
      nameOf: () => 'Zoe',
    },
    banlist: { ban: (userId) => ask(`ban ${userId}`), unban: (userId) => ask(`unban ${userId}`) },
    alertAs,
    serverState: () => state.state,
    announcePunishments: () => false,
  });
  return { live, asked, audited, state, timers };
}

const messageOf = ({ body }: Outcome) => (JSON.parse(body) as { Error: { Message: string } }).Error.Message;

test('a write of the game server is recorded afterwards, and a failed one is not', async () => {
  const { live, asked, audited, state } = aModeration();
  assert.equal((await live(aCall('broadcast', { Message: 'Hello' }))).code, 'OK');
  assert.deepEqual(asked.splice(0), ['announce Hello', 'record broadcast']);
  state.server = failed('unauthorized', 'Unauthorized');
  const outcome = await live(aCall('broadcast', { Message: 'Hello' }));
  assert.deepEqual([outcome.status, outcome.code], [400, 'REQUEST_FAILED']);
  assert.match(messageOf(outcome), /rejects the password of this service; nothing was announced/);
  assert.deepEqual(asked, ['announce Hello']);
  const entries = audited.map(({ Outcome: code, Status, summary }) => [code, Status, summary]);
  assert.deepEqual(entries, [['REQUEST_FAILED', 400, 'Hello']]);
});

test('a successful kick is watched; a failed one is not', async () => {
  const { live, asked, state } = aModeration();
  await live(aCall('kickPlayer'));
  assert.deepEqual(asked.splice(0), ['kick gdk_1', 'record kickPlayer', 'watch gdk_1']);
  for (const kind of ['refused', 'rejected', 'unknown'] as const) {
    state.server = failed(kind, 'x');
    assert.equal((await live(aCall('kickPlayer'))).code, 'REQUEST_FAILED');
    assert.deepEqual(asked.splice(0), ['kick gdk_1']);
  }
});

test('a write is recorded at the second attempt, and not repeated', async () => {
  const { live, asked, state } = aModeration();
  state.busy = 1;
  assert.equal((await live(aCall('broadcast', { Message: 'x' }))).code, 'OK');
  assert.deepEqual(asked.splice(0), ['announce x', 'record broadcast', 'record broadcast']);
  state.busy = 2;
  const done = messageOf(await live(aCall('broadcast', { Message: 'x' })));
  assert.match(done, /has done this.*do not repeat it/);
});

test('a server that is away gets no requests', async () => {
  const { live, asked, state } = aModeration();
  state.state = 'Paused';
  const refused = messageOf(await live(aCall('broadcast', { Message: 'x' })));
  assert.match(refused, /paused while nobody plays; nothing was announced/);
  const ban = await live(aCall('banPlayer'));
  assert.equal(ban.enforcement, 'pending; the game server is paused while nobody plays');
  assert.deepEqual(asked, ['record banPlayer']);
});

test('a ban is recorded first; its response waits at most 3 s for the game server', async () => {
  const { live, asked, state, timers } = aModeration();
  assert.equal((await live(aCall('banPlayer'))).enforcement, 'done');
  assert.deepEqual(asked, ['record banPlayer', 'ban gdk_1']);
  state.server = failed('unknown', 'x');
  const unsure = await live(aCall('banPlayer'));
  assert.equal(unsure.enforcement, 'pending; the game server did not confirm whether it has done this');
  state.server = new Promise<never>(() => {});
  timers.length = 0;
  const late = live(aCall('banPlayer'));
  while (timers.length === 0) await Promise.resolve();
  timers[0]?.();
  assert.equal((await late).enforcement, 'pending; the game server has not responded yet');
});

test('an alert becomes a broadcast only if configured', async () => {
  const refusing = aModeration();
  await refusing.live(aCall('alert', { Message: 'Raid' }));
  assert.deepEqual(refusing.asked, ['record alert'], 'the game refuses it');
  const standing = aModeration('Broadcast');
  await standing.live(aCall('alert', { Message: 'Raid' }));
  assert.deepEqual(standing.asked, ['announce Raid', 'record alert']);
});
