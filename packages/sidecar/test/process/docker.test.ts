import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Clock } from '@palatine/platform/clock';
import { aDockerEngine, CONTAINER } from '@palatine/testing/docker-engine';
import type { ControlSettings, ControlTools } from '../../src/process/control.ts';
import { serverControl } from '../../src/process/server-control.ts';

// Without a real Docker Engine: these calls go to a small server written from its reference.

const root = mkdtempSync(join(tmpdir(), 'docker-')); // socket paths are limited to some 100 characters
after(() => rmSync(root, { recursive: true, force: true }));
let sockets = 0;

const refused = (work: Promise<unknown>, message: RegExp | string) =>
  assert.rejects(work, { name: 'ControlError', message });

function aControl(
  Socket: string,
  settings: Partial<ControlSettings> = {},
  tools: Partial<ControlTools> = {},
) {
  const commands = { Stop: [], Start: [], Status: [], StopTimeoutSeconds: 60, StartTimeoutSeconds: 60 };
  return serverControl({ Kind: 'Docker', Container: CONTAINER, Socket, ...commands, ...settings }, tools);
}

async function onSocket() {
  const path = join(root, `${sockets++}.sock`);
  const engine = await aDockerEngine({ path });
  const { container } = engine;
  return { path, engine, container, [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose]() };
}

test('a container is started and stopped with three calls, and succeeds if the state is reached already', async () => {
  await using at = await onSocket();
  const control = aControl(at.path, { StopTimeoutSeconds: 75 });
  assert.equal(control.isAutomatic, true);
  assert.equal(await control.state(), 'Stopped');
  await control.stop();
  await control.start();
  assert.equal(await control.state(), 'Running');
  await control.start();
  await control.stop();
  assert.equal(await control.state(), 'Stopped');
  assert.deepEqual([...new Set(at.engine.requests)].sort(), [
    `GET /containers/${CONTAINER}/json`,
    `POST /containers/${CONTAINER}/start`,
    `POST /containers/${CONTAINER}/stop?t=75`,
  ]);
});

test('the engine is found by a path, a unix address, and the address of a proxy', async () => {
  await using at = await onSocket();
  assert.equal(await aControl(`unix://${at.path}`).state(), 'Stopped');
  await using proxy = await aDockerEngine({ port: 0, host: '127.0.0.1' });
  await aControl(`tcp://127.0.0.1:${proxy.port}`).start();
  assert.equal(proxy.container.running, true);
});

test('a container that its image has paused is not stopped', async () => {
  await using at = await onSocket();
  at.container.running = true;
  at.container.paused = true;
  assert.equal(await aControl(at.path).state(), 'Running');
});

test('a missing container is reported, and its state is unknown', async () => {
  await using at = await onSocket();
  const control = aControl(at.path, { Container: 'another' });
  assert.equal(await control.state(), 'Unknown');
  await refused(control.stop(), 'Docker has no container another: No such container: another');
});

test('a conflict and an error of the engine are reported in one line', async () => {
  await using at = await onSocket();
  const body = JSON.stringify({ message: `removal is in progress\nstack ${'x'.repeat(1000)}` });
  at.container.answers.set('/start', { status: 409, body });
  await refused(
    aControl(at.path).start(),
    `Docker did not start the container ${CONTAINER} (409: removal is in progress)`,
  );
  at.container.answers.set('/start', { status: 500, body: '<html>'.padEnd(900, 'x') });
  await assert.rejects(aControl(at.path).start(), (error: Error) => error.message.length < 400);
});

test('a proxy that refuses the control is reported with the calls to allow', async () => {
  await using at = await onSocket();
  at.container.answers.set('/stop', { status: 403, body: '' });
  await refused(
    aControl(at.path).stop(),
    /the socket proxy does not let containers be stopped.*allow POST \/containers\/palworld-server\/stop/,
  );
});

test('a timeout of a proxy does not hide that the container has stopped', async () => {
  await using at = await onSocket();
  at.container.running = true;
  at.container.answers.set('/stop', 'break');
  const stopped = aControl(at.path).stop();
  at.container.running = false;
  await stopped;
});

test('a container that still runs after the timeout is a failure', async () => {
  await using at = await onSocket();
  at.container.running = true;
  at.container.answers.set('/stop', { status: 204, body: '' });
  let elapsedMs = 0;
  // A clock on which short waits take no time, and long ones never end.
  const clock: Clock = {
    now: () => elapsedMs,
    elapsed: () => elapsedMs,
    after(ms, work) {
      if (ms > 5000) return () => {};
      const timer = setImmediate(() => {
        elapsedMs += ms;
        work();
      });
      return () => clearImmediate(timer);
    },
    every: () => assert.fail('not needed'),
  };
  await refused(aControl(at.path, {}, { clock }).stop(), /is not stopped 60 seconds after Docker was asked/);
});

test('a socket that is missing, or not Docker, is reported with the next step', async () => {
  const missing = aControl(join(root, 'missing.sock'));
  assert.equal(await missing.state(), 'Unknown');
  await assert.rejects(missing.stop(), {
    name: 'ControlError',
    message: /there is no such socket; is Docker running/,
  });
  const file = join(root, 'file');
  writeFileSync(file, '');
  await refused(aControl(file).start(), /Docker cannot be reached at/);
  await assert.rejects(aControl('tcp://127.0.0.1:1').start(), /nobody listens there/);
});

test('invalid responses about a container leave its state unknown', async () => {
  await using at = await onSocket();
  const control = aControl(at.path);
  const states = ['{"State":"running"}', '{"State":{}}', '{"State":{"Running":"no"}}'];
  for (const body of ['', 'null', '[]', ...states]) {
    at.container.answers.set('/json', { status: 200, body });
    assert.equal(await control.state(), 'Unknown', body);
  }
  const body = `{"State":{"Running":false},"x":"${'x'.repeat(2 ** 20)}"}`;
  at.container.answers.set('/json', { status: 200, body });
  assert.equal(await control.state(), 'Unknown', 'it is larger than any answer of Docker');
  at.container.answers.set('/json', { status: 302, body: '' });
  assert.equal(await control.state(), 'Unknown', 'no redirect is followed');
});

test('only valid names and allowed addresses are accepted', () => {
  const names = ['', '-it', '../x', 'a b', 'a/b', 'a?x', 'a#', 'a%2fb', 'x'.repeat(200), 'ä'];
  for (const Container of names) {
    assert.throws(() => aControl('/run/docker.sock', { Container }), { name: 'ConfigError' }, Container);
  }
  const near = ['//./pipe/docker_engine', '\\\\.\\pipe\\docker_engine', 'npipe:////./pipe/docker_engine'];
  const hosts = ['127.0.0.1:2375', 'socket-proxy:2375', '10.0.0.4', '[::1]:2375', 'localhost'];
  for (const socket of [...near, ...hosts.map((host) => `tcp://${host}`)]) aControl(socket);
  const far = [
    'tcp://8.8.8.8:2375',
    'tcp://example.com:2375',
    'tcp://172.32.0.1',
    'tcp://[2001:db8::1]:2375',
  ];
  const urls = ['https://127.0.0.1', 'tcp://user@10.0.0.1', 'tcp://10.0.0.1/path'];
  const wrong = ['', 'docker.sock', ...urls, '//server/share/x'];
  for (const socket of [...far, ...wrong]) {
    assert.throws(() => aControl(socket), { name: 'ConfigError', message: /Control\.Socket/ }, socket);
  }
});
