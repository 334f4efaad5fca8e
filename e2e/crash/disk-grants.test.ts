import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { byTier } from '@palatine/platform/testing';
import type { Balances } from '@palatine/testing/crash-writes';
import { SCARCE_SPACES, spaceFor } from '@palatine/testing/disk-space';
import { startProcess } from '@palatine/testing/start-process';
import { seededRandom } from '@palatine/world/random';
import { assertAsExpected, makeFolder, TOKEN } from './crash-rounds.ts';
import { Connection, isApplied, load, type Reply, type Sent, type Service } from './load.ts';

/** The writes of a load with space; the failed writes and the reads of one without. */
const APPLIED = byTier(100, 200);
const FAILED = byTier(100, 200);
const READS = 12;

for (const [name, make] of SCARCE_SPACES) {
  test(`with ${name}, writes fail in the envelope, none applies in part, reads go on, and writes work once space is back`, async (t) => {
    using space = spaceFor(t, make);
    if (space === undefined) return;
    const folder = makeFolder(1, join(space.folder, 'data'));
    await using program = await startProcess(['--data', folder.data, '--no-simulate']);
    const pid = program.child.pid as number; // it has started
    const service = { url: program.url, token: TOKEN };
    const live: Balances = new Map(folder.expected.balances);
    const random = seededRandom(1);
    const { generators } = folder;
    const loadUntil = (prefix: string, until: (sent: readonly Sent[]) => boolean) =>
      load(service, { generators, prefix, random, live, until });
    const hasApplied = (sent: readonly Sent[]) => sent.filter(isApplied).length >= APPLIED;

    const before = await loadUntil('before', (sent) => hasApplied(sent) || failures(sent).length > 0);
    assert.deepEqual(failures(before), []);

    space.runOut(pid);
    const reads: Reply[] = [];
    let loads = true;
    const [without] = await Promise.all([
      loadUntil('without', (sent) => reads.length >= READS && failures(sent).length >= FAILED).finally(() => {
        loads = false;
      }),
      keepReading(service, reads, () => loads),
    ]);
    assert.ok(failures(without).length >= FAILED, 'the space never ran out');
    assert.ok(reads.length >= READS);
    const failed = reads.filter(({ status }) => status !== 200);
    assert.deepEqual(failed, []);

    const unstored = failures(without).filter(({ body }) => !/"(REQUEST_TIMEOUT|SERVER_BUSY)"/.test(body));
    assert.equal(await storageFailures(service), unstored.length, 'the metric counts each of them');

    space.comeBack(pid);
    const after = await loadUntil('after', (sent) => hasApplied(sent) || failures(sent).length > 0);
    assert.deepEqual(failures(after), []);
    assert.ok(hasApplied(after));

    assert.equal(await program.end('SIGKILL'), 'SIGKILL');
    assertAsExpected(folder, [...before, ...without, ...after], true);
  });
}

/** Replies that report a failure of the machine. */
function failures(sent: readonly Sent[]): Reply[] {
  return sent.flatMap(({ replies }) => replies.filter(({ status }) => status >= 500));
}

/** The metric that the alert for a full disk watches. */
async function storageFailures({ url, token }: Service): Promise<number> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const [, count] =
    /^palatine_storage_failures_total\{of="command"\} (\d+)$/m.exec(await response.text()) ?? [];
  return Number(count);
}

/** Reads four routes in turn. */
async function keepReading(service: Service, replies: Reply[], goesOn: () => boolean): Promise<void> {
  using connection = new Connection(service);
  while (goesOn()) {
    for (const path of ['/players', '/guilds', '/banlist', '/version']) {
      replies.push(await connection.request('GET', path));
    }
  }
}
