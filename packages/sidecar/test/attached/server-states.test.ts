import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { becomes, STAYS, startObserved, VISITS } from './observed-service.ts';

// How a server starts, stops and freezes, and who is shown as online meanwhile (docs/game-server.md#states).

const observed = await startObserved();
after(() => observed[Symbol.asyncDispose]());
beforeEach(async () => {
  await observed.showsState('Online');
  await observed.showsOnline(STAYS);
  observed.journeys.splice(0);
});

async function nobodyWent(): Promise<void> {
  assert.deepEqual(await observed.online(), [STAYS]);
  assert.deepEqual(observed.journeys, []);
}

test('a server whose port refuses is finally offline, and so is everybody; once it has booted, all is well', async () => {
  const { control } = observed.gameServer;
  await control('join', { userId: VISITS });
  await observed.showsOnline(STAYS, VISITS);
  await control('stop', {});
  await observed.showsState('Offline', 'nobody listens on its port');
  await observed.showsOnline();
  assert.equal((await observed.server()).Roster.State, 'Live');
  await control('bootMs', { ms: 10_000 });
  const started = control('start');
  await observed.showsState('Offline', 'nobody listens on its port');
  await started;
  await control('bootMs', { ms: 0 });
  await observed.showsState('Online');
  await control('join', { userId: STAYS });
  await observed.showsOnline(STAYS);
});

test('a server with players that takes calls without a response is reported, and nobody leaves', async () => {
  const { control } = observed.gameServer;
  await control('pause', {});
  await observed.showsState('Degraded', 'does not answer');
  assert.notEqual((await observed.server()).Roster.State, 'Live');
  await control('resume');
  await observed.showsState('Online');
  await nobodyWent();
});

test('an empty server that takes calls without a response is paused, for any time', async () => {
  const { control } = observed.gameServer;
  await control('leave', { userId: STAYS });
  await observed.showsOnline();
  await control('pause', {});
  await observed.showsState('Paused');
  const fromMs = observed.elapsed();
  await becomes(async () => observed.elapsed() - fromMs > 30_000, true);
  assert.equal((await observed.server()).State, 'Paused', 'three failures and 20 s do not make it offline');
  await control('resume');
  await control('join', { userId: STAYS });
  await observed.showsState('Online');
  await observed.showsOnline(STAYS);
});

test('a server that has restarted between two polls is detected by its uptime, and polled again', async () => {
  const before = await olderThan(10);
  await observed.gameServer.control('resetUptime');
  await becomes(async () => (await observed.server()).Since !== before, true);
  await observed.showsState('Online');
  await nobodyWent();
});

/** Waits until the server has been up for longer, and returns the time since when it is in its state. */
async function olderThan(seconds: number): Promise<string | undefined> {
  await becomes(async () => ((await observed.server()).Metrics.UptimeSeconds ?? 0) > seconds, true);
  return (await observed.server()).Since;
}

test('after a crash and a start by itself, those who do not come back are offline', async () => {
  const { control } = observed.gameServer;
  await control('join', { userId: VISITS });
  await observed.showsOnline(STAYS, VISITS);
  await control('restartMs', { ms: 100 });
  const { boots } = await control('supervision');
  await control('crash', {});
  await becomes(async () => {
    const now = await control('supervision');
    return now.boots > boots && now.serving;
  }, true);
  await control('restartMs', { ms: null });
  await control('join', { userId: STAYS });
  await observed.showsOnline(STAYS);
  await observed.showsState('Online');
});

test('a server that runs another world is reported, and nobody of that world is shown', async () => {
  const { control } = observed.gameServer;
  {
    await using _ = await observed.variants({ worldGuid: 'F'.repeat(32) });
    await observed.showsState('Degraded', 'another world');
    await control('join', { userId: VISITS });
    await control('leave', { userId: STAYS });
    await observed.asked('info', 2);
    await nobodyWent();
    await control('leave', { userId: VISITS });
    await control('join', { userId: STAYS });
  }
  await observed.showsState('Online');
  await nobodyWent();
});

test('version 0.7 is supported like 1.0', async () => {
  await using _ = await observed.variants({ build: '0.7' });
  await becomes(async () => (await observed.server()).Info.Version, 'v0.7.3.90464');
  await becomes(async () => (await observed.server()).Metrics.FPSAverage, undefined);
  await observed.visit();
});

for (const [what, changed] of [
  ['uptime stands', { uptimeFrozen: true }],
  ['frames per second are 0', { fps: 0 }],
] as const) {
  test(`a server whose ${what} is frozen, and its players stay`, async () => {
    {
      await using _ = await observed.variants(changed);
      await observed.showsState('Degraded', 'frozen');
      await nobodyWent();
    }
    await observed.showsState('Online');
  });
}
