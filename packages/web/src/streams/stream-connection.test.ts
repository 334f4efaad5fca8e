import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { runs } from '@palatine/platform/testing';
import fc from 'fast-check';
import { StreamGzip, StreamMessage } from './stream-connection.ts';

test('messages come out of a gzip stream as they went in, compressed beforehand or not', async () => {
  const long = 'x'.repeat(600);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.string(), fc.boolean(), fc.boolean())), async (parts) => {
      const gzip = new StreamGzip();
      const frames: Buffer[] = [];
      let all = '';
      for (const [text, isLong, beforehand] of parts) {
        const message = new StreamMessage(isLong ? text + long : text);
        if (beforehand) await message.compress();
        frames.push(gzip.frame(message));
        all += message.bytes.toString();
      }
      assert.equal(gunzipSync(Buffer.concat([...frames, gzip.end()])).toString(), all);
    }),
    runs(10),
  );
});

test('a message is part of any stream: watchers who began at different times get the same bytes', async () => {
  const [first, second] = [new StreamMessage('first'.repeat(200)), new StreamMessage('second'.repeat(200))];
  await Promise.all([first.compress(), second.compress()]);
  const [early, late] = [new StreamGzip(), new StreamGzip()];
  const whole = Buffer.concat([early.frame(first), early.frame(second), early.end()]);
  const part = Buffer.concat([late.frame(second), late.end()]);
  assert.equal(gunzipSync(whole).toString(), first.bytes.toString() + second.bytes.toString());
  assert.equal(gunzipSync(part).toString(), second.bytes.toString());
});
