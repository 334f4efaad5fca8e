import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { testFolder } from '@palatine/platform/testing';
import { selfSigned } from '@palatine/testing/self-signed';
import { startProcess } from '@palatine/testing/start-process';

const TOKEN = 'test-administrator';
const CLIENTS = 20;
/** The first bytes of a ClientHello that announces 512 bytes. */
const HALF_A_HELLO = Buffer.from('1603010200010001fc0303', 'hex');

test('SIGTERM ends with code 0 although callers are silent, half connected, watch, or do not read', async () => {
  const data = testFolder();
  const signed = selfSigned();
  mkdirSync(join(data, 'RESTAPI', 'Tokens'), { recursive: true });
  const token = JSON.stringify({ Name: 'Administrator', Token: TOKEN, Permissions: '*' });
  writeFileSync(join(data, 'RESTAPI', 'Tokens', 'Administrator.json'), token);
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
