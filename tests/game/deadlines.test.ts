import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { controlSimulation } from '@palatine/contract';
import { startService, type TestService } from '../harness/start-service.ts';

const DEADLINE_MS = 300;

let service: TestService;
before(async () => {
  service = await startService({ faults: true, deadlineMs: DEADLINE_MS });
});
after(() => service[Symbol.asyncDispose]());

const freeze = async (FreezeMs: number) => {
  await service.api.call(controlSimulation, { body: { FreezeMs } });
  await delay(20); // the thread freezes after it has answered
};

async function broadcast(Message: string): Promise<number> {
  const response = await service.fetch('/v1/pdapi/Broadcast', {
    method: 'POST',
    body: JSON.stringify({ Message }),
  });
  await response.text();
  return response.status;
}

/** The texts the audit says were applied, and those it says were not. */
async function told(): Promise<string[]> {
  const events = (await service.game.eventsSince('0')).events as unknown as {
    type: string;
    data: { text?: string };
  }[];
  return events.filter(({ type }) => type === 'message').map(({ data }) => data.text ?? '');
}

test('a thread that stalls past the limit answers 500 REQUEST_TIMEOUT, and nothing is applied then or later', async () => {
  await freeze(DEADLINE_MS * 3);
  const started = Date.now();
  const response = await service.fetch('/v1/pdapi/Broadcast', {
    method: 'POST',
    body: JSON.stringify({ Message: 'too late' }),
  });
  const { Error: error } = (await response.json()) as { Error: { Code: string } };
  assert.equal(response.status, 500);
  assert.equal(error.Code, 'REQUEST_TIMEOUT');
  assert.ok(Date.now() - started < DEADLINE_MS * 2);
  const read = await service.fetch('/v1/pdapi/player/steam_1');
  assert.equal(read.status, 500);
  await delay(DEADLINE_MS * 3);
  assert.ok(!(await told()).includes('too late'));
  assert.equal(await broadcast('in time'), 200);
  assert.ok((await told()).includes('in time'));
  const page = await service.fetch('/v1/palatine/audit?Outcome=REQUEST_TIMEOUT');
  const { Entries } = (await page.json()) as { Entries: { Route: string }[] };
  assert.equal(Entries.length, 1);
});

test('of a thousand requests that race the deadline, every 200 is applied and every 500 is not', async () => {
  const statuses = new Map<string, number>();
  for (let round = 0; round < 20; round++) {
    // The thread wakes around the deadline, now a little before it, now a little after.
    await freeze(DEADLINE_MS + 15 + round * 3);
    const batch = Array.from({ length: 50 }, async (_, index) => {
      const text = `race ${round} ${index}`;
      await delay((index % 10) * 5);
      statuses.set(text, await broadcast(text));
    });
    await Promise.all(batch);
  }
  const applied = new Set(await told());
  const counts = { 200: 0, 500: 0 };
  for (const [text, status] of statuses) {
    assert.ok(status === 200 || status === 500, String(status));
    counts[status]++;
    assert.equal(applied.has(text), status === 200, `${text} answered ${status}`);
  }
  assert.equal(counts[200] + counts[500], 1000);
  assert.ok(counts[200] > 50 && counts[500] > 50, `both have to be met: ${JSON.stringify(counts)}`);
});

test('a full queue is 503 SERVER_BUSY with Retry-After, and what waits is answered', async () => {
  await using small = await startService({ faults: true, restConfig: { Limits: { 'Max-Queue': 4 } } });
  await small.api.call(controlSimulation, { body: { FreezeMs: 300 } });
  await delay(20);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => small.fetch(`/v1/pdapi/player/steam_${index}`)),
  );
  const busy = answers.filter(({ status }) => status === 503);
  assert.equal(busy.length, 8);
  assert.equal(busy[0]?.headers.get('retry-after'), '1');
  assert.equal(answers.filter(({ status }) => status === 404).length, 4);
});

test('when the game thread dies, everyone who waits is answered, and it starts again from the store', async () => {
  await using mortal = await startService({ faults: true });
  const before = await mortal.api.getGuilds();
  await mortal.api.broadcast({ body: { Message: 'kept' } });
  await mortal.api.call(controlSimulation, { body: { FreezeMs: 2000 } });
  await delay(20);
  const waiting = Array.from({ length: 10 }, (_, index) => mortal.fetch(`/v1/pdapi/player/steam_${index}`));
  await delay(20);
  await mortal.game.kill();
  assert.equal(mortal.game.ready, false);
  for (const answer of waiting) {
    const { status } = await answer;
    assert.ok(status === 503 || status === 404, String(status));
  }
  assert.deepEqual(await mortal.api.getGuilds(), before);
  assert.equal(mortal.game.ready, true);
  const events = (await mortal.game.eventsSince('0')).events as unknown as { data: { text?: string } }[];
  assert.ok(events.some(({ data }) => data.text === 'kept'));
});
