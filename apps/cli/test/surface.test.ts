import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { testFolder } from '@palatine/platform/testing';
import { VERSION_LINE } from '@palatine/platform/version';
import { pluck } from '@palatine/testing/pluck';
import { runCommand } from '@palatine/testing/run-cli';
import { runArguments, runToEnd } from '@palatine/testing/start-process';
import type { CliCommand } from '../src/command/command.ts';
import { CLI_COMMANDS, loadCommands } from '../src/commands.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const folder = testFolder();

/** Programs that run at the same time: a busy machine ends none of so few. */
const AT_ONCE = 8;

const GROUPS = [...new Set(CLI_COMMANDS.map(({ name }) => name.split(' ', 1)[0] ?? ''))].filter((word) =>
  CLI_COMMANDS.some(({ name }) => name.startsWith(`${word} `)),
);

test('-h, --help and help answer at every level with exit code 0', async () => {
  const sameHelp = async (spellings: string[][]) => {
    const ended = await Promise.all(spellings.map((args) => runCommand(args)));
    for (const [at, { code, stdout, stderr }] of ended.entries()) {
      assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: ended[0]?.stdout, stderr: '' }, `${at}`);
    }
    return ended[0]?.stdout ?? '';
  };
  const all = await sameHelp([[], ['-h'], ['--help'], ['help']]);
  for (const { name, description } of await loadCommands(CLI_COMMANDS)) {
    assert.ok(all.includes(`  ${name}`) && all.includes(description), name);
  }
  for (const group of GROUPS) {
    const help = await sameHelp([
      [group, '-h'],
      [group, '--help'],
      ['help', group],
    ]);
    for (const { name } of CLI_COMMANDS) {
      assert.equal(
        help.split('\n').some((line) => line.startsWith(`  ${name} `)),
        name.startsWith(`${group} `),
        `${name} in the help of ${group}`,
      );
    }
  }
  await sameHelp([
    ['token', 'create', '-h'],
    ['token', 'create', 'Shop', '--help'],
    ['help', 'token', 'create'],
  ]);
});

test('the help of every command lists every flag that it takes', async () => {
  const helpOf = async ({ name, flags }: CliCommand) => {
    const { stdout } = await runCommand([...name.split(' '), '--help']);
    for (const flag of Object.keys(flags)) assert.match(stdout, new RegExp(`--${flag}\\b`), name);
  };
  const commands = await loadCommands(CLI_COMMANDS);
  assert.deepEqual(pluck(commands, 'name'), pluck(CLI_COMMANDS, 'name'));
  for (let at = 0; at < commands.length; at += AT_ONCE) {
    await Promise.all(commands.slice(at, at + AT_ONCE).map(helpOf));
  }
  assert.match((await runCommand(['serve', '--help'])).stdout, /--import DIR/);
  assert.match((await runArguments(['--help'])).output, /--import DIR/);
});

test('-v and --version print the version of Palatine and of its interface, at every level', async () => {
  assert.match(VERSION_LINE, /^palatine \d+\.\d+\.\d+ \(interface \d+\.\d+\.\d+\.\d+\)$/);
  for (const args of [['-v'], ['--version'], ['token', '-v'], ['world', 'check', '--version']]) {
    const { code, stdout } = await runCommand(args);
    assert.deepEqual([code, stdout], [0, `${VERSION_LINE}\n`], args.join(' '));
  }
  for (const flag of ['-v', '--version']) {
    assert.deepEqual(await runArguments([flag]), { code: 0, output: `${VERSION_LINE}\n` });
  }
  assert.deepEqual(await runToEnd(['-v']), { code: 0, output: `${VERSION_LINE}\n` });
});

for (const [typed, message] of [
  [['wrold'], 'there is no command "wrold"; is palatine world meant?'],
  [['Token', 'List'], 'there is no command "Token"; is palatine token list meant?'],
  [['token', 'crate'], 'there is no command "token crate"; is palatine token create meant?'],
  [['backup'], 'there is no command "backup"; is palatine world backup or palatine server backup meant?'],
  [['xyzzy'], 'there is no command "xyzzy" (palatine --help lists them)'],
  [['help', 'docter'], 'there is no command "docter"; is palatine doctor meant?'],
  [['token'], 'token needs one of its commands: create, list, revoke'],
  [['world', 'import'], 'world import needs DIR'],
  [['world', 'info', 'stray'], 'world info does not take "stray"'],
  [['world', 'demo', '--seed', 'x'], '--seed must be a whole number from 0 to 4294967295, not "x"'],
  [['token', 'create', '--permission', '*'], 'token create needs NAME'],
  [['world', 'info', '--jsno'], 'world info: there is no flag --jsno; is --json meant?'],
  [['serve', '--Port', '1'], 'there is no flag --Port; is --port meant?'],
  [['world', 'info', '--data='], 'world info: --data must not be empty'],
  [['ban', 'add', 'steam_1', '--reason', ''], 'ban add: --reason must not be empty'],
  [['serve', '--import='], '--import must not be empty'],
  [['serve', '--data', ''], '--data must not be empty'],
  [['serve', '--port='], '--port must not be empty'],
] as const) {
  test(`palatine ${typed.join(' ')} is refused with what is missing or may have been meant`, async () => {
    assert.deepEqual(await runCommand(typed), { code: 2, stdout: '', stderr: `palatine: ${message}\n` });
  });
}

test('an empty PALATINE_DATA is refused, and nothing is made in the folder where it was typed', async () => {
  const env = { PALATINE_DATA: '', INIT_CWD: folder };
  const message = 'palatine: PALATINE_DATA is empty; it must name the data folder, or be unset\n';
  assert.deepEqual(await runArguments(['--port', '0'], env), { code: 2, output: message });
  assert.deepEqual(await runCommand(['init'], env), { code: 2, stdout: '', stderr: message });
  assert.deepEqual(readdirSync(folder), []);
});

test('a wrong port is blamed on the flag or the variable that holds it', async () => {
  const env = { PALATINE_PORT: 'abc' };
  const range = 'must be a whole number from 0 to 65535, not "abc"';
  assert.deepEqual(await runToEnd([], env), { code: 2, output: `palatine: PALATINE_PORT ${range}\n` });
  const typed = await runArguments(['--port', 'abc'], { PALATINE_PORT: '' });
  assert.deepEqual(typed, { code: 2, output: `palatine: --port ${range}\n` });
  assert.equal((await runCommand(['serve'], env)).stderr, `palatine: PALATINE_PORT ${range}\n`);
});

for (const [typed, meant] of [
  [['--import', 'my saves'], "--import 'my saves'"],
  [['--import=saves'], '--import saves'],
  [['--no-simulate', '--port', '18000'], '--port 18000 --no-simulate'],
] as const) {
  test(`npm start ${typed.join(' ')}, without its --, is answered with the command that was meant`, async () => {
    const data = join(folder, 'never');
    const child = spawn('npm', ['start', ...typed], {
      cwd: ROOT,
      env: { ...process.env, PALATINE_DATA: data },
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: process.platform === 'win32',
    });
    const [stderr, ended] = await Promise.all([text(child.stderr), once(child, 'close')]);
    assert.deepEqual(ended, [2, null], stderr);
    const answer = `palatine: npm consumed the flags; put them after "--": npm start -- ${meant}\n`;
    assert.ok(stderr.includes(answer), stderr);
    assert.equal(existsSync(data), false);
  });
}
