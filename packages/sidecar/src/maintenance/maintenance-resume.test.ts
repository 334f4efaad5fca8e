import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { dataPaths } from '@palatine/data-dir/data-folder';
import { checkMaintenance } from '@palatine/server/check-server';
import { aRunner, aServer, assertWhole, maintain } from '@palatine/testing/modeled-maintenance';

const HOUR_MS = 3_600_000;

/** A server after a maintenance, with the journal from the middle of it on disk, as after a kill. */
async function interrupted() {
  const server = aServer();
  const journal = join(server.root, 'maintenance.json');
  let written = '';
  await maintain(server, {
    at(call) {
      if (call === 'backup') written = readFileSync(journal, 'utf8');
    },
  });
  assert.match(written, /"BackingUp"/);
  writeFileSync(journal, written);
  return server;
}

test('a maintenance that was interrupted less than a day ago is resumed', async () => {
  using server = await interrupted();
  server.clock.pass(23 * HOUR_MS);
  const runner = aRunner(server);
  await runner.resume();
  await runner.idle();
  assert.equal(runner.last()?.Outcome, 'Done');
  assert.ok(!readdirSync(server.root).some((name) => name.startsWith('maintenance-')));
  assertWhole(server);
});

for (const [title, change] of [
  ['of another history of the world', (server) => (server.incarnation = 'restored')],
  ['that began more than a day ago', (server) => server.clock.pass(25 * HOUR_MS)],
] as [string, (server: Awaited<ReturnType<typeof interrupted>>) => unknown][]) {
  test(`an interrupted maintenance ${title} is not resumed, and its journal is moved aside`, async () => {
    using server = await interrupted();
    const { stops } = server;
    change(server);
    const notes = server.notes.length;
    const runner = aRunner(server);
    await runner.resume();
    await runner.idle();
    assert.equal(runner.running(), undefined);
    assert.equal(server.stops, stops, 'the server runs on');
    assertWhole(server);
    const last = runner.last();
    assert.equal(last?.Outcome, 'Failed');
    assert.match(last?.Message ?? '', /does not resume it: .* Check that the game server runs/);
    const types = server.notes.slice(notes).map(({ event }) => event?.type);
    assert.deepEqual(types, ['maintenance.ended']);

    const [aside = ''] = readdirSync(server.root).filter((name) => name.startsWith('maintenance-'));
    assert.ok(last?.Message.includes(aside) && existsSync(join(server.root, aside)));
    assert.match(readFileSync(join(server.root, aside), 'utf8'), /"BackingUp"/);
    assert.match(checkMaintenance(dataPaths(server.root))?.found.Message ?? '', new RegExp(aside));

    const again = aRunner(server);
    await again.resume();
    assert.equal(again.running(), undefined, 'at the next start neither');
  });
}
