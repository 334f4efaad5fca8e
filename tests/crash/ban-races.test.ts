import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { readBanlist } from '@palatine/server/data-folder/banlist-file.ts';
import { runCommand, runProgram } from '../harness/run-cli.ts';
import { startProcess } from '../harness/start-process.ts';
import { newFolder } from '../harness/start-service.ts';
import { makeFolder, TOKEN } from './crash-rounds.ts';
import { Connection } from './load.ts';

const WRITER = resolve(import.meta.dirname, 'ban-writer.ts');
const BANS = 60;

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
      if (status === 200) answered.push(userId);
      else assert.match(body, /another process is changing it; try again/);
    }
  };
  const byCommandLine = async () => {
    const writers = ['one', 'two'].map((name) => runProgram([WRITER, file, `steam_${name}`, String(BANS)]));
    const command = runCommand(['ban', 'add', 'steam_command', '--data', data]);
    for (const { code, stderr } of await Promise.all([...writers, command])) assert.equal(code, 0, stderr);
    writing = false;
  };
  try {
    await Promise.all([byApi(), byCommandLine()]);
    const typed = ['one', 'two'].flatMap((name) =>
      Array.from({ length: BANS }, (_, at) => `steam_${name}${at}`),
    );
    const all = [...answered, ...typed, 'steam_command'];
    const isMissingIn = (list: { UserEntries: readonly { UserId: string; Active: boolean }[] }) => {
      const banned = new Set(list.UserEntries.filter(({ Active }) => Active).map(({ UserId }) => UserId));
      return all.filter((userId) => !banned.has(userId));
    };
    assert.ok(answered.length > 0);
    assert.deepEqual(isMissingIn(readBanlist(file, '')), []);
    assert.equal((await connection.request('POST', '/ReloadConfig')).body, '{"Success":true}');
    const { body } = await connection.request('GET', '/banlist');
    assert.deepEqual(isMissingIn((JSON.parse(body) as { Banlist: never }).Banlist), []);
    assert.deepEqual(
      readdirSync(data).filter((name) => /broken|writing/.test(name)),
      [],
    );
  } finally {
    connection.close();
    await program.end('SIGKILL');
    await rm(parent, { recursive: true, force: true });
  }
});
