import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { logOf } from '@palatine/testing/log-lines';
import { sharedService } from '@palatine/testing/start-service';
import { BROADCAST_LINE, broadcast, codeOf, exchange, head, VERSION_LINE } from './wire.ts';

const { log, lines } = logOf('error');
const service = await sharedService({ log, timeouts: { headMs: 500, requestMs: 800 } });
afterEach(async () => {
  assert.deepEqual(lines.splice(0), [], 'the service logged no error');
  assert.equal((await service.fetch('/v1/pdapi/version')).status, 200);
});

/** The texts broadcast since the last call. */
async function newBroadcasts(): Promise<string[]> {
  const { events } = service.game.reads.eventsSince(lastEvent);
  lastEvent = events.at(-1)?.id ?? lastEvent;
  return events.map(({ data }) => (data as { text?: string }).text ?? '');
}
let lastEvent = 0;

/** The service whose timeouts large bodies do not pass on a busy machine. */
const patient = await sharedService({ log });

const SMUGGLED = broadcast('smuggled');
const CHUNKED = 'Transfer-Encoding: chunked';

/** Each frames its body so that two parsers may disagree about its end. */
const FRAMINGS: [why: string, ...headers: string[]][] = [
  ['both lengths', 'Content-Length: 4', CHUNKED],
  ['both lengths, the other way round', CHUNKED, 'Content-Length: 4'],
  ['both lengths, the coding obscured', 'Content-Length: 4', 'Transfer-Encoding : chunked'],
  ['a coding after a space', 'Content-Length: 4', ' Transfer-Encoding: chunked'],
  ['a coding after a tab', 'Content-Length: 4', 'Transfer-Encoding:\tchunked'],
  ['a coding after a vertical tab', 'Content-Length: 4', 'Transfer-Encoding:\x0bchunked'],
  ['a coding in quotes', 'Content-Length: 4', 'Transfer-Encoding: "chunked"'],
  ['a coding that is folded', 'Content-Length: 4', 'Transfer-Encoding:\r\n chunked'],
  ['a coding behind a bare CR', 'Content-Length: 4', 'X: y\rTransfer-Encoding: chunked'],
  ['a coding behind a bare LF', 'Content-Length: 4', 'X: y\nTransfer-Encoding: chunked'],
  ['a coding behind a NUL', 'Content-Length: 4', 'X: y\0Transfer-Encoding: chunked'],
  ['an unknown coding', 'Transfer-Encoding: xchunked'],
  ['identity', 'Transfer-Encoding: identity'],
  ['chunked before identity', 'Transfer-Encoding: chunked, identity'],
  ['chunked twice', 'Transfer-Encoding: chunked, chunked', 'Content-Length: 4'],
  ['two codings, the last not chunked', CHUNKED, 'Transfer-Encoding: gzip'],
  ['two lengths', 'Content-Length: 4', 'Content-Length: 40'],
  ['two lengths in one', 'Content-Length: 4, 40'],
  ['the same length twice in one', 'Content-Length: 4, 4'],
  ['a negative length', 'Content-Length: -4'],
  ['a signed length', 'Content-Length: +4'],
  ['a hexadecimal length', 'Content-Length: 0x4'],
  ['a fractional length', 'Content-Length: 4.0'],
  ['a length with an exponent', 'Content-Length: 1e1'],
  ['a length in two words', 'Content-Length: 4 0'],
  ['a length beyond 64 bits', 'Content-Length: 18446744073709551617'],
  ['an empty length', 'Content-Length: '],
  ['a length with a space before its colon', 'Content-Length : 4'],
  ['a length behind a NUL', 'Content-\0Length: 4'],
];

for (const [why, ...headers] of FRAMINGS) {
  for (const line of [VERSION_LINE, BROADCAST_LINE]) {
    test(`${why}: a request hidden in the body of ${line.split(' ')[0]} is refused, not run`, async () => {
      const { answers, closed } = await exchange(
        service.url,
        `${head(line, ...headers)}0\r\n\r\n${SMUGGLED}`,
      );
      assert.ok(closed);
      assert.ok(answers.length <= 1);
      for (const answer of answers) assert.notEqual(codeOf(answer), 'OK');
      assert.deepEqual(await newBroadcasts(), []);
    });
  }
}

const WHOLE = '{"Message":"chunk"}';
const CHUNK = `${WHOLE.length.toString(16)}\r\n${WHOLE}\r\n`;

const CHUNKS: [why: string, body: string][] = [
  ['a size that is no number', `zz\r\n${WHOLE}\r\n0\r\n\r\n`],
  ['a negative size', `-5\r\n${WHOLE}\r\n0\r\n\r\n`],
  ['a size with 0x', `0x13\r\n${WHOLE}\r\n0\r\n\r\n`],
  ['a size beyond 64 bits', `10000000000000013\r\n${WHOLE}\r\n0\r\n\r\n`],
  ['a size in two words', `1 3\r\n${WHOLE}\r\n0\r\n\r\n`],
  ['an empty size', `\r\n${WHOLE}\r\n0\r\n\r\n`],
  ['a size too small', `12\r\n${WHOLE}\r\n0\r\n\r\n`],
  ['a size too large', `20\r\n${WHOLE}\r\n0\r\n\r\n`],
  ['no line end after a chunk', `13\r\n${WHOLE}0\r\n\r\n`],
  ['a bare LF after a size', `13\n${WHOLE}\r\n0\r\n\r\n`],
  ['a bare LF after a chunk', `13\r\n${WHOLE}\n0\r\n\r\n`],
  ['a huge extension', `13;${'x'.repeat(100_000)}\r\n${WHOLE}\r\n0\r\n\r\n`],
  ['an extension with a bare LF', `13;a\nb\r\n${WHOLE}\r\n0\r\n\r\n`],
  ['huge trailers', `${CHUNK}0\r\n${'X: y\r\n'.repeat(10_000)}\r\n`],
  ['a trailer without a colon', `${CHUNK}0\r\nnonsense\r\n\r\n`],
  ['no last chunk', CHUNK],
  ['half a last chunk', `${CHUNK}0\r\n`],
];

for (const [why, body] of CHUNKS) {
  test(`${why}: a chunked body is refused, nothing is broadcast, and the bytes after it are not run`, async () => {
    const { answers, closed } = await exchange(
      service.url,
      head(BROADCAST_LINE, CHUNKED) + body + SMUGGLED.slice(0, 4),
    );
    assert.ok(closed);
    assert.ok(answers.length <= 1);
    for (const answer of answers) assert.notEqual(codeOf(answer), 'OK');
    assert.deepEqual(await newBroadcasts(), []);
  });
}

test('valid chunks are a body, whatever their extensions and trailers hold', async () => {
  const body = `13;a=b;c="d"\r\n${WHOLE}\r\n0\r\nAuthorization: Bearer other\r\nX-Trailer: y\r\n\r\n`;
  const { answers } = await exchange(service.url, head(BROADCAST_LINE, CHUNKED) + body, { until: 1 });
  assert.deepEqual(answers.map(codeOf), ['OK']);
  assert.deepEqual(await newBroadcasts(), ['chunk']);
});

test('a length given twice alike is refused, and no request hides behind it', async () => {
  const twice = head(BROADCAST_LINE, `Content-Length: ${WHOLE.length}`, `Content-Length: ${WHOLE.length}`);
  const { answers } = await exchange(service.url, twice + WHOLE, { until: 1 });
  assert.deepEqual(answers.map(codeOf), ['INVALID_REQUEST']);
  assert.deepEqual(await newBroadcasts(), []);
});

test('a request after an oversized body is answered after it', async () => {
  const large = 'x'.repeat(2 * 1024 * 1024);
  const requests = [head(BROADCAST_LINE, `Content-Length: ${large.length}`), large, head(VERSION_LINE)].join(
    '',
  );
  const { answers } = await exchange(patient.url, requests, { until: 2 });
  assert.deepEqual(answers.map(codeOf), ['PAYLOAD_TOO_LARGE', 'OK']);
});

test('a request hidden in an oversized body is not run', async () => {
  const large = SMUGGLED.repeat(12_000);
  for (const framed of [
    head(BROADCAST_LINE, `Content-Length: ${large.length}`) + large,
    `${head(BROADCAST_LINE, CHUNKED)}${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`,
  ]) {
    const { answers } = await exchange(patient.url, framed + head(VERSION_LINE), { until: 2 });
    assert.deepEqual(answers.map(codeOf), ['PAYLOAD_TOO_LARGE', 'OK']);
  }
  const { events } = patient.game.reads.eventsSince(0);
  assert.ok(!events.some(({ data }) => 'text' in data));
});
