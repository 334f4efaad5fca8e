import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byTier, testFolder } from '@palatine/platform/testing';
import { startProcess } from '@palatine/testing/start-process';
import { seededRandom } from '@palatine/world/random';
import { assertAsExpected, makeFolder, TOKEN } from './crash-rounds.ts';
import { load } from './load.ts';

test('SIGTERM under writes ends with code 0, and every answered write is on disk once', async () => {
  const folder = makeFolder(3, testFolder());
  const { data, generators, expected } = folder;
  const random = seededRandom(3);
  for (const round of byTier([1], [1, 2, 3])) {
    await using program = await startProcess(['--data', data, '--no-simulate']);
    let ended: Promise<unknown> | undefined;
    const until = (all: readonly unknown[]) => {
      if (all.length >= 300) ended ??= program.end('SIGTERM');
      return false; // until the service closes the connection
    };
    const live = new Map(expected.balances);
    const service = { url: program.url, token: TOKEN };
    const sent = await load(service, { generators, prefix: `t${round}`, random, live, until });
    assert.equal(await ended, 0, program.output());
    assertAsExpected(folder, sent);
    assert.ok(sent.some(({ replies }) => replies.length > 0));
  }
});
