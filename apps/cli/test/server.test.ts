import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import type { Maintenance, ServerStatus } from '@palatine/contract';
import { runCommand } from '@palatine/testing/run-cli';
import { startAttachedService } from '@palatine/testing/start-attached-service';
import { newFolder, startService } from '@palatine/testing/start-service';
import { until } from '@palatine/testing/until';

const attached = await startAttachedService({ config: { playerResolution: 'Known' } });
after(() => attached[Symbol.asyncDispose]());

const run = (...args: string[]) => runCommand([...args, '--data', attached.data]);

test('server status shows the server, its figures, its save and what waits', async () => {
  await until('the link knows the server', async () => {
    const { State } = await attached.service.api.getServer();
    assert.equal(State, 'Online');
    return true;
  });
  const { code, stdout, stderr } = await run('server', 'status');
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^state +Online since \d{4}-/m);
  assert.match(stdout, /^server +Stand-in \(not the game\) v1\.0\./m);
  assert.match(stdout, /^figures +0 of 32 players/m);
  assert.match(stdout, /^deliveries +0 pending, 0 being delivered$/m);
  const json = await run('server', 'status', '--json');
  assert.equal((JSON.parse(json.stdout) as ServerStatus).State, 'Online');
});

test('server save lets the game server save', async () => {
  const before = (await attached.gameServer.control('status')).saves;
  const { code, stderr } = await run('server', 'save');
  assert.equal(code, 0, stderr);
  assert.ok((await attached.gameServer.control('status')).saves > before);
});

test('a service with its own world says that no game server is beside it', async () => {
  await using own = await startService({ data: newFolder() });
  try {
    const status = await runCommand(['server', 'status', '--data', own.data]);
    assert.match(status.stdout, /^state +Disabled/m);
    for (const command of [
      ['deliver'],
      ['restart'],
      ['cancel'],
      ['save'],
      ['backup'],
      ['backups'],
      ['restore', 'x'],
    ]) {
      const { code, stderr } = await runCommand(['server', ...command, '--data', own.data]);
      assert.equal(code, 1, command.join(' '));
      assert.match(stderr, /^palatine: NOT_ATTACHED: /, command.join(' '));
    }
  } finally {
    await own.stop();
    rmSync(own.data, { recursive: true });
  }
});

/** A service whose maintenance takes these steps, one for each time that it is asked. */
async function maintaining(steps: readonly Partial<Maintenance>[]) {
  const started: Maintenance = {
    Id: '20260712T181502Z',
    Action: 'Deliver',
    Step: 'Countdown',
    StartedAt: '2026-07-12T18:15:02.113Z',
    Message: '',
  };
  const bodies: string[] = [];
  let requests = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      if (request.method === 'POST') bodies.push(body);
      const step = { ...started, ...steps[Math.min(requests++, steps.length - 1)] };
      const current = step.Outcome === undefined ? { Running: step } : { Last: step };
      const reply = request.method === 'POST' ? { Maintenance: started } : { Maintenance: current };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(reply));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    bodies,
    run: (...args: string[]) =>
      runCommand(['server', ...args, '--url', `http://127.0.0.1:${port}`], {
        PALATINE_TOKEN: 'example-token',
      }),
    [Symbol.dispose]: () => void server.close(),
  };
}

const ENDED_AT = '2026-07-12T18:20:00.000Z';

test('server deliver waits for the end and prints each step', async () => {
  using service = await maintaining([
    { Step: 'Stopping' },
    { Step: 'Editing' },
    {
      Step: 'Done',
      Outcome: 'Done',
      EndedAt: ENDED_AT,
      Delivered: 3,
      Message: '3 deliveries are in the save',
    },
  ]);
  const { code, stdout, stderr } = await service.run('deliver', '--countdown', '0');
  assert.equal(code, 0, stderr);
  const actual = service.bodies.map((body) => JSON.parse(body) as unknown);
  assert.deepEqual(actual, [{ Action: 'Deliver', CountdownSeconds: 0 }]);
  assert.equal(stdout, 'Deliver: Done at 2026-07-12 18:20:00 UTC: 3 deliveries are in the save\n');
  assert.match(stderr, /Deliver: Countdown …\n(.*\n)*Deliver: Editing …\n/);
});

test('a maintenance that fails ends the command with code 1, and --no-wait does not wait', async () => {
  using service = await maintaining([
    { Step: 'RollingBack', Outcome: 'Failed', EndedAt: ENDED_AT, Message: 'the server did not stop' },
  ]);
  const failed = await service.run('restart');
  assert.equal(failed.code, 1);
  assert.match(failed.stdout, /: Failed at .*: the server did not stop\n$/);
  const begun = await service.run('restore', '20260712T181502Z', '--no-wait', '--json');
  assert.equal(begun.code, 0);
  assert.equal((JSON.parse(begun.stdout) as { maintenance: Maintenance }).maintenance.Step, 'Countdown');
  const expected = { Action: 'Restore', Backup: '20260712T181502Z' };
  assert.deepEqual(JSON.parse(service.bodies.at(-1) ?? ''), expected);
});

test('a countdown that is no whole number of seconds is refused before anything is asked', async () => {
  const { code, stderr } = await run('server', 'deliver', '--countdown', 'soon');
  assert.equal(code, 2);
  assert.match(stderr, /--countdown must be a whole number from 0 to 3600, not "soon"/);
});
