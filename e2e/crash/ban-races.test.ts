import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createClient } from '@palatine/client';
import type { Banlist } from '@palatine/contract';
import { readBanlist, writeBanlist } from '@palatine/data-dir/banlist-file';
import { readPlayerBans } from '@palatine/engine/world-readers';
import { byTier, testFolder } from '@palatine/platform/testing';
import { twoPlayersOneCamp, writeSaveFolder } from '@palatine/save/testing';
import { aBan } from '@palatine/testing/banlist-builder';
import { smallDisk, spaceFor } from '@palatine/testing/disk-space';
import { runProcess } from '@palatine/testing/run-cli';
import { startProcess } from '@palatine/testing/start-process';
import { startService } from '@palatine/testing/start-service';
import { makeFolder, prepareData, TOKEN } from './crash-rounds.ts';
import { type Moment, startAndKill } from './crash-start.ts';
import { Connection } from './load.ts';

/** Bans by the command line, each in its own process. */
const BANS = byTier(3, 6);
/** Bans by an editor, each a whole new file. */
const EDITS = byTier(60, 150);

function activeUsers({ UserEntries }: Pick<Banlist, 'UserEntries'>): Set<string> {
  return new Set(UserEntries.filter(({ Active }) => Active).map(({ UserId }) => UserId));
}

test('of bans by the API and by the command line at once none is lost', async () => {
  const { data } = makeFolder(1, testFolder());
  await using program = await startProcess(['--data', data, '--no-simulate']);
  using connection = new Connection({ url: program.url, token: TOKEN });
  const file = join(data, 'Banlist.json');
  const answered: string[] = [];
  let writing = true;
  const byApi = async () => {
    for (let at = 0; writing; at++) {
      const userId = `steam_api${at}`;
      const { status, body } = await connection.request('POST', `/ban/${userId}`);
      assert.equal(status, 200, body);
      answered.push(userId);
    }
  };
  const typed = Array.from({ length: BANS }, (_, at) => `steam_typed${at}`);
  const byCommandLine = async () => {
    const commands = typed.map((userId) => runProcess(['ban', 'add', userId, '--data', data]));
    for (const { code, stderr } of await Promise.all(commands)) assert.equal(code, 0, stderr);
    writing = false;
  };
  await Promise.all([byApi(), byCommandLine()]);
  const all = [...answered, ...typed];
  const isMissingIn = (list: Banlist) => {
    const banned = activeUsers(list);
    return all.filter((userId) => !banned.has(userId));
  };
  assert.ok(answered.length > 0);
  assert.deepEqual(isMissingIn(readBanlist(file, '')), []);
  assert.equal((await connection.request('POST', '/ReloadConfig')).body, '{"Success":true}');
  const { body } = await connection.request('GET', '/banlist');
  assert.deepEqual(isMissingIn((JSON.parse(body) as { Banlist: Banlist }).Banlist), []);
  const leftovers = readdirSync(data).filter((name) => /broken|writing/.test(name));
  assert.deepEqual(leftovers, []);
});

test('of bans that an editor writes while others are made by the API none is lost', async () => {
  const { data } = makeFolder(1, testFolder());
  await using program = await startProcess(['--data', data, '--no-simulate']);
  using connection = new Connection({ url: program.url, token: TOKEN });
  const file = join(data, 'Banlist.json');
  const edited: string[] = [];
  for (let at = 0; at < EDITS; at++) {
    const answer = connection.request('POST', `/ban/steam_api${at}`);
    // Spread over the time that a ban takes.
    for (let turn = 0; turn < (at % 30) * 3; turn++) await setImmediate();
    const list = readBanlist(file, '');
    const userId = `steam_edited${at}`;
    writeBanlist(file, { ...list, UserEntries: [...list.UserEntries, aBan({ UserId: userId })] });
    edited.push(userId);
    await answer;
  }
  assert.equal((await connection.request('POST', '/ReloadConfig')).body, '{"Success":true}');
  const { body } = await connection.request('GET', '/banlist');
  const banned = activeUsers((JSON.parse(body) as { Banlist: Banlist }).Banlist);
  const lost = edited.filter((userId) => !banned.has(userId));
  const leftovers = readdirSync(data).filter((name) => /broken|writing/.test(name));
  assert.deepEqual([lost, leftovers], [[], []]);
});

const BLOCK_BYTES = 4096;
/** Free blocks of each round: with few of them the ban list fits and the commit does not. */
const MAX_BLOCKS = 6;
const ROUNDS = 3;

test('a ban answered 500 on a disk that is nearly full is not active, nor after kill -9 and a restart', async (t) => {
  using space = spaceFor(t, smallDisk);
  if (space === undefined) return;
  const { data } = makeFolder(1, join(space.folder, 'data'));
  const fileOf = () => JSON.parse(readFileSync(join(data, 'Banlist.json'), 'utf8')) as Banlist;
  const refused: string[] = [];
  const banned: string[] = [];
  {
    await using program = await startProcess(['--data', data, '--no-simulate']);
    const pid = program.child.pid as number; // it has started
    using connection = new Connection({ url: program.url, token: TOKEN });
    const ban = async (userId: string) => {
      const { status } = await connection.request('POST', `/ban/${userId}`);
      (status === 200 ? banned : refused).push(userId);
    };
    await ban('steam_first');
    for (let round = 0; round < ROUNDS; round++) {
      for (let blocks = 0; blocks < MAX_BLOCKS; blocks++) {
        space.runOut(pid, blocks * BLOCK_BYTES);
        await ban(`steam_${round}_${blocks}`);
        const inFile = fileOf().UserEntries.map(({ UserId }) => UserId);
        assert.deepEqual(inFile, banned, `with ${blocks} blocks free`);
        space.comeBack(pid);
      }
    }
    await program.end('SIGKILL');
  }
  assert.ok(refused.length >= ROUNDS, `${refused.length} were refused`);
  await using program = await startProcess(['--data', data, '--no-simulate']);
  using connection = new Connection({ url: program.url, token: TOKEN });
  const { body } = await connection.request('GET', '/banlist');
  const { Banlist: list } = JSON.parse(body) as { Banlist: Banlist };
  const listed = list.UserEntries.map(({ UserId }) => UserId);
  assert.deepEqual(listed, banned);
  const unfinished = readdirSync(data).filter((name) => name.endsWith('.writing'));
  assert.deepEqual(unfinished, []);
});

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
