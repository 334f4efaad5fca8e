import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, test } from 'node:test';
import { parseGuid } from '@palatine/contract';
import { startGameServer } from '../game-server/start-game-server.ts';
import { madePlayers } from '../game-server/world/made-players.ts';
import { newFolder } from '../harness/start-service.ts';
import { makeMirrorWorld, startMaintained } from './maintained.ts';

const root = newFolder();
after(() => rmSync(root, { recursive: true, force: true }));

test('what was given is in the memory of the game after the restart', async () => {
  await using server = await startGameServer({ supervised: { restartMs: null } });
  const data = newFolder();
  await makeMirrorWorld(data, server.saveFolder);
  const [zoe] = madePlayers();
  assert.ok(zoe);
  const uid = parseGuid(zoe.playerId) as string;
  await using palatine = await startMaintained({ ...server, data });
  const before = (await server.control('audit')).players[zoe.playerId];

  await palatine.deliver('giveItems', {
    params: { player_identifier: uid },
    body: { Items: [{ ItemID: 'PalSphere', Count: 7 }] },
  });
  const ended = await palatine.maintain();

  assert.equal(ended.Outcome, 'Done', ended.Message);
  assert.equal(ended.Delivered, 1, ended.Message);
  const now = (await server.control('audit')).players[zoe.playerId];
  assert.equal(now?.items.PalSphere, (before?.items.PalSphere ?? 0) + 7);
});
