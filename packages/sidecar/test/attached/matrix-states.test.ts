import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { becomes, type MatrixService, STAYS, startMatrixService, VISITS } from './matrix-service.ts';

// Section 16, point 5 of the notes on the running server: how a server starts, stops and freezes, and who is shown as
// online meanwhile.

let matrix: MatrixService;
before(async () => {
  matrix = await startMatrixService();
});
after(() => matrix[Symbol.asyncDispose]());
beforeEach(async () => {
  await matrix.showsState('Online');
  await matrix.showsOnline(STAYS);
  matrix.journeys.splice(0);
});

async function nobodyWent(): Promise<void> {
  assert.deepEqual(await matrix.online(), [STAYS]);
  assert.deepEqual(matrix.journeys, []);
}

test('16.5: a server whose port refuses is finally offline, and so is everybody; once it has booted, all is well', async () => {
  const { control } = matrix.gameServer;
  await control('join', { userId: VISITS });
  await matrix.showsOnline(STAYS, VISITS);
  await control('stop', {});
  await matrix.showsState('Offline', 'nobody listens on its port');
  await matrix.showsOnline();
  assert.equal((await matrix.server()).Roster.State, 'Live');
  await control('bootMs', { ms: 10_000 });
  const started = control('start');
  await matrix.showsState('Offline', 'nobody listens on its port');
  await started;
  await control('bootMs', { ms: 0 });
  await matrix.showsState('Online');
  await control('join', { userId: STAYS });
  await matrix.showsOnline(STAYS);
});

test('16.5: a server with players that takes calls without a response is reported, and nobody leaves', async () => {
  const { control } = matrix.gameServer;
  await control('pause', {});
  await matrix.showsState('Degraded', 'does not answer');
  assert.notEqual((await matrix.server()).Roster.State, 'Live');
  await control('resume');
  await matrix.showsState('Online');
  await nobodyWent();
});

test('16.5: an empty server that takes calls without a response is paused, for any time', async () => {
  const { control } = matrix.gameServer;
  await control('leave', { userId: STAYS });
  await matrix.showsOnline();
  await control('pause', {});
  await matrix.showsState('Paused');
  const fromMs = matrix.elapsed();
  await becomes(async () => matrix.elapsed() - fromMs > 30_000, true);
  assert.equal((await matrix.server()).State, 'Paused', 'three failures and 20 s do not make it offline');
  await control('resume');
  await control('join', { userId: STAYS });
  await matrix.showsState('Online');
  await matrix.showsOnline(STAYS);
});

test('16.5: a server that has restarted between two polls is detected by its uptime, and polled again', async () => {
  const before = await olderThan(10);
  await matrix.gameServer.control('resetUptime');
  await becomes(async () => (await matrix.server()).Since !== before, true);
  await matrix.showsState('Online');
  await nobodyWent();
});

/** Waits until the server has been up for longer, and returns the time since when it is in its state. */
async function olderThan(seconds: number): Promise<string | undefined> {
  await becomes(async () => ((await matrix.server()).Metrics.UptimeSeconds ?? 0) > seconds, true);
  return (await matrix.server()).Since;
}

test('16.5: after a crash and a start by itself, those who do not come back are offline', async () => {
  const { control } = matrix.gameServer;
  await control('join', { userId: VISITS });
  await matrix.showsOnline(STAYS, VISITS);
  await control('restartMs', { ms: 100 });
  const { boots } = await control('supervision');
  await control('crash', {});
  await becomes(async () => {
    const now = await control('supervision');
    return now.boots > boots && now.serving;
  }, true);
  await control('restartMs', { ms: null });
  await control('join', { userId: STAYS });
  await matrix.showsOnline(STAYS);
  await matrix.showsState('Online');
});

test('16.5: a server that runs another world is reported, and nobody of that world is shown', async () => {
  const { control } = matrix.gameServer;
  {
    await using _ = await matrix.variants({ worldGuid: 'F'.repeat(32) });
    await matrix.showsState('Degraded', 'another world');
    await control('join', { userId: VISITS });
    await control('leave', { userId: STAYS });
    await matrix.asked('info', 2);
    await nobodyWent();
    await control('leave', { userId: VISITS });
    await control('join', { userId: STAYS });
  }
  await matrix.showsState('Online');
  await nobodyWent();
});

test('16.5: version 0.7 is supported like 1.0', async () => {
  await using _ = await matrix.variants({ build: '0.7' });
  await becomes(async () => (await matrix.server()).Info.Version, 'v0.7.3.90464');
  await becomes(async () => (await matrix.server()).Metrics.FPSAverage, undefined);
  await matrix.visit();
});

test('16.5: figures missing from metrics are omitted, and are not 0', async () => {
  const metricsWithout = ['days', 'basecampnum', 'serverfpsaverage'];
  await using _ = await matrix.variants({ metricsWithout });
  const figures = async () => {
    const { InGameDay, BaseCamps, FPSAverage, Players } = (await matrix.server()).Metrics;
    return { InGameDay, BaseCamps, FPSAverage, Players };
  };
  await becomes(figures, { InGameDay: undefined, BaseCamps: undefined, FPSAverage: undefined, Players: 1 });
  await nobodyWent();
});

for (const [what, changed] of [
  ['uptime stands', { uptimeFrozen: true }],
  ['frames per second are 0', { fps: 0 }],
] as const) {
  test(`16.5: a server whose ${what} is frozen, and its players stay`, async () => {
    {
      await using _ = await matrix.variants(changed);
      await matrix.showsState('Degraded', 'frozen');
      await nobodyWent();
    }
    await matrix.showsState('Online');
  });
}
