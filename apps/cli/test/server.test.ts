import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import type { Maintenance, ServerStatus } from '@palatine/contract';
import { isRefused, runCommand, runJson, succeeds } from '@palatine/testing/run-cli';
import { startAttachedService } from '@palatine/testing/start-attached-service';
import { startService } from '@palatine/testing/start-service';
import { until } from '@palatine/testing/until';

const attached = await startAttachedService({ config: { playerResolution: 'Known' } });
after(() => attached[Symbol.asyncDispose]());

const here = (...args: string[]) => [...args, '--data', attached.data];

test('server status shows the server, its figures, its save and what waits', async () => {
  await until('the link knows the server', async () => {
    const { State } = await attached.service.api.getServer();
    assert.equal(State, 'Online');
    return true;
  });
  const { stdout } = await succeeds(here('server', 'status'));
  assert.match(stdout, /^State +Online\nSince +\d{4}-/m);
  assert.match(stdout, /^Info\.Version +v1\.0\.\S+\nInfo\.Name +Stand-in \(not the game\)$/m);
  assert.match(stdout, /^Metrics\.Players +0\nMetrics\.MaxPlayers +32$/m);
  assert.match(stdout, /^Deliveries\.Pending +0\nDeliveries\.Delivering +0$/m);
  const { answer } = await runJson<ServerStatus>(here('server', 'status'));
  assert.equal(answer.State, 'Online');
});

test('server save lets the game server save', async () => {
  const before = (await attached.gameServer.control('status')).saves;
  await succeeds(here('server', 'save'));
  assert.ok((await attached.gameServer.control('status')).saves > before);
});

test('a service with its own world says that no game server is beside it', async () => {
  await using own = await startService();
  const status = await succeeds(['server', 'status', '--data', own.data]);
  assert.match(status.stdout, /^State +Disabled/m);
  for (const command of ['deliver', 'restart', 'cancel', 'save', 'backup', 'backups', 'restore x']) {
    await isRefused(['server', ...command.split(' '), '--data', own.data], /^palatine: NOT_ATTACHED: /);
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
  assert.equal(stdout, 'Deliver: Done at 2026-07-12T18:20:00.000Z: 3 deliveries are in the save\n');
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
  const message = /--countdown must be a whole number from 0 to 3600, not "soon"/;
  await isRefused(here('server', 'deliver', '--countdown', 'soon'), message, { code: 2 });
});

test('with Control.Kind Somebody a restart counts down, asks for the stop, and can be canceled', async () => {
  await using manual = await startAttachedService({ server: { Control: { Kind: 'Somebody' } } });
  const { gameServer, service, data } = manual;
  await gameServer.control('join', { userId: 'gdk_2535400000000001' });
  await until('a player is online', async () => (await service.api.getServer()).Roster.Players.length === 1);
  const { startedAtMs } = await gameServer.control('status');
  await gameServer.control('forgetRequests');

  await service.api.startMaintenance({ body: { Action: 'Restart', CountdownSeconds: 2 } });
  await until('it asks for the stop', async () => {
    const { Running } = (await service.api.getServer()).Maintenance;
    return Running?.Step === 'Stopping' && Running.Message.startsWith('stop the game server ');
  });
  await until('the restart is announced', async () => {
    const requests = await gameServer.control('requests');
    return requests.some(
      ({ path, body }) => /announce$/.test(path) && /2 seconds/.test(JSON.stringify(body)),
    );
  });

  const status = await succeeds(['server', 'status', '--data', data]);
  assert.match(status.stdout, /^Control\.Kind +Somebody$/m);
  assert.match(
    status.stdout,
    /^Maintenance\.Running\.Message +stop the game server now, yourself.*palatine server cancel/m,
  );
  assert.equal((await service.api.getServer()).Control.Kind, 'Somebody');

  const error = { code: 'MAINTENANCE_RUNNING', message: /palatine server cancel/ };
  await assert.rejects(service.api.startMaintenance({ body: { Action: 'Deliver' } }), error);

  const canceled = await succeeds(['server', 'cancel', '--data', data]);
  assert.match(canceled.stdout, /^Restart: Canceled at \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z: canceled\n$/);
  assert.equal((await gameServer.control('status')).startedAtMs, startedAtMs, 'it was not restarted');
});

test('the help of what stops a server says who stops it', async () => {
  const { stdout } = await succeeds(['server', 'restart', '--help']);
  assert.match(stdout, /Control\.Kind in Server\.json is Somebody.*\n.*palatine server cancel/);
});
