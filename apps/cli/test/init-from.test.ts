import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '@palatine/platform/testing';
import { aBan, aBanlist } from '@palatine/testing/banlist-builder';
import { contentsOf } from '@palatine/testing/folder-contents';
import { isRefused, runCommand, runJson, succeeds } from '@palatine/testing/run-cli';
import { startService } from '@palatine/testing/start-service';

const root = testFolder();

const SECRET = 'secret-of-the-dashboard';

/** A folder of PalDefender, as its users copy it. */
const FILES: Readonly<Record<string, unknown>> = {
  'Config.json': { version: '1.9.1', MOTD: ['Hi'], bannedNames: ['x'], bannedTechnologies: ['PALBOX'] },
  'Banlist.json': aBanlist({ UserEntries: [aBan({ UserId: 'steam_76561198000000009' })] }),
  'WhiteList.json': ['steam_76561198000000001'],
  'RESTAPI/RESTConfig.json': {
    Version: 3,
    Port: 0,
    DefaultPermissions: ['REST.Version.Read'],
    Cors: { 'Allowed-Origins': '*' },
  },
  'RESTAPI/Tokens/Dash.json': { Name: 'Dash', Token: SECRET, Permissions: [] },
  'RESTAPI/Tokens/TokenExample.json': { Name: 'Example', Token: 'x', Permissions: '*' },
  'Pals/Templates/gift.json': { PalID: 'Anubis', Level: 10 },
  'Pals/ImportRules/Default.json': { BannedPalIDs: ['JetDragon'] },
  'Pals/Summons/boss.json': { PalTemplate: 'gift' },
  'Logs/today.log': 'nothing',
};
const TAKEN = Object.keys(FILES).filter((name) => !/Example|Summons|Logs/.test(name));

function aFolder(name: string, files = FILES): string {
  const folder = join(root, name);
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

test('init --from takes what is of use, says what has no effect, and leaves the folder as it is', async () => {
  const [from, data] = [aFolder('original'), join(root, 'taken')];
  const before = contentsOf(from);
  const args = ['init', '--from', from, '--data', data];
  const { code, answer } = await runJson<{ taken: string[]; notes: string[] }>(args);
  assert.equal(code, 0);
  assert.deepEqual([...answer.taken].sort(), [...TAKEN].sort());
  const notes = answer.notes.join('\n');
  for (const note of [
    'bannedNames restricts nobody here',
    'no effect here: version, MOTD',
    'no effect here: Version',
    'no effect here: Pals/Summons',
    'WhiteList.json: it keeps nobody out',
    'not copied, no effect here: Logs',
  ]) {
    assert.ok(notes.includes(note), `${note}: ${notes}`);
  }
  assert.ok(!notes.includes(SECRET));
  assert.deepEqual(contentsOf(from), before);
  for (const name of TAKEN) assert.deepEqual(readFileSync(join(data, name)), readFileSync(join(from, name)));
  await using service = await startService({ data });
  const authorization = `Bearer ${SECRET}`;
  assert.equal((await service.fetch('/v1/pdapi/version', { authorization })).status, 200);
  assert.equal((await service.fetch('/v1/pdapi/players', { authorization })).status, 403);
  const again = await runCommand(['init', '--from', from, '--data', join(root, 'taken-again')]);
  assert.match(again.stdout, /^Copied from .*: Config\.json, Banlist\.json, WhiteList\.json, /);
});

test('a folder that has other files of the same names takes nothing, and names them', async () => {
  const from = aFolder('other-original');
  const data = join(root, 'present');
  cpSync(from, data, { recursive: true });
  rmSync(join(data, 'WhiteList.json'));
  writeFileSync(join(data, 'Config.json'), '{"bannedTechnologies":[]}');
  const init = ['init', '--from', from, '--data', data];
  await isRefused(init, /nothing was copied: .* has other files of these names: Config\.json; /);
  assert.equal(readFileSync(join(data, 'Config.json'), 'utf8'), '{"bannedTechnologies":[]}');
  assert.equal(existsSync(join(data, 'WhiteList.json')), false);
  rmSync(join(data, 'Config.json'));
  await succeeds(init); // equal files are no others
});

test('a folder in which a start has written its defaults takes all the same', async () => {
  const [from, data] = [aFolder('moved-original'), join(root, 'started')];
  await succeeds(['init', '--data', data]);
  await succeeds(['init', '--from', from, '--data', data]);
  for (const name of TAKEN) assert.deepEqual(readFileSync(join(data, name)), readFileSync(join(from, name)));
});

test('what a start would refuse is named, and nothing is taken; so is a folder that holds none of it', async () => {
  const data = join(root, 'never');
  const from = aFolder('wrong', { ...FILES, 'Config.json': { bannedTechnologies: 5 } });
  await isRefused(
    ['init', '--from', from, '--data', data],
    /nothing was copied, because a start would refuse it: Config\.json: bannedTechnologies must be a text or a list/,
  );
  const expected = /nowhere has none of Config\.json, .*; give the folder of PalDefender itself/;
  await isRefused(['init', '--from', join(root, 'nowhere'), '--data', data], expected);
  assert.equal(existsSync(data), false);
});
