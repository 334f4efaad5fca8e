import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { sentence } from '@palatine/contract';
import { dataPaths, writeRunningServer } from '@palatine/data-dir/data-folder';
import { testFolder } from '@palatine/platform/testing';
import { checkPort } from './check-access.ts';

test('a server that was started with another port is looked for where it says that it listens', async () => {
  const folder = testFolder();
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    writeRunningServer(folder, { url: `http://127.0.0.1:${port}`, certificate: undefined });
    assert.deepEqual(await checkPort(dataPaths(folder), true, { address: undefined, port: undefined }), {
      state: 'ok',
      found: sentence('doctor.answers', { address: `127.0.0.1:${port}` }),
    });
  } finally {
    server.close();
  }
});
