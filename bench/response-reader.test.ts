import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ResponseReader } from './response-reader.ts';

function response(body: string, status = '200 OK', more = ''): string {
  return `HTTP/1.1 ${status}\r\n${more}content-length: ${body.length}\r\nDate: now\r\n\r\n${body}`;
}

function count(reader: ResponseReader, text: string, pieceBytes = text.length): number {
  const bytes = Buffer.from(text);
  let responses = 0;
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const piece = bytes.subarray(at, at + pieceBytes);
    const chunk = Buffer.concat([piece, Buffer.from('left from before\r\n\r\n')]); // the generator reuses one buffer
    responses += reader.take(chunk, piece.length);
  }
  return responses;
}

test('complete responses are counted, wherever the bytes are cut', () => {
  const text = [
    response('four'),
    response('a longer one'),
    response('x', '200 OK', 'etag: "moved"\r\n'),
  ].join('');
  for (let pieceBytes = 1; pieceBytes <= text.length; pieceBytes++) {
    assert.equal(count(new ResponseReader(), text, pieceBytes), 3, `in pieces of ${pieceBytes}`);
  }
});

test('a response that is not a 200 is an error', () => {
  assert.throws(
    () => count(new ResponseReader(), response('no', '401 Unauthorized')),
    /not a 200: HTTP\/1.1 401/,
  );
});

test('a response of another length than expected is an error', () => {
  const reader = new ResponseReader(4);
  assert.equal(count(reader, response('four')), 1);
  assert.throws(() => count(reader, response('three')), /5 bytes instead of 4/);
});

test('a response without Content-Length is an error', () => {
  const text = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
  assert.throws(() => count(new ResponseReader(), text), /without content-length/);
});
