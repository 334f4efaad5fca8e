import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { AuditEntry } from '@palatine/contract';
import { testFolder } from '@palatine/platform/testing';
import { anEmptyProjection } from '@palatine/testing/projection-builder';
import { gatewayAudit, openGatewayDatabase } from './gateway-parts.ts';
import { recordOf } from './projection/rows.ts';

const DAY_MS = 86_400_000;

/** The audit of a gateway whose clock a test sets. */
function anAudit() {
  const folder = testFolder();
  const files = openGatewayDatabase(join(folder, 'gateway.db'));
  const { tables } = anEmptyProjection();
  const clock = { nowMs: 0, now: () => clock.nowMs };
  const projection = {
    newest: (world: string, incarnation: string) => {
      const [events, audit] = [{ id: 0, digest: '' }, tables.newest('audit', world, incarnation)];
      return { has: { incarnation, events, audit } };
    },
    use: <T>(work: (of: typeof tables) => T) => work(tables),
  };
  const audit = gatewayAudit(files, projection, clock, { warn: assert.fail });
  const subject = { Token: 'Admin', IP: '', Route: 'PUT /v1/fleet/lists/:list', Reason: '', request: '' };
  return {
    clock,
    database: files.database,
    add: (Target: string) =>
      audit.add({ ...subject, ...OUTCOME, Target, summary: '', requestId: '', idempotencyKey: '' }),
    targets: () =>
      files.database
        .prepare('select target from audit order by id')
        .all()
        .map(({ target }) => target),
    inProjection: () =>
      tables.auditPage({ worlds: 'all', limit: 10 }).rows.map((row) => recordOf<AuditEntry>(row).Target),
    [Symbol.dispose]() {
      files[Symbol.dispose]();
      tables.close();
    },
  };
}

const OUTCOME = { Outcome: 'OK', Status: 200 } as const;

test('what a gateway did is forgotten after 400 days, and beyond a million entries', () => {
  using audit = anAudit();
  audit.add('first');
  audit.clock.nowMs = 400 * DAY_MS;
  audit.add('second');
  assert.deepEqual(audit.targets(), ['first', 'second']);
  audit.clock.nowMs += 1;
  audit.add('third');
  assert.deepEqual(audit.targets(), ['second', 'third']);
  audit.database.exec("update sqlite_sequence set seq = 1000001 where name = 'audit'");
  audit.add('fourth');
  assert.deepEqual(audit.targets(), ['third', 'fourth']);
  assert.deepEqual(audit.inProjection(), ['fourth', 'third', 'second', 'first']);
});

test('a gateway.db with a trigger of a stranger is refused by name', () => {
  const folder = testFolder();
  const file = join(folder, 'gateway.db');
  const { database, ...files } = openGatewayDatabase(file);
  database.exec('create trigger evil after insert on audit begin delete from audit; end');
  files[Symbol.dispose]();
  assert.throws(() => openGatewayDatabase(file), {
    name: 'ConfigError',
    message: /gateway\.db: it holds the trigger "evil", which Palatine did not write: move it away/,
  });
});
