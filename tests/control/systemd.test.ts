import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type ControlSettings, serverControl } from '@palatine/server/control/server-control.ts';
import { newFolder } from '../harness/start-service.ts';
import { aSystemctl, type FakeUnit, STOPPED, UNIT } from './fake-systemctl.ts';

// A program of our own stands in for systemctl: no systemd ran where this was written.

const root = newFolder();
after(() => rmSync(root, { recursive: true, force: true }));
let rounds = 0;

function aControl(unit: Partial<FakeUnit> = {}, settings: Partial<ControlSettings> = {}) {
  const systemctl = aSystemctl(join(root, `${rounds++}`), unit);
  const all: ControlSettings = {
    Kind: 'Systemd',
    Container: '',
    Socket: '',
    Unit: UNIT,
    Stop: [],
    Start: [],
    Status: [],
    StopTimeoutSeconds: 20,
    StartTimeoutSeconds: 20,
    ...settings,
  };
  return { systemctl, control: serverControl(all, { environment: systemctl.environment }) };
}

const RUNNING = STOPPED.after.start ?? {};

test('a unit is started and stopped, and tells its state and its memory', async () => {
  const { control, systemctl } = aControl({}, { Unit: 'palworld' });
  assert.equal(control.acts, true);
  assert.equal(await control.state(), 'Stopped');
  await control.stop();
  await control.start();
  assert.equal(await control.state(), 'Running');
  await control.start();
  await control.stop();
  assert.equal(await control.state(), 'Stopped');
  const acts = systemctl.calls().filter(([, verb]) => verb !== 'show');
  assert.deepEqual(
    acts,
    ['stop', 'start', 'start', 'stop'].map((verb) => ['--no-ask-password', verb, '--', UNIT]),
  );
});

for (const [what, unit, state] of [
  ['that failed', { ActiveState: 'failed', SubState: 'failed' }, 'Stopped'],
  ['that failed and left a process', { ActiveState: 'failed', MainPID: '4711' }, 'Unknown'],
  [
    'that waits for its automatic restart',
    { ActiveState: 'activating', SubState: 'auto-restart' },
    'Unknown',
  ],
  ['that is stopping', { ...RUNNING, ActiveState: 'deactivating', SubState: 'stop-sigterm' }, 'Unknown'],
  ['that reloads', { ...RUNNING, ActiveState: 'reloading' }, 'Running'],
  ['that does not exist', { LoadState: 'not-found' }, 'Unknown'],
] as const) {
  test(`a unit ${what} is ${state.toLowerCase()}`, async () => {
    assert.equal(await aControl(unit).control.state(), state);
  });
}

test('a unit that is not there is told of in the words of systemd', async () => {
  const { control } = aControl({}, { Unit: 'other' });
  await assert.rejects(control.stop(), {
    name: 'ControlError',
    message:
      'systemd could not stop other.service: Failed to stop other.service: Unit other.service not loaded.',
  });
});

test('a user who may not act is told what allows it', async () => {
  const stderr = `Failed to stop ${UNIT}: Interactive authentication required.\nSee system logs for details.`;
  const { control } = aControl({ ...RUNNING, fails: { code: 1, stderr } });
  await assert.rejects(control.stop(), {
    name: 'ControlError',
    message:
      /Interactive authentication required\.; this user may not stop the unit: a polkit rule .* "sudo -n systemctl stop palworld\.service"/,
  });
});

test('a stop that systemd calls done while the unit waits for its restart is no success', async () => {
  const back = { ActiveState: 'activating', SubState: 'auto-restart' };
  const { control } = aControl({ ...RUNNING, after: { stop: back } }, { StopTimeoutSeconds: 1 });
  await assert.rejects(control.stop(), {
    name: 'ControlError',
    message: /has not stopped palworld\.service within 1 seconds/,
  });
});

test('a machine without systemd says so', async () => {
  const environment = { PATH: join(root, 'nothing') };
  const settings = {
    Kind: 'Systemd',
    Unit: UNIT,
    Container: '',
    Socket: '',
    Stop: [],
    Start: [],
    Status: [],
  } as const;
  const control = serverControl(
    { ...settings, Stop: [], Start: [], Status: [], StopTimeoutSeconds: 5, StartTimeoutSeconds: 5 },
    { environment },
  );
  assert.equal(await control.state(), 'Unknown');
  await assert.rejects(control.start(), { name: 'ControlError', message: /systemctl cannot be run/ });
});

test('only names of units are accepted', () => {
  for (const Unit of ['', '-H evil', '--help', 'a b', 'a/b', 'a;b', 'x'.repeat(300), 'ä', 'a\n']) {
    assert.throws(() => aControl({}, { Unit }), { name: 'ConfigError', message: /Control\.Unit/ }, Unit);
  }
  for (const Unit of ['palworld@1', 'pal-world.service', 'pal_world', 'a\\x2db.service'])
    aControl({}, { Unit });
});
