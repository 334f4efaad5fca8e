import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { startProcess } from '../harness/start-process.ts';
import { checkRemains, makeFolder, TOKEN } from './crash-rounds.ts';
import { SCARCE_SPACES, type ScarceSpace } from './disk-space.ts';
import { Connection, isApplied, load, type Reply, type Sent, type Service } from './load.ts';
import { type Balances, randomOf } from './writes.ts';

const WITH_SPACE_MS = 400;
const WITHOUT_SPACE_MS = 1500;

for (const [name, make] of SCARCE_SPACES) {
  test(`${name}: clear answers, nothing half done, reads go on, and writes again once space is back`, async (t) => {
    let made: ScarceSpace;
    try {
      made = make();
    } catch (error) {
      return t.skip((error as Error).message);
    }
    using space = made;
    const folder = makeFolder(1, join(space.folder, 'data'));
    await using program = await startProcess(['--data', folder.data, '--no-simulate']);
    const pid = program.child.pid as number; // it has started
    const service = { url: program.url, token: TOKEN };
    const live: Balances = new Map(folder.ledger.holdings);
    const random = randomOf(1);
    const fireFor = (ms: number, prefix: string) => {
      const end = Date.now() + ms;
      return load(service, { makers: folder.makers, prefix, random, live, until: () => Date.now() > end });
    };

    const before = await fireFor(WITH_SPACE_MS, 'before');
    assert.deepEqual(failures(before), []);

    space.runOut(pid);
    const [without, reads] = await Promise.all([
      fireFor(WITHOUT_SPACE_MS, 'without'),
      keepReading(service, WITHOUT_SPACE_MS),
    ]);
    assert.ok(failures(without).length > 0, 'the space never ran out');
    assert.ok(reads.length > 10);
    assert.deepEqual(
      reads.filter(({ status }) => status !== 200),
      [],
    );

    space.comeBack(pid);
    const after = await fireFor(WITH_SPACE_MS, 'after');
    assert.deepEqual(failures(after), []);
    assert.ok(after.filter(isApplied).length > 0);

    assert.equal(await program.end('SIGKILL'), 'SIGKILL');
    checkRemains(folder, [...before, ...without, ...after], true);
  });
}

/** Replies that say the machine could not do it. */
function failures(sent: readonly Sent[]): Reply[] {
  return sent.flatMap(({ replies }) => replies.filter(({ status }) => status >= 500));
}

/** Asks for what is known and for what is not, one after the other. */
async function keepReading(service: Service, ms: number): Promise<Reply[]> {
  const connection = new Connection(service);
  const replies: Reply[] = [];
  const end = Date.now() + ms;
  while (Date.now() < end) {
    for (const path of ['/players', '/guilds', '/banlist', '/version']) {
      replies.push(await connection.ask('GET', path));
    }
  }
  connection.close();
  return replies;
}
