import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { startService, type TestService } from '@palatine/testing/start-service';
import { createClient } from '../src/index.ts';

/** A proxy that forwards requests and drops the first responses. */
async function lossyLine(target: string, lost: number): Promise<AsyncDisposable & { url: string }> {
  let answered = 0;
  const server = createServer((incoming, outgoing) => {
    const forward = async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const headers = Object.entries(incoming.headers).filter(([name]) => !/^(host|connection)$/.test(name));
      const { status, text } = await forwarded(`${target}${incoming.url}`, {
        method: incoming.method ?? '',
        headers: headers as [string, string][],
        ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
      });
      answered++;
      if (answered <= lost) outgoing.destroy();
      else outgoing.writeHead(status, { 'content-type': 'application/json' }).end(text);
    };
    forward().catch(() => outgoing.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function forwarded(url: string, init: RequestInit): Promise<{ status: number; text: string }> {
  const response = await fetch(url, init);
  return { status: response.status, text: await response.text() };
}

async function timesEmitted(service: TestService, text: string): Promise<number> {
  const events = service.game.reads.eventsSince(0).events as unknown as { data: { text?: string } }[];
  return events.filter(({ data }) => data.text === text).length;
}

const QUICK = { firstDelayMs: 5 };

test('a write whose response is lost is applied once, and the first response arrives finally', async () => {
  await using service = await startService();
  await using line = await lossyLine(service.url, 2);
  const client = createClient({ url: line.url, token: service.token, retry: QUICK });
  assert.deepEqual(await client.broadcast({ body: { Message: 'once' } }), { Success: true });
  assert.equal(await timesEmitted(service, 'once'), 1);
});

test('a canceled write may be sent again later with the key of its error', async () => {
  await using service = await startService();
  await using line = await lossyLine(service.url, 1);
  const client = createClient({ url: line.url, token: service.token, retry: false });
  const body = { Message: 'later' };
  const error = await client.broadcast({ body }).catch((caught: unknown) => caught);
  const { code, idempotencyKey } = error as { code: string; idempotencyKey: string };
  assert.equal(code, 'UNREACHABLE');
  assert.deepEqual(await client.broadcast({ body, idempotencyKey }), { Success: true });
  assert.equal(await timesEmitted(service, 'later'), 1);
});

test('a write that meets a frozen game is applied once it moves again', async () => {
  await using service = await startService({ faults: true, deadlineMs: 100 });
  const client = createClient({
    url: service.url,
    token: service.token,
    retry: { attempts: 8, firstDelayMs: 50 },
  });
  await client.controlSimulation({ body: { FreezeMs: 500 } });
  await assert.rejects(client.broadcast({ body: { Message: 'stuck' }, retry: false }), {
    code: 'REQUEST_TIMEOUT',
  });
  assert.deepEqual(await client.broadcast({ body: { Message: 'moving' } }), { Success: true });
  assert.deepEqual([await timesEmitted(service, 'stuck'), await timesEmitted(service, 'moving')], [0, 1]);
});
