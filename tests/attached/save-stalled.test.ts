import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '@palatine/server/game/clock.ts';
import { runCommand } from '../harness/run-cli.ts';
import { startAttachedService } from '../harness/start-attached-service.ts';
import { until } from '../harness/until.ts';

/** Between two polls; what is known of who is online is still of now. */
const STEP_MS = 30_000;

test('a save that stands still while somebody plays is a warning of the status, the health, the metrics and doctor, and an event', async () => {
  let passedMs = 0;
  await using attached = await startAttachedService({
    clock: { ...systemClock, elapsed: () => systemClock.elapsed() + passedMs },
    gameServerOptions: { variants: { autosaveMs: 0, loadingMs: 0 } },
  });
  const { service, gameServer } = attached;
  await gameServer.control('join', { userId: 'gdk_2535400000000001' });
  const warning = /^the save has not changed in \d+ minutes of play: look whether the disk/;
  await until('somebody is online', async () => (await service.api.getServer()).Roster.Players.length === 1);
  for (let warned = false; !warned; ) {
    const { At } = (await service.api.getServer()).Roster;
    passedMs += STEP_MS;
    await until('a poll comes', async () => (await service.api.getServer()).Roster.At !== At);
    assert.ok(passedMs < 20 * STEP_MS, 'ten minutes of play are enough');
    warned = (await service.api.getServer()).Warnings.some((text) => warning.test(text));
  }
  const { SavedAt } = (await service.api.getServer()).Save;
  const { Attention } = await service.api.getHealthDetails();
  assert.ok(Attention.some(({ Kind, Message }) => Kind === 'GameServer' && /does not save/.test(Message)));
  assert.match(await (await service.fetch('/metrics')).text(), /^palatine_save_stalled 1$/m);
  let stalled: unknown;
  for await (const event of service.api.events({ since: 0 })) {
    if (event.Type !== 'save.stalled') continue;
    stalled = event.Data;
    break;
  }
  assert.deepEqual(stalled, { savedAt: SavedAt });
  const { stdout } = await runCommand(['doctor', '--data', attached.data]);
  assert.match(stdout, /save folder: .*Level\.sav stands still although somebody plays/);
});
