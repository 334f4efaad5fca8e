import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCommand } from '@palatine/testing/run-cli';
import { startOnFastClock } from '@palatine/testing/start-attached-service';

test('a stalled save while somebody plays is a warning of the status, the health, the metrics and doctor, and an event', async () => {
  await using attached = await startOnFastClock({
    gameServerOptions: { variants: { autosaveMs: 0, loadingMs: 0 } },
  });
  const { service, gameServer } = attached;
  await gameServer.control('join', { userId: 'gdk_2535400000000001' });
  let stalled: unknown;
  for await (const event of service.api.events({ since: 0 })) {
    if (event.Type !== 'save.stalled') continue;
    stalled = event.Data;
    break;
  }
  const { Save, Warnings } = await service.api.getServer();
  assert.deepEqual(stalled, { savedAt: Save.SavedAt });
  const warning = /^the save has not changed in \d+ minutes of play: check whether the disk/;
  assert.ok(Warnings.some((text) => warning.test(text)));
  const { Attention } = await service.api.getHealthDetails();
  assert.ok(Attention.some(({ Kind, Message }) => Kind === 'GameServer' && /does not save/.test(Message)));
  assert.match(await (await service.fetch('/metrics')).text(), /^palatine_save_stalled 1$/m);
  const { stdout } = await runCommand(['doctor', '--data', attached.data]);
  assert.match(stdout, /save folder: .*Level\.sav is not written although somebody plays/);
});
