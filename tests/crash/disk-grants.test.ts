import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { seededRandom } from '@palatine/world/testing';
import { startProcess } from '../harness/start-process.ts';
import { assertAsExpected, makeFolder, TOKEN } from './crash-rounds.ts';
import { SCARCE_SPACES, spaceFor } from './disk-space.ts';
import { Connection, isApplied, load, type Reply, type Sent, type Service } from './load.ts';
import type { Balances } from './writes.ts';

const WITH_SPACE_MS = 400;
const WITHOUT_SPACE_MS = 1500;
/** The load ends after so much longer, whatever it has seen. */
const LONGEST_MS = 30_000;
const LEAST_READS = 12;

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
    /** Loads for a while, and on until it has seen enough: a busy machine takes longer. */
    const loadFor = (ms: number, prefix: string, isEnough: (sent: readonly Sent[]) => boolean) => {
      const end = Date.now() + ms;
      const until = (sent: readonly Sent[]) =>
        Date.now() > end && (isEnough(sent) || Date.now() > end + LONGEST_MS);
      return load(service, { generators, prefix, random, live, until });
    };

    const before = await loadFor(WITH_SPACE_MS, 'before', hasApplied);
    assert.deepEqual(failures(before), []);

    space.runOut(pid);
    const [without, reads] = await Promise.all([
      loadFor(WITHOUT_SPACE_MS, 'without', (sent) => failures(sent).length > 0),
      keepReading(service, WITHOUT_SPACE_MS),
    ]);
    assert.ok(failures(without).length > 0, 'the space never ran out');
    assert.ok(reads.length >= LEAST_READS);
    const failed = reads.filter(({ status }) => status !== 200);
    assert.deepEqual(failed, []);

    const unstored = failures(without).filter(({ body }) => !/"(REQUEST_TIMEOUT|SERVER_BUSY)"/.test(body));
    assert.equal(await storageFailures(service), unstored.length, 'the metric counts each of them');

    space.comeBack(pid);
    const after = await loadFor(WITH_SPACE_MS, 'after', hasApplied);
    assert.deepEqual(failures(after), []);
    assert.ok(hasApplied(after));

    assert.equal(await program.end('SIGKILL'), 'SIGKILL');
    assertAsExpected(folder, [...before, ...without, ...after], true);
  });
}

function hasApplied(sent: readonly Sent[]): boolean {
  return sent.some(isApplied);
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

/** Reads four routes in turn for a while, and at least LEAST_READS times. */
async function keepReading(service: Service, ms: number): Promise<Reply[]> {
  const connection = new Connection(service);
  const replies: Reply[] = [];
  const end = Date.now() + ms;
  while (Date.now() < end || replies.length < LEAST_READS) {
    for (const path of ['/players', '/guilds', '/banlist', '/version']) {
      replies.push(await connection.request('GET', path));
    }
  }
  connection.close();
  return replies;
}
