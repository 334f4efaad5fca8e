import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { PalatineError } from '@palatine/client';
import { createOutbox } from '../outbox/outbox.ts';
import { loadAllTexts } from '../texts/texts.ts';
import type { PlayerTarget } from './action.ts';
import { createRun, type RunTools, tally } from './action-run.ts';
import { ACTIONS } from './action-table.ts';

before(loadAllTexts);

const players = (n: number): PlayerTarget[] =>
  Array.from({ length: n }, (_, at) => ({ kind: 'player', uid: `U${at}`, name: `P${at}`, online: true }));

/** A service that applies each key once, as the real one does. */
function aService() {
  const applied = new Map<string, string>();
  const calls: string[] = [];
  let nowMs = 1000;
  let count = 0;
  const answers: ((uid: string) => unknown)[] = [];
  const outbox = createOutbox({
    storage: { read: () => null, write: () => {} },
    now: () => nowMs,
    issuer: () => 'zoe',
    async call(_route, options) {
      const { params, idempotencyKey } = options as {
        params: { player_identifier: string };
        idempotencyKey: string;
      };
      const uid = params.player_identifier;
      calls.push(uid);
      const answer = answers.shift();
      const result = answer?.(uid);
      if (result instanceof PalatineError) throw result;
      applied.set(idempotencyKey, uid);
      if (result instanceof Error) throw result;
      return { Granted: { Items: 1 } };
    },
  });
  const tools: RunTools = {
    sendAll: outbox.sendAll,
    newKey: () => `key-${count++}`,
    now: () => nowMs,
  };
  return {
    tools,
    calls,
    answers,
    /** Uids that were given, once for each time. */
    given: () => [...applied.values()].toSorted(),
    pass: (ms: number) => (nowMs += ms),
  };
}

const tenSpheres = { items: [{ id: 'PalSphere', count: 10 }] };

test('an action waits until enough is filled in', async () => {
  const { tools, calls } = aService();
  const run = createRun(ACTIONS.giveItems, players(1), {}, tools);
  assert.equal(run.ready.value, false);
  await run.submit();
  assert.deepEqual(calls, []);
  run.draft.value = { ...run.draft.value, items: [{ id: 'PalSphere', count: 0 }] };
  assert.equal(run.ready.value, false);
  run.draft.value = { ...run.draft.value, ...tenSpheres };
  assert.equal(run.ready.value, true);
});

test('level 3 waits for the dry run, and for the name', () => {
  const base = { kind: 'base', id: 'B', name: 'Camp of Mo' } as const;
  const previewing = { ...ACTIONS.deleteBase, preview: async () => [] };
  const run = createRun(previewing, [base], {}, aService().tools);
  run.typed.value = 'camp of mo';
  assert.equal(run.ready.value, false);
  run.preview.value = true;
  assert.equal(run.ready.value, true);
  run.typed.value = 'camp of';
  assert.equal(run.ready.value, false);
});

test('refusals are grouped by their code, the most frequent first', async () => {
  const service = aService();
  const refuse = (code: 'REQUEST_FAILED' | 'GRANT_FAILED') => () =>
    new PalatineError(400, code, `${code} it is`);
  service.answers.push(refuse('GRANT_FAILED'), refuse('REQUEST_FAILED'), refuse('REQUEST_FAILED'));
  const run = createRun(ACTIONS.giveItems, players(5), tenSpheres, service.tools);
  await run.submit();
  const { refused, done, ended } = tally(run.steps.value);
  const actual = refused.map(({ code, targets }) => `${targets.length} ${code}`);
  assert.deepEqual(actual, ['2 REQUEST_FAILED', '1 GRANT_FAILED']);
  assert.deepEqual([done.length, ended], [2, 5]);
});

test('stopping leaves out what has not begun', async () => {
  const service = aService();
  const run = createRun(ACTIONS.giveItems, players(10), tenSpheres, service.tools);
  const running = run.submit();
  run.stop();
  await running;
  const { done, stopped } = tally(run.steps.value);
  assert.equal(done.length + stopped.length, 10);
  assert.ok(stopped.length >= 6, String(stopped.length));
  assert.equal(service.given().length, done.length);
});

test('a refusal of one brings the form back, with a key that the service does not know', async () => {
  const service = aService();
  const refusal = new PalatineError(400, 'VALIDATION_FAILED', 'no such item');
  service.answers.push(() => refusal);
  const run = createRun(ACTIONS.giveItems, players(1), tenSpheres, service.tools);
  const [before] = run.steps.value;
  await run.submit();
  assert.deepEqual([run.phase.value, run.refusal.value], ['form', refusal]);
  assert.notEqual(run.steps.value[0]?.key, before?.key);
  await run.submit();
  assert.deepEqual([run.phase.value, run.refusal.value], ['ended', undefined]);
  assert.deepEqual(service.given(), ['U0']);
});

test('a service that is busy is asked again when it says', async () => {
  const service = aService();
  const busy = new PalatineError(503, 'SERVER_BUSY', 'busy', {}, { retryAfterSeconds: 20 });
  service.answers.push(() => busy);
  const run = createRun(ACTIONS.giveItems, players(1), tenSpheres, service.tools);
  await run.submit();
  assert.equal(run.againAtMs.value, 21_000);
  await run.submit();
  assert.equal(service.calls.length, 1, 'not before');
  service.pass(20_000);
  await run.submit();
  assert.deepEqual(service.given(), ['U0']);
});

test('a message goes to all in one request, of at most as many as the service takes', async () => {
  const { tools } = aService();
  const steps = createRun(ACTIONS.message, players(1001), { message: 'Hello' }, tools).steps.value;
  const lengths = steps.map(({ targets }) => targets.length);
  assert.deepEqual(lengths, [1000, 1]);
});

test('an action without a target never begins', () =>
  assert.equal(createRun(ACTIONS.kick, [], {}, aService().tools).ready.value, false));
