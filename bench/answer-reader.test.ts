import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnswerReader } from './answer-reader.ts';

function answer(body: string, status = '200 OK', more = ''): string {
  return `HTTP/1.1 ${status}\r\n${more}content-length: ${body.length}\r\nDate: now\r\n\r\n${body}`;
}

function count(reader: AnswerReader, text: string, pieceBytes = text.length): number {
  const bytes = Buffer.from(text);
  let answers = 0;
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const piece = bytes.subarray(at, at + pieceBytes);
    const chunk = Buffer.concat([piece, Buffer.from('left from before\r\n\r\n')]); // a buffer is read into again and again
    answers += reader.take(chunk, piece.length);
  }
  return answers;
}

test('answers are counted whole, however the bytes are cut', () => {
  const text = [answer('four'), answer('a longer one'), answer('x', '200 OK', 'etag: "moved"\r\n')].join('');
  for (let pieceBytes = 1; pieceBytes <= text.length; pieceBytes++) {
    assert.equal(count(new AnswerReader(), text, pieceBytes), 3, `in pieces of ${pieceBytes}`);
  }
});

test('an answer that is not a 200 is an error', () => {
  assert.throws(
    () => count(new AnswerReader(), answer('no', '401 Unauthorized')),
    /not a 200: HTTP\/1.1 401/,
  );
});

test('an answer of another length than the one expected is an error', () => {
  const reader = new AnswerReader(4);
  assert.equal(count(reader, answer('four')), 1);
  assert.throws(() => count(reader, answer('three')), /5 bytes instead of 4/);
});

test('an answer that does not tell its length is an error', () => {
  const text = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
  assert.throws(() => count(new AnswerReader(), text), /without content-length/);
});
