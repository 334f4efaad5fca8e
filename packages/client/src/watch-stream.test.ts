import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { eventStreamReader, type StreamMessage } from './watch-stream.ts';

function read(bytes: Uint8Array, cuts: readonly number[] = []): StreamMessage[] {
  const reader = eventStreamReader();
  const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return edges.slice(1).flatMap((edge, at) => reader.push(bytes.subarray(edges[at], edge)));
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

test('a message has the last id so far, and its lines of data', () => {
  const messages = read(
    bytesOf('id: 1\nevent: message\ndata: {"a":1}\n\ndata: one\ndata:two\n\n: heartbeat\n\nid: 5\n\n'),
  );
  assert.deepEqual(messages, [
    { id: '1', data: '{"a":1}' },
    { id: '1', data: 'one\ntwo' },
    { id: '5', data: '' },
  ]);
});

test('an incomplete message is not returned', () => assert.deepEqual(read(bytesOf('id: 1\ndata: x\n')), []));

test('neither the cuts between chunks nor the line ends matter', () => {
  const line = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n\0]/g, ''));
  fc.assert(
    fc.property(
      fc.array(fc.record({ id: fc.nat(), data: fc.array(line, { minLength: 1, maxLength: 3 }) })),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.array(fc.nat()),
      (sent, end, cuts) => {
        const text = sent.map(({ id, data }) =>
          [`id: ${id}`, ...data.map((part) => `data: ${part}`), '', ''].join(end),
        );
        // A carriage return at the very end waits for its line feed, so another line follows.
        const expected = sent.map(({ id, data }) => ({ id: String(id), data: data.join('\n') }));
        assert.deepEqual(read(bytesOf(`${text.join('')}: ${end}`), cuts), expected);
      },
    ),
  );
});
