import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { EVENT_TYPES, fillPath, getEvents } from '@palatine/contract';
import { backupMade } from '@palatine/testing/backup-made';
import { eventBlocks } from '@palatine/testing/event-blocks';
import { sampleCalls, sendSample } from '@palatine/testing/sample-calls';
import { startService } from '@palatine/testing/start-service';
import { Compile } from 'typebox/compile';

/** A chat line no example sends: the last event of the test. */
const LAST_LINE = 'every example call has been made';

/** Events that happen beside a running game server only: packages/sidecar/test and the tests of the mirror meet them. */
const BESIDE_A_GAME_SERVER = [
  ...['player.leveled', 'pal.caught', 'items.changed', 'guild.changed', 'base.built', 'delivery.pending'],
  ...['delivery.delivered', 'delivery.failed', 'server.state', 'save.stalled', 'save.replaced'],
  ...['maintenance.started', 'maintenance.ended', 'identity.conflict', 'enforcement.failed'],
  'whitelist.unlisted',
];

test('every event that the example calls and a wrong Config.json cause has the shape of its type, and each type of a standalone world occurs', async () => {
  await using service = await startService({ faults: true });
  for (const call of await sampleCalls(service)) {
    if (call.route.stream) continue;
    const response = await sendSample(service, call);
    assert.equal(response.status, 200, `${call.name}: ${await response.text()}`);
  }
  writeFileSync(join(service.data, 'Config.json'), '{');
  assert.deepEqual(await service.api.reloadConfig(), { Success: false });
  await backupMade(service);
  await service.api.broadcast({ body: { Message: LAST_LINE } });

  const types = new Set<string>();
  const shape = Compile(getEvents.reply);
  const stream = await service.fetch(fillPath(getEvents), { headers: { 'last-event-id': '0' } });
  for await (const blocks of eventBlocks(stream)) {
    for (const { type, data } of blocks) {
      assert.deepEqual([...shape.Errors(JSON.parse(data))], [], data);
      types.add(type);
    }
    if (blocks.at(-1)?.data.includes(LAST_LINE)) break;
  }
  assert.deepEqual(
    EVENT_TYPES.filter((type) => !types.has(type)),
    BESIDE_A_GAME_SERVER,
    'an event is caused by an example call, or happens beside a game server only',
  );
});

test('an event with a field too many, too few or of another type does not have the shape', () => {
  const shape = Compile(getEvents.reply);
  const event = {
    Id: 1,
    Time: '2026-07-12T00:00:00.000Z',
    Type: 'player.left',
    Data: { player: { uid: 'A', userId: 'steam_1', name: 'Zoe' }, reason: 'logged out' },
  };
  assert.ok(shape.Check(event));
  assert.ok(!shape.Check({ ...event, Id: 'one' }));
  assert.ok(!shape.Check({ ...event, Type: 'player.joined' }));
  assert.ok(!shape.Check({ ...event, Data: { ...event.Data, more: 1 } }));
  assert.ok(!shape.Check({ ...event, Data: {} }));
});
