import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createClient } from '@palatine/client';
import { readBanlist } from '@palatine/data-dir/banlist-file';
import { readPlayerBans } from '@palatine/engine/world-readers';
import { byTier, testFolder } from '@palatine/platform/testing';
import { twoPlayersOneCamp, writeSaveFolder } from '@palatine/save/testing';
import { startProcess } from '@palatine/testing/start-process';
import { startService } from '@palatine/testing/start-service';
import { prepareData, TOKEN } from './crash-rounds.ts';
import { type Moment, startAndKill } from './crash-start.ts';

const REASON = 'Griefing';

/** An imported world in which a player was banned by PlayerUID; the program was killed as soon as it had answered. */
async function banAndKill(data: string, save: string): Promise<string> {
  prepareData(data);
  await using program = await startProcess(['--data', data, '--import', save, '--no-simulate']);
  const api = createClient({ url: program.url, token: TOKEN });
  const [player] = (await api.getPlayers()).Players;
  const uid = player?.PlayerUID ?? assert.fail('no player');
  const { Pending } = await api.banPlayer({ params: { player_identifier: uid }, body: { Reason: REASON } });
  assert.equal(Pending, true);
  await program.end('SIGKILL');
  return uid;
}

async function assertCannotLogIn(data: string, uid: string): Promise<void> {
  await using service = await startService({ data, faults: true });
  const banned = { code: 'REQUEST_FAILED', message: /banned/ };
  await assert.rejects(service.api.controlSimulation({ body: { LogIn: uid } }), banned);
}

/** Where the kill falls in the start that writes the entry of the ban list. */
const MOMENTS: [name: string, moment: Moment][] = [
  ['while Banlist.json is written', (names) => names.some((name) => /^Banlist.*\.writing$/.test(name))],
  ['once the start has made a UserId known', (names) => names.includes('world.db-wal')],
  ...byTier<[string, Moment][]>(
    [],
    [
      ['after half a second', 500],
      ['after a second', 1000],
    ],
  ),
];

test('a ban by PlayerUID outlives kill -9, before and while it gets its entry, and finally has one entry', async () => {
  const [data, save] = [testFolder(), testFolder()];
  await writeSaveFolder(save, twoPlayersOneCamp(), { era: 'D' });
  const uid = await banAndKill(data, save);
  await assertCannotLogIn(data, uid);
  const paths = { path: data, world: join(data, 'world.db') };
  for (const [name, moment] of MOMENTS) {
    await startAndKill(['--simulate'], data, moment);
    const [ban, ...others] = readPlayerBans(paths);
    assert.deepEqual([ban?.uid, others], [uid, []], name);
    const entries = readBanlist(join(data, 'Banlist.json'), '').UserEntries;
    assert.ok(entries.length <= 1, name);
    const listed = entries.map(({ UserId }) => UserId);
    if (ban?.userId !== '') assert.deepEqual(listed, [ban?.userId], name);
  }
  await assertCannotLogIn(data, uid);

  await using service = await startService({ data, simulate: 'Always' });
  const { api } = service;
  const { UserEntries } = (await api.getBanlist()).Banlist;
  const reasons = UserEntries.map(({ Active, BannedBy }) => [Active, BannedBy.Reason]);
  assert.deepEqual(reasons, [[true, REASON]]);
  const { Player } = await api.getPlayer({ params: { player_identifier: uid } });
  assert.deepEqual([Player.UserId, Player.Status], [UserEntries[0]?.UserId, 'Offline']);
  const unfinished = readdirSync(data).filter((name) => /\.writing$/.test(name));
  assert.deepEqual(unfinished, []);
});
