import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '@palatine/testing/start-service';
import { TestClock } from '@palatine/testing/test-clock';
import { aDemo } from '@palatine/testing/worlds';

test('past events are found by type, player and text, and a new one is there at once', async () => {
  const demo = aDemo();
  await using service = await startService({ world: demo.world });
  await service.api.broadcast({ body: { Message: 'The server restarts' } });
  const body = { Reason: 'afk' };
  await service.api.kickPlayer({ params: { player_identifier: demo.online.userId }, body });
  const messages = await service.api.getPastEvents({ query: { Type: 'message', Text: 'RESTARTS' } });
  assert.deepEqual([messages.Matching, messages.Entries[0]?.Type], [1, 'message']);
  const { Entries } = await service.api.getPastEvents({ query: { Player: demo.online.uid, Limit: 2 } });
  assert.deepEqual(Entries.map(({ Type }) => Type).sort(), ['player.left', 'punishment']);
  await service.api.broadcast({ body: { Message: 'It restarts now' } });
  const again = await service.api.getPastEvents({ query: { Type: 'message', Text: 'RESTARTS' } });
  assert.equal(again.Matching, 2);
});

test('past events are found by their time', async () => {
  const clock = new TestClock();
  await using service = await startService({ world: aDemo().world, clock });
  const marks: string[] = [];
  for (const Message of ['one', 'two', 'three']) {
    marks.push(new Date(clock.now()).toISOString());
    await service.api.broadcast({ body: { Message } });
    clock.advance(60_000);
  }
  const read = async (query: { From?: string; To?: string }) => {
    const { Entries } = await service.api.getPastEvents({ query: { Type: 'message', ...query } });
    return Entries.map(({ Data }) => (Data as { text: string }).text);
  };
  const [, From = '', To = ''] = marks;
  assert.deepEqual(await read({ From }), ['three', 'two']);
  assert.deepEqual(await read({ From, To }), ['two']);
  assert.deepEqual(await read({ To: From }), ['one']);
  await assert.rejects(read({ From: 'yesterday' }), { code: 'VALIDATION_FAILED' });
});

test('a page goes on before the last event of the page before', async () => {
  await using service = await startService({ world: aDemo().world });
  for (const Message of ['one', 'two', 'three']) await service.api.broadcast({ body: { Message } });
  const first = await service.api.getPastEvents({ query: { Type: 'message', Limit: 2 } });
  const { Next: Before = 0 } = first;
  const second = await service.api.getPastEvents({ query: { Type: 'message', Limit: 2, Before } });
  const texts = [...first.Entries, ...second.Entries].map(({ Data }) => (Data as { text: string }).text);
  assert.deepEqual([texts, second.Next], [['three', 'two', 'one'], undefined]);
});

test('a type of event that there is not is refused', async () => {
  await using service = await startService({ world: aDemo().world });
  const request = service.api.getPastEvents({ query: { Type: 'nothing' } });
  await assert.rejects(request, { code: 'VALIDATION_FAILED' });
});
