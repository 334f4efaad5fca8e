import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { readBanlist } from '@palatine/data-dir/banlist-file';
import { runProcess } from '@palatine/testing/run-cli';
import { startProcess } from '@palatine/testing/start-process';
import { newFolder } from '@palatine/testing/start-service';
import { makeFolder, TOKEN } from './crash-rounds.ts';
import { Connection } from './load.ts';

/** Bans by the command line, each in its own process. */
const BANS = 6;

test('of bans by the API and by the command line at once none is lost', async () => {
  const parent = newFolder();
  const { data } = makeFolder(1, parent);
  await using program = await startProcess(['--data', data, '--no-simulate']);
  const connection = new Connection({ url: program.url, token: TOKEN });
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
  try {
    await Promise.all([byApi(), byCommandLine()]);
    const all = [...answered, ...typed];
    const isMissingIn = (list: { UserEntries: readonly { UserId: string; Active: boolean }[] }) => {
      const banned = new Set(list.UserEntries.filter(({ Active }) => Active).map(({ UserId }) => UserId));
      return all.filter((userId) => !banned.has(userId));
    };
    assert.ok(answered.length > 0);
    assert.deepEqual(isMissingIn(readBanlist(file, '')), []);
    assert.equal((await connection.request('POST', '/ReloadConfig')).body, '{"Success":true}');
    const { body } = await connection.request('GET', '/banlist');
    assert.deepEqual(isMissingIn((JSON.parse(body) as { Banlist: never }).Banlist), []);
    const leftovers = readdirSync(data).filter((name) => /broken|writing/.test(name));
    assert.deepEqual(leftovers, []);
  } finally {
    connection.close();
    await program.end('SIGKILL');
    await rm(parent, { recursive: true, force: true });
  }
});
