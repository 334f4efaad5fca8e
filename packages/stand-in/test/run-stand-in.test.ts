import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { runProgram } from '@palatine/testing/run-cli';
import { until } from '@palatine/testing/until';
import { controlOn } from '../src/control/send-command.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

test('the stand-in to try says how to attach, simulates players, and removes its folder', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/run-stand-in.ts'), '--port', '0']);
  const exited = once(child, 'exit');
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  await until('it says that it runs', () => text.includes('Ctrl-C ends it'));
  const [, saveFolder = '', url = '', passwordFile = ''] =
    /npm start -- --attach (\S+) --rest (\S+) --password-file (\S+)/.exec(text) ?? [];
  assert.ok(existsSync(join(saveFolder, 'Level.sav')));
  assert.ok(existsSync(passwordFile));
  assert.equal((await fetch(`${url}/v1/api/info`)).status, 401);
  assert.match(text, /Ctrl-C ends it, and removes its folder; --folder DIR keeps one\./);
  const [, program = '', script = '', port = ''] =
    /^ {2}(\S+) (packages\/stand-in\/\S+) --control-port (\d+) stop$/m.exec(text) ?? [];
  const stopped = await runProgram([script, '--control-port', port, 'stop'], {}, ROOT);
  assert.deepEqual([program, stopped.code], [process.execPath, 0], stopped.stderr);
  const started = await runProgram([script, '--control-port', port, 'start'], {}, ROOT);
  assert.equal(started.code, 0, started.stderr);
  const control = controlOn(Number(/--control-port (\d+)/.exec(text)?.[1]));
  await control('variants', { loadingMs: 0 });
  await control('random', { seed: 1, everyMs: 1, kinds: ['join'] });
  await until('somebody is here', async () => (await control('audit')).sessions.length > 0);
  child.kill('SIGTERM');
  assert.deepEqual(await exited, [0, null]);
  assert.equal(existsSync(saveFolder), false);
});
