import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '../harness/until.ts';
import { controlOn } from './control/send-command.ts';

test('the stand-in to try says how to attach, has players who come by themselves, and removes its folder', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'run-stand-in.ts'), '--port', '0']);
  const exited = once(child, 'exit');
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  await until('it says that it runs', () => text.includes('Ctrl-C ends it.'));
  const [, saveFolder = '', url = '', passwordFile = ''] =
    /npm start -- --attach (\S+) --rest (\S+) --password-file (\S+)/.exec(text) ?? [];
  assert.ok(existsSync(join(saveFolder, 'Level.sav')));
  assert.ok(existsSync(passwordFile));
  assert.equal((await fetch(`${url}/v1/api/info`)).status, 401);
  const control = controlOn(Number(/--control-port (\d+)/.exec(text)?.[1]));
  await control('variants', { loadingMs: 0 });
  await control('random', { seed: 1, everyMs: 1, kinds: ['join'] });
  await until('somebody is here', async () => (await control('audit')).sessions.length > 0);
  child.kill('SIGTERM');
  assert.deepEqual(await exited, [0, null]);
  assert.equal(existsSync(saveFolder), false);
});
