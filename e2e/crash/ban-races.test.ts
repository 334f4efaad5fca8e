import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Banlist } from '@palatine/contract';
import { readBanlist, writeBanlist } from '@palatine/data-dir/banlist-file';
import { byTier, testFolder } from '@palatine/platform/testing';
import { aBan } from '@palatine/testing/banlist-builder';
import { smallDisk, spaceFor } from '@palatine/testing/disk-space';
import { runProcess } from '@palatine/testing/run-cli';
import { startProcess } from '@palatine/testing/start-process';
import { makeFolder, TOKEN } from './crash-rounds.ts';
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
