import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testFolder } from '@palatine/platform/testing';
import { startService, type TestService } from '@palatine/testing/start-service';
import { aDemo } from '@palatine/testing/worlds';
import { createClient, type PalatineEvent } from '../src/index.ts';

const say = (service: TestService, Message: string) => service.api.broadcast({ body: { Message } });

/** The texts of the messages up to `last`. */
async function textsUntil(events: AsyncIterable<PalatineEvent>, last: string): Promise<string[]> {
  const texts: string[] = [];
  for await (const event of events) {
    if (event.Type === 'message') texts.push(event.Data.text);
    if (texts.at(-1) === last) break;
  }
  return texts;
}

test('the loop receives the events from its beginning, or from an event on', async () => {
  await using service = await startService();
  await say(service, 'before');
  const connected = Promise.withResolvers<boolean>();
  const texts = textsUntil(service.api.events({ onConnection: connected.resolve }), 'two');
  assert.equal(await connected.promise, true);
  await say(service, 'one');
  await say(service, 'two');
  assert.deepEqual(await texts, ['one', 'two']);
  assert.deepEqual(await textsUntil(service.api.events({ since: 0 }), 'two'), ['before', 'one', 'two']);
  assert.deepEqual(await textsUntil(service.api.events({ since: 1 }), 'two'), ['one', 'two']);
});

test('a restart of the service leaves nothing out', async () => {
  const data = testFolder();
  const first = await startService({ data, world: aDemo().world });
  const port = Number(new URL(first.url).port);
  const client = createClient({
    url: first.url,
    token: first.token,
    retry: { firstDelayMs: 20, maxDelayMs: 100 },
  });
  const texts = textsUntil(client.events({ since: 0 }), 'three');
  await say(first, 'one');
  await say(first, 'two');
  await first.stop();
  const second = await startService({ data, port });
  await say(second, 'three');
  assert.deepEqual(await texts, ['one', 'two', 'three']);
  await second.stop();
});
