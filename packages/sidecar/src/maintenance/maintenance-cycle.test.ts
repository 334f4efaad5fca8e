import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { aRunner, aServer, assertWhole, maintain, statesOf } from '@palatine/testing/modeled-maintenance';
import type { ModelFaults } from '@palatine/testing/modeled-server';
import { emittedEvents } from '@palatine/world/testing/run-command';

test('pending deliveries are in the memory of the game after the restart, and each step is in the audit', async () => {
  using server = aServer();
  const ended = await maintain(server);
  assert.deepEqual([ended.Outcome, ended.Delivered], ['Done', 2], ended.Message);
  assertWhole(server);
  assert.deepEqual(statesOf(server), ['Delivered', 'Delivered']);
  assert.deepEqual(
    server.notes.flatMap(({ audit }) => (audit === undefined ? [] : [`${audit.target} ${audit.outcome}`])),
    ['Countdown', 'Saving', 'Stopping', 'BackingUp', 'Editing', 'Starting', 'Verifying', 'Done'].map(
      (step) => `${step} OK`,
    ),
  );
  const events = server.notes.flatMap(({ event }) => (event === undefined ? [] : [event.type]));
  assert.deepEqual(events, ['maintenance.started', 'maintenance.ended']);
  assert.equal(emittedEvents(server.game.world, 'delivery.delivered').length, 2);
});

test('one without pending deliveries does not stop the server', async () => {
  using server = aServer(0);
  assert.equal((await maintain(server)).Outcome, 'Done');
  assert.equal(server.stops, 0);
});

for (const [what, faults, message] of [
  ['that cannot save is not stopped', { saveFails: true }, /could not save/],
  ['that does not stop keeps running', { stopFails: true }, /exit code 1/],
  ['that serves another world gets its save back', { worldGuid: '0'.repeat(32) }, /serves the world 0{32}/],
  [
    'with another world than was written gets its save back',
    { differences: ['Zoe has no Wood'] },
    /Zoe has no Wood/,
  ],
] as const) {
  test(`a server ${what}; deliveries are pending again`, async () => {
    using server = aServer();
    const ended = await maintain(server, faults);
    assert.equal(ended.Outcome, 'Failed');
    assert.match(ended.Message, message);
    assertWhole(server);
    assert.deepEqual([server.memory, server.disk], [[], []]);
    assert.deepEqual(statesOf(server), ['Pending', 'Pending']);
    assert.equal((await maintain(server)).Delivered, 2, 'the next one delivers it');
    assertWhole(server);
  });
}

test('a save that cannot be changed leaves everything pending, and the server is started', async () => {
  using server = aServer();
  const ended = await maintain(server, { refused: 'the save is damaged' });
  assert.match(ended.Message, /nothing could be delivered: the save is damaged/);
  assertWhole(server);
});

test('a server that does not boot is started again after its save was restored', async () => {
  using server = aServer();
  let starts = 0;
  const faults: ModelFaults = {
    bootFails: true,
    at: (call, when) => {
      if (call !== 'control.start' || when !== 'before') return;
      starts += 1;
      if (starts > 1) server.faults.bootFails = false;
    },
  };
  assert.equal((await maintain(server, faults)).Outcome, 'Failed');
  assertWhole(server);
  assert.deepEqual(statesOf(server), ['Pending', 'Pending']);
});

for (const call of [
  'backup',
  'inspect',
  'deliveryStep begin',
  'put in place',
  'deliveryStep written',
] as const) {
  for (const when of ['before', 'after'] as const) {
    test(`a server that comes back by itself ${when} "${call}" loses and doubles nothing`, async () => {
      using server = aServer();
      let done = false;
      await maintain(server, {
        at(name, at) {
          if (done || name !== call || at !== when || server.isUp) return;
          done = true;
          server.start();
          // Its process started a while before it was noticed.
          server.startedAtMs -= 5_000;
        },
      });
      assert.ok(done, 'it came back');
      assertWhole(server);
      await maintain(server);
      assertWhole(server);
      assert.deepEqual(statesOf(server), ['Delivered', 'Delivered']);
    });
  }
}

for (const [when, call, faults] of [
  ['while it is being stopped', 'control.stop', {}],
  [
    'before its save is edited',
    'inspect',
    { refused: 'a game server is running: stop it, and run the command again' },
  ],
] as const) {
  test(`a server that its host restarts ${when} does not count as one that does not stop`, async () => {
    using server = aServer();
    const ended = await maintain(server, {
      ...faults,
      at: (name, at) => (name === call && at === 'after' ? server.start() : undefined),
    });
    const back =
      /^the server came back by itself \(up since 20\d\d-.* UTC\): something restarts it, .*; stop it in/;
    assert.match(ended.Message, back);
    assertWhole(server);
    assert.deepEqual(statesOf(server), ['Pending', 'Pending']);
  });
}

test('a server that is down already is stopped once: what supervises it may be about to restart it', async () => {
  using server = aServer();
  server.stop();
  server.clock.pass(61_000);
  assert.equal((await maintain(server)).Delivered, 2);
  assert.equal(server.stops, 1);
});

test('a full disk for the journal does not keep the server down', async () => {
  using server = aServer();
  const journal = join(server.root, 'maintenance.json');
  let isFull = false;
  await maintain(server, {
    at(call, when) {
      if (call !== 'control.stop' || when !== 'after' || isFull) return;
      isFull = true;
      rmSync(journal);
      mkdirSync(journal); // a file cannot replace a folder
    },
  });
  assert.ok(isFull);
  assertWhole(server);
  assert.deepEqual(statesOf(server), ['Pending', 'Pending']);
});

test('a canceled countdown does not stop the server', async () => {
  using server = aServer();
  const runner = aRunner(server);
  runner.start({ Action: 'Deliver', CountdownSeconds: 600 }, 'test');
  assert.throws(() => runner.start({ Action: 'Restart' }, 'test'), { code: 'MAINTENANCE_RUNNING' });
  assert.equal(runner.cancel().Outcome, 'Canceled');
  await runner.idle();
  assert.equal(runner.last()?.Outcome, 'Canceled');
  assert.equal(server.stops, 0);
  assertWhole(server);
});

test('once the server is being stopped, it cannot be canceled', async () => {
  using server = aServer();
  const runner = aRunner(server);
  server.faults = {
    at(call) {
      if (call === 'control.stop') assert.throws(() => runner.cancel(), { code: 'MAINTENANCE_RUNNING' });
    },
  };
  runner.start({ Action: 'Deliver', CountdownSeconds: 0 }, 'test');
  await runner.idle();
  assert.equal(runner.last()?.Delivered, 2);
});

test('if somebody else stops and starts the server, it waits for both', async () => {
  using server = aServer();
  server.isAutomatic = false;
  const runner = aRunner(server);
  const steps: string[] = [];
  let looks = 0;
  server.faults = {
    at(call, when) {
      const { Step = '', Message = '' } = runner.running() ?? {};
      if (call !== 'info' || when !== 'after' || !/^(stop|start) the game server /.test(Message)) return;
      looks += 1;
      if (looks % 5 !== 0) return;
      steps.push(Step);
      if (Step === 'Stopping') server.stop();
      else server.start();
    },
  };
  runner.start({ Action: 'Deliver' }, 'test');
  await runner.idle();
  assert.equal(runner.last()?.Delivered, 2, runner.last()?.Message);
  assert.deepEqual([steps.includes('Stopping'), steps.at(-1), server.stops], [true, 'Starting', 0]);
  assertWhole(server);
});

test('if somebody else stops the server, only a requested countdown is announced', async () => {
  for (const [countdown, announced] of [
    [{ CountdownSeconds: 45 }, [45, 30, 10]],
    [{ CountdownSeconds: 0 }, []],
    [{}, []],
  ] as const) {
    using server = aServer();
    server.isAutomatic = false;
    const runner = aRunner(server);
    const announcedAtStop: string[] = [];
    server.faults = {
      at() {
        const { Step, Cancelable, Message = '' } = runner.running() ?? {};
        if (Step !== 'Stopping' || announcedAtStop.length > 0 || !/^stop the game server /.test(Message))
          return;
        assert.equal(Cancelable, true);
        assert.match(Message, /palatine server cancel/);
        announcedAtStop.push(...server.announced, 'the stop');
        runner.cancel();
      },
    };
    runner.start({ Action: 'Restart', ...countdown }, 'test');
    await runner.idle();
    assert.equal(runner.last()?.Outcome, 'Canceled');
    assert.equal(announcedAtStop.length, announced.length + 1, announcedAtStop.join());
    for (const [index, seconds] of announced.entries()) {
      assert.match(announcedAtStop[index] ?? '', new RegExp(`${seconds} seconds`));
    }
  }
});

test('the refusal of a second maintenance has the state of the first one', async () => {
  using server = aServer();
  const runner = aRunner(server);
  const assertRefused = (state: string) => {
    const message = `a maintenance is running (Deliver, ${state}`;
    assert.throws(() => runner.start({ Action: 'Restart' }, 'test'), { message });
  };
  server.faults = {
    at(call) {
      if (call === 'control.stop') assertRefused('Stopping); palatine server status shows its progress');
    },
  };
  runner.start({ Action: 'Deliver', CountdownSeconds: 2 }, 'test');
  assertRefused('Countdown); palatine server cancel cancels it');
  await runner.idle();
  assert.equal(runner.last()?.Delivered, 2);
});

test('it delivers into a server that somebody has stopped, and leaves it stopped', async () => {
  using server = aServer();
  const runner = aRunner(server);
  await runner.onServerFoundStopped();
  assert.equal(runner.running(), undefined, 'it runs');
  server.stop();
  await runner.onServerFoundStopped();
  assert.equal(runner.running(), undefined, 'it was stopped just now');
  server.clock.pass(61_000);
  await runner.onServerFoundStopped();
  await runner.idle();
  assert.match(runner.last()?.Message ?? '', /2 deliveries are in the save; they are in the game as soon as/);
  assert.equal(server.isUp, false);
  assert.deepEqual(statesOf(server), ['Delivering', 'Delivering']);
  server.start();
  await runner.settle();
  assert.deepEqual(statesOf(server), ['Delivered', 'Delivered']);
  assertWhole(server);
});

test('a server that GameUserSettings.ini gives another world gets no delivery into this one', async () => {
  using server = aServer();
  const config = join(server.root, 'Pal/Saved/Config/LinuxServer');
  mkdirSync(config, { recursive: true });
  const name = (world: string) =>
    writeFileSync(join(config, 'GameUserSettings.ini'), `DedicatedServerName=${world}\n`);
  const runner = aRunner(server);
  const found = async () => {
    await runner.onServerFoundStopped();
    await runner.idle();
    return statesOf(server);
  };
  for (const world of ['D09CACDB477D6CE562170AA79C524138', 'Isle', '']) {
    server.start();
    name(world);
    const ended = await maintain(server);
    const why =
      world === ''
        ? /begin a new world instead of 5AD1A0CC/
        : new RegExp(`names ${world}, .* instead of 5AD1`);
    assert.match(ended.Message, why);
    assert.deepEqual([server.stops, statesOf(server)], [0, ['Pending', 'Pending']], 'it runs on');
    server.stop();
    server.clock.pass(61_000);
    assert.deepEqual([await found(), server.disk], [['Pending', 'Pending'], []]);
  }
  server.start();
  name('5AD1A0CC1A1614048B76A4CE931342C8');
  const late = await maintain(server, { at: (call) => (call === 'backup' ? name('Isle') : undefined) });
  assert.match(late.Message, /names Isle/);
  assert.deepEqual([server.isUp, statesOf(server)], [true, ['Pending', 'Pending']]);
  name('5AD1A0CC1A1614048B76A4CE931342C8');
  server.stop();
  server.clock.pass(61_000);
  assert.deepEqual(await found(), ['Delivering', 'Delivering']);
});

test('the activity of each step is logged once, as it begins', async () => {
  using server = aServer();
  const logged: string[] = [];
  const report = { info: (_fields: object, message: string) => void logged.push(message), warn() {} };
  const runner = aRunner(server, { report });
  const shown = new Set<string>();
  server.faults = {
    at() {
      const { Step, Message = '' } = runner.running() ?? {};
      if (Step === 'Done') shown.add(Message);
    },
  };
  runner.start({ Action: 'Deliver', CountdownSeconds: 120 }, 'test');
  await runner.idle();
  const countdown = 'the server stops in 2 minutes at most';
  assert.deepEqual(logged.slice(0, 3), [countdown, 'maintenance: Countdown', 'the server saves its world']);
  assert.equal(new Set(logged).size, logged.length);
  assert.deepEqual([...shown], ['the restart ends']);
});

test('what was written into the save of a server that stays off is logged once', async () => {
  using server = aServer();
  const settled: string[] = [];
  const report = {
    info: (_fields: object, message: string) => void (/settled/.test(message) && settled.push(message)),
    warn() {},
  };
  const runner = aRunner(server, { report });
  server.stop();
  for (let look = 0; look < 4; look++) {
    server.clock.pass(61_000);
    await runner.onServerFoundStopped();
    await runner.idle();
  }
  assert.deepEqual([statesOf(server), settled.length], [['Delivering', 'Delivering'], 0]);
  server.start();
  await runner.settle();
  assert.deepEqual([statesOf(server), settled.length], [['Delivered', 'Delivered'], 1]);
});
