import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { runCommand } from '@palatine/testing/run-cli';
import { startAttachedService } from '@palatine/testing/start-attached-service';
import { until } from '@palatine/testing/until';

// The control is `Somebody`, as it is unless set: Palatine asks for a stop, and does none.

const attached = await startAttachedService({ server: { Control: { Kind: 'Somebody' } } });
after(() => attached[Symbol.asyncDispose]());

const run = (...args: string[]) => runCommand([...args, '--data', attached.data]);

test('where nobody but a person stops the server, a restart counts down, asks for the stop, and can be canceled', async () => {
  const { gameServer, service } = attached;
  await gameServer.control('join', { userId: 'gdk_2535400000000001' });
  await until('somebody is online', async () => (await service.api.getServer()).Roster.Players.length === 1);
  const { startedAtMs } = await gameServer.control('status');
  await gameServer.control('forgetRequests');

  await service.api.startMaintenance({ body: { Action: 'Restart', CountdownSeconds: 2 } });
  await until('it asks for the stop', async () => {
    const { Running } = (await service.api.getServer()).Maintenance;
    return Running?.Step === 'Stopping' && Running.Message.startsWith('stop the game server ');
  });
  await until('the players were told', async () => {
    const requests = await gameServer.control('requests');
    return requests.some(
      ({ path, body }) => /announce$/.test(path) && /2 seconds/.test(JSON.stringify(body)),
    );
  });

  const status = await run('server', 'status');
  assert.match(status.stdout, /^control +manual: Palatine asks you to stop and start it$/m);
  assert.match(
    status.stdout,
    /^maintenance +Restart: Stopping: stop the game server now, yourself.*palatine server cancel/m,
  );
  assert.equal((await service.api.getServer()).Control.Kind, 'Somebody');

  const error = { code: 'MAINTENANCE_RUNNING', message: /palatine server cancel/ };
  await assert.rejects(service.api.startMaintenance({ body: { Action: 'Deliver' } }), error);

  const canceled = await run('server', 'cancel');
  assert.equal(canceled.code, 0, canceled.stderr);
  assert.match(canceled.stdout, /^Restart: Canceled at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC: canceled\n$/);
  assert.equal((await gameServer.control('status')).startedAtMs, startedAtMs, 'it was not restarted');
});

test('the help of what stops a server says who stops it', async () => {
  const { stdout } = await runCommand(['server', 'restart', '--help']);
  assert.match(stdout, /Control\.Kind in Server\.json is Somebody.*\n.*palatine server cancel/);
});
