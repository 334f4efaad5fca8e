import assert from 'node:assert/strict';
import { cpSync, existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { AttachCheck } from '@palatine/server/attached/attach-options.ts';
import { makeGameFolder, WORLD_GUID } from '../game-server/game-folder.ts';
import { type GameServerProcess, startGameServer } from '../game-server/start-game-server.ts';
import { runCommand } from '../harness/run-cli.ts';
import { newFolder } from '../harness/start-service.ts';

const PASSWORD = 'correct-horse-battery-7391';
const OTHER_GUID = 'AB'.repeat(16);

const folder = newFolder();
let server: GameServerProcess;
let made = 0;

before(async () => {
  server = await startGameServer({ password: PASSWORD, variants: { autosaveMs: 0 } });
});
after(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const aData = () => join(folder, `data-${++made}`);

interface Attached {
  code: number | null;
  attached: boolean;
  of(name: string): AttachCheck;
  has(name: string): boolean;
  /** What `Server.json` says; undefined when it is not there. */
  settings(): Settings | undefined;
  data: string;
  text: string;
}

interface Settings {
  SaveFolder: string;
  Rest: { Url: string; PasswordFile: string };
  Control: Record<string, unknown>;
}

/** Runs the command with `--json`. No secret may be in anything that it prints. */
async function attach(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  data = aData(),
): Promise<Attached> {
  const { code, stdout, stderr } = await runCommand(['attach', ...args, '--json', '--data', data], env);
  for (const output of [stdout, stderr]) assertNoSecret(output);
  const answer = JSON.parse(stdout) as { attached?: boolean; checks?: AttachCheck[] };
  const { attached = false, checks = [] } = answer;
  const file = join(data, 'Server.json');
  return {
    code,
    attached,
    data,
    text: stdout,
    of: (name) => checks.find(({ check }) => check === name) ?? assert.fail(`no check ${name} in ${stdout}`),
    has: (name) => checks.some(({ check }) => check === name),
    settings: () => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Settings) : undefined),
  };
}

function assertNoSecret(text: string): void {
  assert.ok(!text.includes(PASSWORD), 'the password is in the output');
  const basic = Buffer.from(`admin:${PASSWORD}`).toString('base64');
  assert.ok(!text.includes(basic), 'the password is in the output');
}

/** The flags that name the running stand-in. */
const running = () => ['--save', server.root, '--rest', server.url, '--password-file', server.passwordFile];

test('a server whose parts are right is attached: every check is ok, and Server.json names them', async () => {
  const { code, attached, of, settings, text, data } = await attach(running());
  assert.equal(code, 0, text);
  assert.equal(attached, true);
  assert.match(of('game server').found, /^"Stand-in \(not the game\)" v1\.0\.\S+ answers at http:/);
  assert.equal(of('world').found, `the server plays ${WORLD_GUID}, the one of the folder`);
  for (const name of ['save folder', 'PalWorldSettings.ini', 'REST interface', 'password', 'deliveries']) {
    assert.equal(of(name).state, 'ok', JSON.stringify(of(name)));
  }
  assert.equal(settings()?.SaveFolder, server.saveFolder);
  assert.equal(settings()?.Rest.Url, server.url);
  assert.equal(settings()?.Rest.PasswordFile, server.passwordFile);
  assert.ok(existsSync(join(data, 'world.db')), 'the save is imported');
});

test('a data folder that is attached needs no flags to be examined again, and keeps keys that nobody knows', async () => {
  const { data, settings } = await attach(running());
  const file = join(data, 'Server.json');
  writeFileSync(file, JSON.stringify({ ...settings(), Mine: { Keep: 1 } }));
  const again = await attach(['--yes'], {}, data);
  assert.equal(again.code, 0, again.text);
  assert.deepEqual((again.settings() as unknown as { Mine: unknown }).Mine, { Keep: 1 });
  assert.equal(again.settings()?.Rest.Url, server.url);
});

for (const [what, path] of [
  ['the world folder', (root: string) => join(root, 'Pal/Saved/SaveGames/0', WORLD_GUID)],
  ['Level.sav', (root: string) => join(root, 'Pal/Saved/SaveGames/0', WORLD_GUID, 'Level.sav')],
  ['SaveGames/0', (root: string) => join(root, 'Pal/Saved/SaveGames/0')],
  ['Pal/Saved', (root: string) => join(root, 'Pal/Saved')],
  ['Pal', (root: string) => join(root, 'Pal')],
] as const) {
  test(`the world is found from ${what}`, async () => {
    const { code, settings, text } = await attach([
      ...['--save', path(server.root), '--rest', server.url],
      ...['--password-file', server.passwordFile],
    ]);
    assert.equal(code, 0, text);
    assert.equal(settings()?.SaveFolder, server.saveFolder);
  });
}

test('of several worlds the one is taken that the server plays, although another one is newer', async () => {
  const game = await makeGameFolder({
    root: join(folder, `game-${++made}`),
    password: PASSWORD,
    worldGuid: WORLD_GUID,
  });
  const newer = join(game.saveFolder, '..', OTHER_GUID);
  cpSync(game.saveFolder, newer, { recursive: true });
  const soon = new Date(Date.now() + 1000);
  utimesSync(join(newer, 'Level.sav'), soon, soon);
  const flags = ['--save', game.root, '--rest', server.url, '--password-file', game.passwordFile];
  assert.equal((await attach(flags)).settings()?.SaveFolder, game.saveFolder);
  // Without the server's word, GameUserSettings.ini decides.
  const off = ['--save', game.root, '--rest', 'http://127.0.0.1:9', '--password-file', game.passwordFile];
  const offline = await attach([...off, '--offline-ok']);
  assert.equal(offline.settings()?.SaveFolder, game.saveFolder, offline.text);
  rmSync(join(game.root, 'Pal/Saved/Config/LinuxServer/GameUserSettings.ini'));
  const unknown = await attach([...off, '--offline-ok']);
  assert.equal(unknown.code, 1);
  assert.match(unknown.of('save folder').found, /^there are several worlds \(/);
});
