import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '@palatine/platform/testing';
import { runToEnd, startProcess } from '@palatine/testing/start-process';
import { startService } from '@palatine/testing/start-service';

const folder = testFolder();

test('a data folder behind a link is the same folder: a second server on it is refused and names the first', async () => {
  const real = join(folder, 'real');
  const link = join(folder, 'link');
  mkdirSync(real);
  symlinkSync(real, link);
  await using program = await startProcess(['--data', link]);
  assert.notEqual(program.url, '');
  for (const data of [real, link]) {
    const { code, output } = await runToEnd(['--port', '0', '--data', data]);
    assert.equal(code, 1);
    assert.match(output, /^palatine: another server is using the data folder [^\n]*\n$/);
    assert.ok(output.endsWith(` (process ${program.child.pid})\n`), output);
  }
});

test('a template that links to another kind of file is refused without revealing its content', async () => {
  await using service = await startService();
  const secret = join(folder, 'secret.txt');
  writeFileSync(secret, 'root:x:0:0:the content');
  const templates = join(service.data, 'Pals', 'Templates');
  symlinkSync(secret, join(templates, 'linked.json'));
  writeFileSync(join(templates, 'half.json'), '{"PalID":"SheepBall","Nickname":"the content');
  const { Players } = await service.api.getPlayers();
  const player = Players.find(({ Status }) => Status === 'Online');
  for (const name of ['linked', 'half']) {
    const response = await service.post(`/v1/pdapi/give/paltemplate/${player?.UserId}`, {
      PalTemplates: [name],
    });
    const text = await response.text();
    assert.equal(response.status, 400, text);
    assert.match(text, /VALIDATION_FAILED/);
    assert.doesNotMatch(text, /root|the content|secret/);
  }
});
