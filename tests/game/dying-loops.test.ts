import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { controlSimulation, type ErrorEnvelope } from '@palatine/contract';
import { CLAIMED, type FromWorker, type GameData } from '@palatine/server/game/calls.ts';
import type { StartLoop } from '@palatine/server/game/start-thread.ts';
import { inProcess } from '../harness/in-process.ts';
import { startService, type TestService } from '../harness/start-service.ts';
import { TestClock } from '../harness/test-clock.ts';
import { until } from '../harness/until.ts';

/** The first loop dies when it posts its first message of a kind, and the message with it. */
function firstLoopDiesAt(
  clock: TestClock,
  type: FromWorker['type'],
  onRestart: () => void = () => {},
): StartLoop {
  const start = inProcess(clock);
  let loops = 0;
  return (data, port, onEnd) => {
    loops += 1;
    if (loops > 1) {
      queueMicrotask(onRestart);
      return start(data, port, onEnd);
    }
    const post = port.postMessage.bind(port);
    let dead = false;
    port.postMessage = (message: FromWorker, transfer: ArrayBuffer[]) => {
      if (message.type === type && !dead) {
        dead = true;
        setImmediate(() => void loop.terminate());
      }
      if (!dead) post(message, transfer);
    };
    const loop = start(data, port, onEnd);
    return loop;
  };
}

/** Passes the data that a loop starts with to the test. */
function withData(clock: TestClock, seen: GameData[]): StartLoop {
  const start = inProcess(clock);
  return (data, port, onEnd) => {
    seen.push(data);
    return start(data, port, onEnd);
  };
}

async function post(service: TestService, path: string, body: unknown, key?: string) {
  const response = await service.fetch(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
  const answer = (await response.json()) as Partial<ErrorEnvelope>;
  return { status: response.status, answer, code: answer.Error?.Code, details: answer.Error?.Details };
}

async function messages(service: TestService): Promise<string[]> {
  const { events } = await service.game.eventsSince(0);
  return events.flatMap((event) => (event.type === 'message' ? [event.data.text] : []));
}

const isWrapped = async (service: TestService) =>
  Object.hasOwn((await (await service.fetch('/v1/pdapi/guilds')).json()) as object, 'Meta');

function wrapAnswers(service: TestService): void {
  writeFileSync(join(service.data, 'RESTAPI/RESTConfig.json'), JSON.stringify({ AnswerForm: 'Wrapped' }));
}

test('a write that was stored when the loop died is said to be applied, however full the queue is by then', async () => {
  const clock = new TestClock();
  let fillQueue = () => {};
  await using service = await startService({
    clock,
    startLoop: firstLoopDiesAt(clock, 'outcomes', () => fillQueue()),
    restConfig: { Limits: { 'Max-Queue': 3 } },
  });
  const turnedAway: Promise<unknown>[] = [];
  fillQueue = () => {
    for (let id = 0; id < 3; id++) {
      const query = { name: 'getGuild', params: { guild_id: `${id}` }, form: 'Flat' } as const;
      turnedAway.push(service.game.query(query).catch((error: unknown) => error));
    }
  };
  const { status, code, details } = await post(service, '/v1/pdapi/Broadcast', { Message: 'stored' });
  assert.deepEqual([status, code, details], [500, 'INTERNAL_ERROR', { Applied: true }]);
  assert.equal(turnedAway.length, 3);
  await Promise.all(turnedAway);
  assert.deepEqual(await messages(service), ['stored']);
});

test('a reload that was stored when its loop died is in force before it is answered, with a key or without', async () => {
  for (const key of [undefined, 'reload-1']) {
    const clock = new TestClock();
    await using service = await startService({ clock, startLoop: firstLoopDiesAt(clock, 'settings') });
    wrapAnswers(service);
    const { answer } = await post(service, '/v1/pdapi/ReloadConfig', {}, key);
    assert.deepEqual(answer, { Success: true });
    assert.equal(await isWrapped(service), true);
    assert.equal(service.game.restarts, 1);
  }
});

for (const deaths of [1, 2]) {
  test(`a reload that was begun and not stored is done by a new loop; loops that died: ${deaths}`, async () => {
    const clock = new TestClock();
    const data: GameData[] = [];
    await using service = await startService({ clock, faults: true, startLoop: withData(clock, data) });
    wrapAnswers(service);
    await service.api.call(controlSimulation, { body: { FreezeMs: 60_000 } });
    const reload = post(service, '/v1/pdapi/ReloadConfig', {});
    await until('it waits', () => service.game.queueDepth === 1);
    data[0]?.slotStates.fill(CLAIMED);
    for (let death = 1; death <= deaths; death++) await service.game.kill();
    assert.deepEqual((await reload).answer, { Success: true });
    assert.equal(await isWrapped(service), true);
  });
}

test('a write that was begun and not stored is said not to be applied, and is not', async () => {
  const clock = new TestClock();
  const data: GameData[] = [];
  await using service = await startService({ clock, faults: true, startLoop: withData(clock, data) });
  await service.api.call(controlSimulation, { body: { FreezeMs: 60_000 } });
  const write = post(service, '/v1/pdapi/Broadcast', { Message: 'lost' });
  await until('it waits', () => service.game.queueDepth === 1);
  data[0]?.slotStates.fill(CLAIMED);
  await service.game.kill();
  assert.equal((await write).code, 'SERVER_BUSY');
  assert.deepEqual(await messages(service), []);
});

test('injected faults end with their loop, so no answer says that they are in force', async () => {
  const clock = new TestClock();
  await using service = await startService({
    clock,
    faults: true,
    startLoop: firstLoopDiesAt(clock, 'outcomes'),
  });
  const body = { PlayerManagerAvailable: false };
  const { code, details } = await post(service, '/v1/palatine/simulation', body);
  assert.deepEqual([code, details], ['INTERNAL_ERROR', {}]);
});
