import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { type AuditPage, controlSimulation } from '@palatine/contract';
import { startService, type TestService } from '@palatine/testing/start-service';
import { TestClock } from '@palatine/testing/test-clock';
import { until } from '@palatine/testing/until';

const DEADLINE_MS = 300;

const freeze = (service: TestService, FreezeMs: number) =>
  service.api.call(controlSimulation, { body: { FreezeMs } });

async function broadcast(service: TestService, Message: string): Promise<{ status: number; body: string }> {
  const response = await service.post('/v1/pdapi/Broadcast', { Message });
  return { status: response.status, body: await response.text() };
}

/** Texts of all applied messages. */
async function messages(service: TestService): Promise<string[]> {
  const texts: string[] = [];
  for (let page = service.game.reads.eventsSince(0); page.events.length > 0; ) {
    texts.push(...page.events.flatMap((event) => (event.type === 'message' ? [event.data.text] : [])));
    page = service.game.reads.eventsSince(page.events.at(-1)?.id ?? 0);
  }
  return texts;
}

async function audit(service: TestService, query: string): Promise<AuditPage['Entries']> {
  const response = await service.fetch(`/v1/palatine/audit?${query}`);
  return ((await response.json()) as AuditPage).Entries;
}

test('a thread that stalls past the limit answers 500 REQUEST_TIMEOUT, and nothing is applied then or later', async () => {
  const clock = new TestClock();
  await using service = await startService({ faults: true, deadlineMs: DEADLINE_MS, clock });
  await freeze(service, DEADLINE_MS * 3);
  const write = broadcast(service, 'too late');
  const read = service.fetch('/v1/pdapi/player/steam_1');
  assert.equal((await service.fetch('/v1/pdapi/banlist')).status, 200, 'the ban list is no game work');
  await until('both are queued', () => service.game.writes.queue.depth === 2);
  clock.advance(DEADLINE_MS);
  const { status, body } = await write;
  assert.deepEqual([status, /"Code":"REQUEST_TIMEOUT"/.test(body)], [500, true]);
  assert.equal((await read).status, 500);
  clock.advance(DEADLINE_MS * 2);
  assert.ok(!(await messages(service)).includes('too late'));
  assert.equal((await broadcast(service, 'in time')).status, 200);
  assert.ok((await messages(service)).includes('in time'));
  assert.equal((await audit(service, 'Outcome=REQUEST_TIMEOUT')).length, 1);
});

test('a request that is served within its deadline succeeds, and one at the deadline is refused', async () => {
  const clock = new TestClock();
  await using service = await startService({ faults: true, deadlineMs: DEADLINE_MS, clock });
  await freeze(service, DEADLINE_MS - 1);
  const early = broadcast(service, 'early');
  await until('it waits', () => service.game.writes.queue.depth === 1);
  clock.advance(DEADLINE_MS - 1);
  assert.equal((await early).status, 200);
  await freeze(service, DEADLINE_MS + 1);
  const late = broadcast(service, 'late');
  await until('it waits', () => service.game.writes.queue.depth === 1);
  clock.advance(DEADLINE_MS + 1);
  assert.equal((await late).status, 500);
  assert.deepEqual(await messages(service), ['early']);
});

test('among a thousand requests racing the deadline, every 200 is applied and no 500 is', async () => {
  const clock = new TestClock();
  await using service = await startService({ faults: true, deadlineMs: DEADLINE_MS, clock });
  const statuses = new Map<string, number>();
  for (let round = 0; round < 20; round++) {
    // The game resumes after the deadline of some, and at the deadline of others.
    const pastDeadlineMs = round * 2;
    await freeze(service, DEADLINE_MS + pastDeadlineMs);
    const batch: Promise<unknown>[] = [];
    for (let group = 0; group < 10; group++) {
      for (let index = 0; index < 5; index++) {
        const text = `race ${round} ${group} ${index}`;
        batch.push(broadcast(service, text).then(({ status }) => statuses.set(text, status)));
      }
      await until('all wait', () => service.game.writes.queue.depth === batch.length);
      clock.advance(5);
    }
    for (let ms = 0; ms < DEADLINE_MS; ms += 5) {
      clock.advance(5);
      await turn(); // in which the game runs the queue
    }
    await Promise.all(batch);
  }
  const applied = new Set(await messages(service));
  const counts = { 200: 0, 500: 0 };
  for (const [text, status] of statuses) {
    assert.ok(status === 200 || status === 500, String(status));
    counts[status]++;
    assert.equal(applied.has(text), status === 200, `${text} answered ${status}`);
  }
  assert.equal(counts[200] + counts[500], 1000);
  assert.ok(counts[200] > 50 && counts[500] > 50, `both have to be met: ${JSON.stringify(counts)}`);
});

test('a full queue is 503 SERVER_BUSY with Retry-After, and queued requests are answered', async () => {
  const clock = new TestClock();
  const restConfig = { Limits: { 'Max-Queue': 4 } };
  await using service = await startService({ faults: true, clock, restConfig });
  await freeze(service, 300);
  const requests = Array.from({ length: 12 }, (_, index) => service.fetch(`/v1/pdapi/player/steam_${index}`));
  const busy: Response[] = [];
  for (const request of requests) {
    void request.then((answer) => answer.status === 503 && busy.push(answer));
  }
  await until('eight are refused', () => busy.length === 8);
  assert.equal(service.game.writes.queue.depth, 4);
  assert.equal(busy[0]?.headers.get('retry-after'), '1');
  clock.advance(300);
  const answers = await Promise.all(requests);
  assert.equal(answers.filter(({ status }) => status === 404).length, 4);
});

test('a service with a frozen game can stop', async () => {
  const service = await startService({ faults: true, clock: new TestClock() });
  await freeze(service, 60_000);
  await service[Symbol.asyncDispose](); // the clock does not move: waiting for the thaw would never end
});
