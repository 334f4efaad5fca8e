import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { shellWord } from '@palatine/platform/format';
import { outputOf } from '@palatine/testing/child-process';
import { until } from '@palatine/testing/until';
import { controlOn } from '../src/control/send-command.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

/** Pastes a printed line into a shell, where npm prints what it is given. */
function paste(line: string): string {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', `npm() { printf '%s\\n' "$@"; }; ${line}`], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  assert.equal(status, 0, `${line}\n${stderr}`);
  return stdout;
}

test('the stand-in to try says how to attach, simulates players, and removes its folder', async (context) => {
  // Its folder has a blank and an apostrophe.
  const home = mkdtempSync(join(tmpdir(), "palatine's stand-in "));
  const program = join(import.meta.dirname, '../src/run-stand-in.ts');
  const child = spawn(process.execPath, [program, '--port', '0'], { env: { ...process.env, TMPDIR: home } });
  context.after(() => {
    child.kill('SIGKILL');
    rmSync(home, { recursive: true });
  });
  const exited = once(child, 'exit');
  const output = outputOf(child.stdout);
  await until('it says that it runs', () => output().includes('Ctrl-C ends it'));
  const text = output();
  const attach = paste(/^ {2}(npm start .*)$/m.exec(text)?.[1] ?? '').split('\n');
  const [, , , saveFolder = '', , url = '', , passwordFile = ''] = attach;
  const flags = ['--attach', saveFolder, '--rest', url, '--password-file', passwordFile];
  assert.deepEqual(attach, ['start', '--', ...flags, '']);
  assert.ok(saveFolder.startsWith(home));
  assert.ok(existsSync(join(saveFolder, 'Level.sav')));
  assert.ok(existsSync(passwordFile));
  assert.equal((await fetch(`${url}/v1/api/info`)).status, 401);
  assert.match(text, /Ctrl-C ends it, and removes its folder; --folder DIR keeps one\./);
  const { Control } = JSON.parse(`{${/^ {2}("Control": .*)$/m.exec(text)?.[1]}}`) as {
    Control: Record<'Stop' | 'Start' | 'Status', string[]>;
  };
  const codes = (['Status', 'Stop', 'Status', 'Start', 'Status'] as const).map((name) => {
    const [file = '', ...args] = Control[name];
    return spawnSync(file, args, { cwd: home }).status;
  });
  assert.deepEqual(codes, [0, 0, 3, 0, 0], 'the exit codes that Palatine expects');
  const help = spawnSync(process.execPath, [Control.Status[1] ?? '', '--help'], { encoding: 'utf8' });
  assert.deepEqual([help.status, help.stderr], [0, '']);
  assert.match(help.stdout, /^usage: /);
  const sent = [...text.matchAll(/^ {2}(.*send\.ts --control-port \d+ (stop|start))$/gm)];
  assert.deepEqual(
    sent.map(([, , command]) => command),
    ['stop', 'start'],
  );
  for (const [, line = ''] of sent) {
    assert.ok(
      line.startsWith(shellWord(process.execPath)),
      'the Node that runs it, which can run TypeScript',
    );
    paste(line);
  }
  const control = controlOn(Number(/--control-port (\d+)/.exec(text)?.[1]));
  await control('variants', { loadingMs: 0 });
  await control('random', { seed: 1, everyMs: 1, kinds: ['join'] });
  await until('somebody is here', async () => (await control('audit')).sessions.length > 0);
  child.kill('SIGTERM');
  assert.deepEqual(await exited, [0, null]);
  assert.equal(existsSync(saveFolder), false);
});
