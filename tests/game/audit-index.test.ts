import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { AuditPage } from '@palatine/contract';
import { INDEXED_AT_ONCE } from '@palatine/server/store/audit-index.ts';
import { startService, type TestService } from '../harness/start-service.ts';
import { TestClock } from '../harness/test-clock.ts';

/** What the index lacks, read past the service. */
function unindexed(service: TestService): number {
  using database = new DatabaseSync(join(service.data, 'world.db'), { readOnly: true });
  const { rows } = database
    .prepare(
      `select count(*) as rows from audit where not exists
         (select 1 from auditValues where field = 'token' and text = audit.token and entry = audit.id)`,
    )
    .get() as { rows: number };
  return rows;
}

async function broadcast(service: TestService, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 64) {
    const some = Array.from({ length: Math.min(64, count - sent) }, () =>
      service.api.broadcast({ body: { Message: 'hello' } }),
    );
    await Promise.all(some);
  }
}

async function countOf(service: TestService, filter: string): Promise<number> {
  for (let [count, cursor] = [0, '']; ; ) {
    const response = await service.fetch(`/v1/palatine/audit?${filter}&Limit=500${cursor}`);
    const { Entries, Next } = (await response.json()) as AuditPage;
    count += Entries.length;
    if (Next === undefined) return count;
    cursor = `&Cursor=${Next}`;
  }
}

test('entries of the audit are found at once, and are in its index once there are many or nobody writes', async () => {
  const clock = new TestClock();
  await using service = await startService({ clock });
  const { Entries } = (await (await service.fetch('/v1/palatine/audit?Limit=500')).json()) as AuditPage;
  const before = Entries.length;
  await broadcast(service, 100);
  assert.ok(unindexed(service) >= 100, 'the writes themselves leave the index as it is');
  assert.equal(await countOf(service, 'Route=Broadcast'), 100);
  clock.advance(1000); // the first tick sees that there are some, the next that there are no more
  clock.advance(1000);
  assert.equal(unindexed(service), 0);
  assert.equal(await countOf(service, 'Route=Broadcast'), 100);

  await broadcast(service, INDEXED_AT_ONCE + 50);
  clock.advance(1);
  assert.ok(unindexed(service) <= 100, 'a pass took most of them');
  assert.equal(await countOf(service, 'Route=Broadcast'), INDEXED_AT_ONCE + 150);
  assert.equal(await countOf(service, 'Outcome=OK'), before + INDEXED_AT_ONCE + 150);
});
