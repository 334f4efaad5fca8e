import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { byTier, testFolder } from '@palatine/platform/testing';
import { selfSigned } from '@palatine/testing/self-signed';
import { startProcess } from '@palatine/testing/start-process';
import { seededRandom } from '@palatine/world/random';
import { assertAsExpected, makeFolder, prepareData, TOKEN } from './crash-rounds.ts';
import { load } from './load.ts';

test('SIGTERM under writes ends with code 0, and every answered write is on disk once', async () => {
  const folder = makeFolder(3, testFolder());
  const { data, generators, expected } = folder;
  const random = seededRandom(3);
  for (const round of byTier([1], [1, 2, 3])) {
    await using program = await startProcess(['--data', data, '--no-simulate']);
    let ended: Promise<unknown> | undefined;
    const until = (all: readonly unknown[]) => {
      if (all.length >= 300) ended ??= program.end('SIGTERM');
      return false; // until the service closes the connection
    };
    const live = new Map(expected.balances);
    const service = { url: program.url, token: TOKEN };
    const sent = await load(service, { generators, prefix: `t${round}`, random, live, until });
    assert.equal(await ended, 0, program.output());
    assertAsExpected(folder, sent);
    assert.ok(sent.some(({ replies }) => replies.length > 0));
  }
});

const CLIENTS = 20;
/** The first bytes of a ClientHello that announces 512 bytes. */
const HALF_A_HELLO = Buffer.from('1603010200010001fc0303', 'hex');

test('SIGTERM ends with code 0 although callers are silent, half connected, watch, or do not read', async () => {
  const data = testFolder();
  const signed = selfSigned();
  prepareData(data);
  writeFileSync(join(data, 'cert.pem'), signed.cert);
  writeFileSync(join(data, 'key.pem'), signed.key);
  const TLS = { Certificate: 'cert.pem', Key: 'key.pem' };
  writeFileSync(join(data, 'RESTAPI', 'RESTConfig.json'), JSON.stringify({ TLS }));
  await using program = await startProcess(['--data', data]);
  const port = Number(new URL(program.url).port);

  const head = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\n\r\n`;
  const sockets: Socket[] = [];
  for (let client = 0; client < CLIENTS; client++) {
    const silent = connect(port, '127.0.0.1');
    const half = connect(port, '127.0.0.1');
    const watcher = connectTls({ port, host: '127.0.0.1', ca: signed.cert });
    const deaf = connectTls({ port, host: '127.0.0.1', ca: signed.cert });
    sockets.push(silent, half, watcher, deaf);
    half.write(HALF_A_HELLO);
    watcher.write(head('/v1/palatine/events') + head('/docs/scalar.js'));
    deaf.pause().write(head('/docs/scalar.js').repeat(40));
  }
  for (const socket of sockets) socket.on('error', () => {}); // the service cuts them off
  await Promise.all(sockets.map((socket, at) => once(socket, at % 4 < 2 ? 'connect' : 'secureConnect')));
  const [first] = sockets.filter((_, at) => at % 4 === 2);
  if (first !== undefined) await once(first, 'data');

  assert.equal(await program.end('SIGTERM'), 0, program.output());
  for (const socket of sockets) socket.destroy();
});
