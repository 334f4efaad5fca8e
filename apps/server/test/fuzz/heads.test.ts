import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { logOf } from '@palatine/testing/log-lines';
import { sharedService } from '@palatine/testing/start-service';
import { broadcast, codeOf, exchange, head, VERSION_LINE } from './wire.ts';

const { log, lines } = logOf('error');
const service = await sharedService({ log, timeouts: { headMs: 500, requestMs: 800 } });
afterEach(async () => {
  assert.deepEqual(lines.splice(0), [], 'the service logged no error');
  assert.equal((await service.fetch('/v1/pdapi/version')).status, 200);
});

const AUTHORIZATION = 'Authorization: Bearer test-administrator';
const MANY = Array.from({ length: 3000 }, (_, index) => `${index.toString(36)}:`);

/** Bytes the service must not serve. */
const REFUSED: [why: string, bytes: string | Buffer, status?: number][] = [
  ['nothing but line ends', '\r\n'.repeat(50_000)],
  ['a lone CR', '\r'],
  ['HTTP/0.9', 'GET /v1/pdapi/version\r\n\r\n'],
  ['HTTP/9.9', head('GET /v1/pdapi/version HTTP/9.9'), 400],
  ['an invalid version', head('GET /v1/pdapi/version HTTP/1.x'), 400],
  ['another protocol', head('GET /v1/pdapi/version ICY/1.1'), 400],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0', 400],
  ['a TLS handshake', Buffer.from('160301020001000001fc0303'.padEnd(1000, '0'), 'hex')],
  ['SSH', 'SSH-2.0-OpenSSH_9.9\r\n', 400],
  ['SOCKS', Buffer.from([5, 1, 0])],
  ['a method in lower case', head('get /v1/pdapi/version HTTP/1.1'), 400],
  ['an unknown method', head('FROBNICATE /v1/pdapi/version HTTP/1.1'), 400],
  ['a method of a thousand letters', head(`${'G'.repeat(1000)} / HTTP/1.1`), 400],
  ['a space in the target', head('GET /v1/pdapi/ver sion HTTP/1.1'), 400],
  ['a NUL in the target', head('GET /v1/pdapi/\0version HTTP/1.1'), 400],
  ['bare LF', head(VERSION_LINE).replaceAll('\r\n', '\n'), 400],
  ['a bare LF among line ends', head(VERSION_LINE).replace('\r\n', '\n')],
  ['a NUL in a value', head(VERSION_LINE, 'X: a\0b'), 400],
  ['a NUL in a name', head(VERSION_LINE, 'X\0: a'), 400],
  ['a bare CR in a value', head(VERSION_LINE, 'X: a\rb'), 400],
  ['a DEL in a value', head(VERSION_LINE, 'X: a\x7fb'), 400],
  ['a space before a colon', head(VERSION_LINE, 'X : a'), 400],
  ['a space in a name', head(VERSION_LINE, 'X Y: a'), 400],
  ['an empty name', head(VERSION_LINE, ': a'), 400],
  ['no colon', head(VERSION_LINE, 'nonsense'), 400],
  ['headers of more than 16 KiB', head(VERSION_LINE, `X: ${'x'.repeat(20_000)}`), 431],
  ['headers of a megabyte', head(VERSION_LINE, `X: ${'x'.repeat(1_000_000)}`)],
  ['a target of more than 16 KiB', head(`GET /v1/pdapi/${'x'.repeat(20_000)} HTTP/1.1`), 431],
  ['ten thousand headers', head(VERSION_LINE, ...Array.from({ length: 10_000 }, () => 'X: y')), 431],
  ['no Host', `${VERSION_LINE}\r\n${AUTHORIZATION}\r\n\r\n`, 400],
  ['a host and port for a target', head('CONNECT example.com:443 HTTP/1.1'), 400],
];

for (const [why, bytes, status] of REFUSED) {
  test(`${why}: refused in the envelope, or the connection is closed`, async () => {
    const { answers, closed } = await exchange(service.url, bytes, {
      next: (socket) => (status === undefined ? socket.end() : socket.once('data', () => socket.end())),
    });
    assert.ok(closed);
    assert.ok(answers.length <= 1);
    for (const answer of answers) assert.notEqual(codeOf(answer), 'OK');
    if (status !== undefined) assert.equal(answers[0]?.status, status);
  });
}

/** Unusual requests that are valid all the same. */
const ANSWERED: [why: string, bytes: string, code: string][] = [
  ['a target with a host in front', head('GET http://evil.example/v1/pdapi/version HTTP/1.1'), 'OK'],
  ['a target with another scheme', head('GET ftp://evil.example HTTP/1.1'), 'ROUTE_NOT_FOUND'],
  ['* for a target', head('OPTIONS * HTTP/1.1'), 'ROUTE_NOT_FOUND'],
  ['* for a target of GET', head('GET * HTTP/1.1'), 'ROUTE_NOT_FOUND'],
  ['two slashes in front, as after a base URL', head('GET //v1/pdapi/version HTTP/1.1'), 'OK'],
  ['dots in the path', head('GET /v1/../v1/pdapi/version HTTP/1.1'), 'ROUTE_NOT_FOUND'],
  ['TRACE', head('TRACE /v1/pdapi/version HTTP/1.1'), 'METHOD_NOT_ALLOWED'],
  ['QUERY', head('QUERY /v1/pdapi/version HTTP/1.1'), 'METHOD_NOT_ALLOWED'],
  ['a line end too many in front', `\r\n\r\n${head(VERSION_LINE)}`, 'OK'],
  ['two Hosts', head(VERSION_LINE, 'Host: y'), 'OK'],
  ['names in odd case', head(VERSION_LINE).replace('Authorization', 'aUTHORIZATION'), 'OK'],
  [
    'three thousand short headers, the token last',
    [VERSION_LINE, 'Host: x', ...MANY, AUTHORIZATION, '', ''].join('\r\n'),
    'OK',
  ],
  ['bytes beyond ASCII in a value', head(VERSION_LINE, 'X: \xff\xfe\x80'), 'OK'],
  ['a WebSocket', head(VERSION_LINE, 'Connection: Upgrade', 'Upgrade: websocket'), 'OK'],
  [
    'an upgrade to h2c',
    head(VERSION_LINE, 'Connection: Upgrade', 'Upgrade: h2c', 'HTTP2-Settings: AA'),
    'OK',
  ],
  ['an unknown expectation', head(VERSION_LINE, 'Expect: the-unexpected'), 'OK'],
  ['100-continue', broadcast('expected', 'Expect: 100-continue'), 'OK'],
  ['100-continue without a body', head(VERSION_LINE, 'Expect: 100-continue'), 'OK'],
  ['TE and Trailer', head(VERSION_LINE, 'TE: trailers', 'Trailer: Authorization'), 'OK'],
  ['a length of 0', head(VERSION_LINE, 'Content-Length: 0'), 'OK'],
  ['the token in upper case of Bearer', head(VERSION_LINE).replace('Bearer', 'BEARER'), 'OK'],
  ['a second Authorization, which does not count', head(VERSION_LINE, 'Authorization: Bearer other'), 'OK'],
  [
    'a wrong Authorization before the right one',
    [VERSION_LINE, 'Host: x', 'Authorization: Bearer other', AUTHORIZATION, '', ''].join('\r\n'),
    'INVALID_TOKEN',
  ],
  ['a token of 15 KiB', head(VERSION_LINE).replace('test-', 'x'.repeat(15_000)), 'INVALID_TOKEN'],
  ['a token beyond ASCII', head(VERSION_LINE).replace('test-', '\xf0\x9f\x92\xa9'), 'INVALID_TOKEN'],
  ['a token that is folded', head(VERSION_LINE).replace('Bearer ', 'Bearer\r\n '), 'INVALID_REQUEST'],
];

for (const [why, bytes, code] of ANSWERED) {
  test(`${why}: ${code}`, async () => {
    const { answers } = await exchange(service.url, bytes, { until: 1 });
    assert.equal(answers.length, 1);
    const [answer] = answers.map(codeOf);
    assert.equal(answer, code);
  });
}

test('HTTP/1.0 is answered once, with or without a Host, and the connection is closed', async () => {
  for (const host of ['', 'Host: x\r\n']) {
    const bytes = `GET /v1/pdapi/version HTTP/1.0\r\n${host}${AUTHORIZATION}\r\n\r\n`;
    const { answers, closed } = await exchange(service.url, bytes);
    assert.ok(closed);
    assert.deepEqual(answers.map(codeOf), ['OK']);
  }
});
