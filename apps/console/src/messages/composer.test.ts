import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { PalatineError, UnansweredError } from '@palatine/client';
import type { PlayerRow } from '@palatine/contract';
import { createOutbox } from '../outbox/outbox.ts';
import { loadAllTexts } from '../texts/texts.ts';
import { type Audience, createComposer, onlineGuilds, recipientsOf } from './composer.ts';

before(loadAllTexts);

const player = (Uid: string, more: Partial<PlayerRow> = {}): PlayerRow => ({
  Uid,
  Name: Uid,
  Platform: '',
  Online: true,
  HasPlayerFile: true,
  Banned: false,
  ...more,
});

function aComposer(answers: (Error | undefined)[] = []) {
  const calls: { route: string; body: unknown; key: string }[] = [];
  let count = 0;
  const outbox = createOutbox({
    storage: { read: () => null, write: () => {} },
    now: () => 0,
    issuer: () => 'zoe',
    async call(route, options) {
      const { body, idempotencyKey } = options as { body: unknown; idempotencyKey: string };
      calls.push({ route, body, key: idempotencyKey });
      const answer = answers.shift();
      if (answer !== undefined) throw answer;
      return { Success: true, SentCount: 2 };
    },
  });
  const composer = createComposer({
    sendAll: outbox.sendAll,
    newKey: () => `key-${count++}`,
    now: () => 0,
  });
  composer.online.value = [player('A'), player('B'), player('C')];
  return {
    composer,
    calls,
    write: (message: string) => (composer.draft.value = { ...composer.draft.value, message }),
  };
}

test('a message whose answer was lost keeps its key, and its text until the end is known', async () => {
  const { composer, calls, write } = aComposer([new UnansweredError('UNREACHABLE', 'gone')]);
  write('Hello');
  assert.equal(await composer.send(), undefined);
  assert.equal(composer.draft.value.message, 'Hello');
  assert.equal(composer.ready.value, false, 'nothing else is sent meanwhile');
  assert.notEqual(await composer.again(), undefined);
  assert.equal(calls[0]?.key, calls[1]?.key);
  assert.equal(composer.draft.value.message, '');
});

test('a refused message stays, with what is wrong, and can be sent again', async () => {
  const refusal = new PalatineError(400, 'VALIDATION_FAILED', 'wrong');
  const { composer, write } = aComposer([refusal]);
  write('Hello');
  await composer.send();
  assert.equal(composer.form.value.refusal.value, refusal);
  assert.equal(composer.draft.value.message, 'Hello');
  assert.equal(composer.ready.value, true);
});

const online = [
  player('A', { GuildId: 'G', GuildName: 'Kettle Harbour' }),
  player('B', { GuildId: 'G', GuildName: 'Kettle Harbour' }),
  player('C', { GuildId: 'H', GuildHead: 'espat' }),
  player('D'),
];
const none = { uids: [], guild: '' };
const reached = (audience: Audience, more = {}) =>
  recipientsOf(online, audience, { ...none, ...more }).map(({ Uid }) => Uid);

test('a message reaches its audience, and of chosen players those who are online', () => {
  assert.deepEqual(reached('everybody'), ['A', 'B', 'C', 'D']);
  assert.deepEqual(reached('players', { uids: ['C', 'offline'] }), ['C']);
  assert.deepEqual(reached('guild', { guild: 'G' }), ['A', 'B']);
});

test('players and a guild have to be chosen before a message reaches anyone', () => {
  for (const audience of ['players', 'guild'] as const) assert.deepEqual(reached(audience), []);
});

test('guilds with members online are offered, the fullest first; a nameless one has its head', () =>
  assert.deepEqual(onlineGuilds(online), [
    { id: 'G', name: 'Kettle Harbour', head: '', online: 2 },
    { id: 'H', name: '', head: 'espat', online: 1 },
  ]));
