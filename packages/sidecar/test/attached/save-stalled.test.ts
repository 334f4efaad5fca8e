import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCommand } from '@palatine/testing/run-cli';
import { startAttachedService, startOnFastClock } from '@palatine/testing/start-attached-service';
import { until } from '@palatine/testing/until';

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
  const warning = /^the save has not changed in \d+ minutes of play\. Check whether the disk/;
  assert.ok(Warnings.some(({ Code, Message }) => Code === 'server.stalled' && warning.test(Message)));
  const { Attention } = await service.api.getHealthDetails();
  assert.ok(Attention.some(({ Kind, Message }) => Kind === 'GameServer' && /does not save/.test(Message)));
  assert.match(await (await service.fetch('/metrics')).text(), /^palatine_save_stalled 1$/m);
  const { stdout } = await runCommand(['doctor', '--data', attached.data]);
  assert.match(stdout, /save folder: .*Level\.sav is not written although somebody plays/);
});

test('a save that went back in time is a warning of the status, also after a restart, and of doctor', async () => {
  await using attached = await startOnFastClock({ gameServerOptions: { variants: { autosaveMs: 0 } } });
  const { service, gameServer } = attached;
  const level = join(gameServer.saveFolder, 'Level.sav');
  const older = readFileSync(level);
  const warnings = async ({ api } = service) =>
    (await api.getServer()).Warnings.map(({ Message }) => Message).join('\n');
  const savedAt = async () => (await service.api.getServer()).Save.SavedAt;
  await until('the first save is served', async () => (await savedAt()) !== undefined);
  const first = await savedAt();
  await gameServer.control('save');
  await until('a later save is served', async () => (await savedAt()) !== first);
  assert.doesNotMatch(await warnings(), /went back/);

  writeFileSync(level, older);
  const warning = /the save went back in time by \d+ minutes of the game/;
  await until('it is named', async () => warning.test(await warnings()));
  assert.match((await runCommand(['doctor', '--data', attached.data])).stdout, warning);

  await service.stop();
  const { data, clock } = attached;
  await using restarted = await startAttachedService({ gameServer, data, clock });
  assert.match(await warnings(restarted.service), warning);
});
