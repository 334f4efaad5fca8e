import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Banlist } from '@palatine/contract';
import { smallDisk, spaceFor } from '@palatine/testing/disk-space';
import { startProcess } from '@palatine/testing/start-process';
import { makeFolder, TOKEN } from './crash-rounds.ts';
import { Connection } from './load.ts';

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
