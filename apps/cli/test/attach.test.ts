import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { shellWord } from '@palatine/platform/format';
import type { AttachCheck } from '@palatine/sidecar/attach-options';
import { type GameFolderOptions, makeGameFolder, WORLD_GUID } from '@palatine/stand-in/game-folder';
import { startGameServer } from '@palatine/stand-in/start-game-server';
import { runCommand } from '@palatine/testing/run-cli';
import { runArguments, runToEnd, startProcess } from '@palatine/testing/start-process';
import { newFolder } from '@palatine/testing/start-service';

const PASSWORD = 'correct-horse-battery-7391';
const OTHER_GUID = 'AB'.repeat(16);

const folder = newFolder();
let folders = 0;

const server = await startGameServer({ password: PASSWORD, variants: { autosaveMs: 0 } });
after(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const aData = () => join(folder, `data-${++folders}`);

const filled = aData();
before(async () => {
  const { code, stderr } = await runCommand(['world', 'import', server.saveFolder, '--data', filled]);
  assert.equal(code, 0, stderr);
});

/** A data folder that holds the world of the running stand-in already, so that nothing is imported into it. */
function aFilledFolder(): string {
  const data = aData();
  mkdirSync(data);
  cpSync(join(filled, 'world.db'), join(data, 'world.db'));
  return data;
}

/** Another installation with the same world and password, whose settings name the port. */
const aGame = (options: GameFolderOptions) =>
  makeGameFolder({ root: join(folder, `game-${++folders}`), password: PASSWORD, ...options });

interface Attached {
  code: number | null;
  attached: boolean;
  of(name: string): AttachCheck;
  has(name: string): boolean;
  /** Contents of `Server.json`; undefined when it is missing. */
  settings(): Settings | undefined;
  data: string;
  text: string;
}

interface Settings {
  SaveFolder: string;
  Rest: { Url: string; PasswordFile: string };
  Control: Record<string, unknown>;
  playerResolution?: string;
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
  const config = JSON.parse(readFileSync(join(data, 'Config.json'), 'utf8')) as object;
  assert.deepEqual(config, { ...config, playerResolution: 'Known' }, 'offline players can be given to');
});

test('a folder that was made before serves offline players from its first attach on, as a new one does', async () => {
  const data = aFilledFolder();
  const config = join(data, 'Config.json');
  const resolution = () => (JSON.parse(readFileSync(config, 'utf8')) as Settings).playerResolution;
  writeFileSync(config, JSON.stringify({ playerResolution: 'Online' }));
  assert.equal((await attach(running(), {}, data)).code, 0);
  assert.equal(resolution(), 'Known');
  writeFileSync(config, JSON.stringify({ playerResolution: 'Online' }));
  await attach(running(), {}, data);
  assert.equal(resolution(), 'Online', 'a later choice of the owner stays');
});

test('a data folder that is attached needs no flags to be examined again, and keeps keys that nobody knows', async () => {
  const { data, settings } = await attach(running(), {}, aFilledFolder());
  const file = join(data, 'Server.json');
  writeFileSync(file, JSON.stringify({ ...settings(), Mine: { Keep: 1 } }));
  writeFileSync(join(data, 'Config.json'), '{"playerResolution":"Online"}');
  const again = await attach(['--yes'], {}, data);
  assert.equal(again.code, 0, again.text);
  assert.equal(readFileSync(join(data, 'Config.json'), 'utf8'), '{"playerResolution":"Online"}');
  assert.deepEqual((again.settings() as unknown as { Mine: unknown }).Mine, { Keep: 1 });
  assert.equal(again.settings()?.Rest.Url, server.url);
});

for (const [what, path] of [
  ['the world folder', `Pal/Saved/SaveGames/0/${WORLD_GUID}`],
  ['Level.sav', `Pal/Saved/SaveGames/0/${WORLD_GUID}/Level.sav`],
  ['SaveGames/0', 'Pal/Saved/SaveGames/0'],
  ['Pal/Saved', 'Pal/Saved'],
  ['Pal', 'Pal'],
] as const) {
  test(`the world is found from ${what}`, async () => {
    const rest = ['--rest', server.url, '--password-file', server.passwordFile];
    const save = ['--save', join(server.root, path)];
    const { code, settings, text } = await attach([...save, ...rest], {}, aFilledFolder());
    assert.equal(code, 0, text);
    assert.equal(settings()?.SaveFolder, server.saveFolder);
  });
}

test('of several worlds the one is taken that the server plays, although another one is newer', async () => {
  const game = await aGame({});
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

test('REST that is off in the settings is missing, and the keys and variables that switch it on are named', async () => {
  const game = await aGame({ restEnabled: false, port: 9 });
  const { code, of, settings } = await attach(['--save', game.root, '--password-file', game.passwordFile]);
  assert.equal(code, 1);
  const rest = of('REST interface');
  assert.equal(rest.state, 'missing');
  assert.ok(rest.found.endsWith('PalWorldSettings.ini'));
  for (const name of ['RESTAPIEnabled=True', 'REST_API_ENABLED', 'RESTAPI_ENABLED', '-restapi']) {
    assert.ok(rest.todo?.includes(name), name);
  }
  assert.match(of('game server').found, /^no answer at http:\/\/127\.0\.0\.1:9: /);
  assert.equal(settings(), undefined, 'nothing is written');
});

test('settings that the game does not read do not switch REST on, for attach and for doctor', async () => {
  const game = await aGame({ port: 9 });
  const ini = join(game.root, 'Pal/Saved/Config/LinuxServer/PalWorldSettings.ini');
  writeFileSync(ini, readFileSync(ini, 'utf8').replace('(', '(\n'));
  const { of, code } = await attach([
    '--save',
    game.root,
    '--password-file',
    game.passwordFile,
    '--offline-ok',
  ]);
  assert.deepEqual(
    [code, of('PalWorldSettings.ini').state, of('REST interface').state],
    [1, 'warning', 'missing'],
  );
  const unread = /from one line below its section, and it is not whole there: .*; this file has no effect$/;
  assert.match(of('PalWorldSettings.ini').found, unread);
  const attached = await attach(running(), {}, aFilledFolder());
  const settings = join(server.root, 'Pal/Saved/Config/LinuxServer/PalWorldSettings.ini');
  const before = readFileSync(settings, 'utf8');
  writeFileSync(settings, before.replace('OptionSettings', 'OptionsSettings').padEnd(300));
  try {
    assert.match(
      (await doctor(attached.data))('REST interface').found,
      /PalWorldSettings.ini: the game reads/,
    );
  } finally {
    writeFileSync(settings, before);
  }
});

test('the port is that of the settings when no address is given', async () => {
  const game = await aGame({ port: server.port });
  const { of, code, text } = await attach(['--save', game.root, '--password-file', game.passwordFile]);
  assert.equal(code, 0, text);
  assert.equal(of('REST interface').found, `is on at ${server.url}`);
});

test('a server without an AdminPassword and one that rejects the password have different messages', async () => {
  const wrong = join(folder, 'wrong-password');
  writeFileSync(wrong, 'another-word-5512\n', { mode: 0o600 });
  const flags = ['--save', server.root, '--rest', server.url];
  const rejected = await attach([...flags, '--password-file', wrong]);
  assert.equal(rejected.code, 1);
  assert.match(rejected.of('game server').found, /runs, and rejects the password: Unauthorized$/);
  assert.ok(!rejected.text.includes('another-word-5512'));
  await server.control('variants', { password: '' });
  try {
    const { code, of, has } = await attach(running());
    assert.equal(code, 1);
    assert.match(of('game server').found, /has no AdminPassword: Unauthorized \(AdminPassword is empty\)$/);
    assert.match(of('game server').todo ?? '', /ADMIN_PASSWORD/);
    assert.equal(has('WorldOption.sav'), false);
    const option = join(server.saveFolder, 'WorldOption.sav');
    writeFileSync(option, 'options');
    const overridden = await attach(running());
    rmSync(option);
    assert.equal(overridden.of('WorldOption.sav').state, 'missing');
    assert.match(overridden.of('WorldOption.sav').todo ?? '', /rename the file to WorldOption\.sav\.bak/);
  } finally {
    await server.control('variants', { password: null });
  }
});

test('a game that keeps no copies of its save is a warning', async () => {
  const game = await aGame({ port: server.port });
  const options = `OptionSettings=(RESTAPIPort=${server.port},bIsUseBackupSaveData=False)`;
  writeFileSync(game.settingsFile, `[/Script/Pal.PalGameWorldSettings]\n${options}`);
  const { code, of } = await attach(['--save', game.root, '--password-file', game.passwordFile]);
  assert.deepEqual([code, of('PalWorldSettings.ini').state], [0, 'warning']);
  assert.match(of('PalWorldSettings.ini').found, /keeps no backups/);
});

test('a WorldOption.sav beside a server that answers is a warning', async () => {
  const game = await aGame({ port: server.port, worldOption: true });
  const { code, of } = await attach(['--save', game.root, '--password-file', game.passwordFile]);
  assert.deepEqual([code, of('WorldOption.sav').state], [0, 'warning']);
});

test('the folder of another world is refused, with the name of the one that is played', async () => {
  await server.control('variants', { worldGuid: OTHER_GUID });
  try {
    const { code, of, settings } = await attach(running());
    assert.equal(code, 1);
    assert.ok(of('world').found.startsWith(`the server plays the world ${OTHER_GUID}, and `));
    assert.equal(settings(), undefined);
  } finally {
    await server.control('variants', { worldGuid: null });
  }
});

test('a server that is off is attached to with --offline-ok only, if its settings name the world', async () => {
  const game = await aGame({ port: 9 });
  const flags = ['--save', game.root, '--password-file', game.passwordFile];
  const refused = await attach(flags);
  assert.equal(refused.code, 1);
  assert.match(refused.of('game server').todo ?? '', /--offline-ok attaches to a server that is off$/);
  const { code, of, settings, text } = await attach([...flags, '--offline-ok']);
  assert.equal(code, 0, text);
  assert.equal(of('game server').state, 'warning');
  assert.equal(of('world').found, `GameUserSettings.ini names ${WORLD_GUID}, the one of the folder`);
  assert.equal(settings()?.Rest.Url, 'http://127.0.0.1:9');
  const ini = join(game.root, 'Pal/Saved/Config/LinuxServer/GameUserSettings.ini');
  writeFileSync(ini, `DedicatedServerName=${OTHER_GUID}\n`);
  const other = await attach([...flags, '--offline-ok']);
  assert.deepEqual([other.code, other.of('world').state], [1, 'missing']);
});

test('a server that takes connections and says nothing is described as one that boots or is paused', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const game = await aGame({ port });
  const flags = ['--save', game.root, '--password-file', game.passwordFile];
  const { code, of } = await attach(flags).finally(() => silent.close());
  assert.equal(code, 1);
  assert.match(of('game server').todo ?? '', /like one that is booting or paused by its image/);
});

test('an address in the open is refused unless Server.json confirms it, and nothing is sent there', async () => {
  const save = ['--save', server.root];
  const flags = [...save, '--rest', 'http://203.0.113.7:8212', '--password-file', server.passwordFile];
  const { code, of, has } = await attach(flags);
  assert.equal(code, 1);
  assert.match(of('address').found, /"AllowPublicAddress": true in Server\.json/);
  assert.equal(has('game server'), false);
  const others = [
    '127.0.0.1:8212',
    'http://127.0.0.1',
    'http://admin:word@127.0.0.1:8212',
    'ftp://127.0.0.1:21',
  ];
  for (const wrong of others) {
    const refused = await attach([...save, '--rest', wrong]);
    assert.deepEqual([refused.code, refused.of('address').state], [1, 'missing'], wrong);
  }
  const data = aData();
  mkdirSync(data);
  const file = { Rest: { AllowPublicAddress: true } };
  writeFileSync(join(data, 'Server.json'), JSON.stringify(file));
  const named = ['--save', server.root, '--rest', 'http://203.0.113.7:9', '--offline-ok'];
  const confirmed = await attach([...named, '--password-file', server.passwordFile], {}, data);
  assert.equal(confirmed.has('address'), false, confirmed.text);
});

test('a password of the environment is used, and stored for this user alone where that is asked for', async () => {
  const flags = ['--save', server.root, '--rest', server.url];
  const env = { PALATINE_SERVER_PASSWORD: PASSWORD };
  const unchanged = await attach(flags, env, aFilledFolder());
  assert.equal(unchanged.code, 0, unchanged.text);
  assert.equal(unchanged.settings()?.Rest.PasswordFile, '');
  const stored = await attach([...flags, '--store-password'], env, aFilledFolder());
  assert.equal(stored.settings()?.Rest.PasswordFile, 'server-password');
  const file = join(stored.data, 'server-password');
  assert.equal(readFileSync(file, 'utf8'), `${PASSWORD}\n`);
  if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600);
  const again = await attach(['--yes'], {}, stored.data);
  assert.equal(again.code, 0, again.text);
  assert.equal(again.of('password').found, 'from server-password');
});

test('two passwords are one too many, and no password is missing while the server is still asked', async () => {
  const env = { PALATINE_SERVER_PASSWORD: PASSWORD };
  const both = await runCommand(['attach', ...running(), '--data', aData()], env);
  assert.equal(both.code, 2);
  assertNoSecret(both.stderr);
  assert.match(both.stderr, /PALATINE_SERVER_PASSWORD is set, and wins over --password-file/);
  const store = await runCommand(['attach', '--store-password', '--data', aData()]);
  const expected = /--store-password stores the password of PALATINE_SERVER_PASSWORD, which is not set/;
  assert.match(store.stderr, expected);
  const none = await attach(['--save', server.root, '--rest', server.url]);
  assert.equal(none.of('password').state, 'missing');
  assert.equal(none.of('REST interface').state, 'ok', 'a refusal says that it is up');
});

for (const [what, text] of [
  ['is missing', undefined],
  ['is empty', ''],
  ['has two lines', `${PASSWORD}\n${PASSWORD}\n`],
] as const) {
  test(`a password file that ${what} is named, without what is in it`, async () => {
    const file = join(folder, `password-${++folders}`);
    if (text !== undefined) writeFileSync(file, text);
    const { code, of } = await attach(['--save', server.root, '--rest', server.url, '--password-file', file]);
    assert.deepEqual([code, of('password').state], [1, 'missing']);
    assert.ok(of('password').found.includes(file));
  });
}

test('a password that an image publishes, one that is empty in the settings, and one that others can read are warned of', async () => {
  const file = join(folder, 'published');
  writeFileSync(file, 'adminPasswordHere\n');
  chmodSync(file, 0o644); // the umask does not count here
  const flags = ['--save', server.root, '--rest', server.url, '--password-file', file];
  const { of } = await attach(flags, {}, aFilledFolder());
  assert.deepEqual(of('password').state, 'warning');
  assert.ok(!of('password').found.includes('adminPasswordHere'));
  if (process.platform !== 'win32') assert.equal(of('password file').todo, `chmod 600 ${shellWord(file)}`);
  const game = await aGame({ port: 9, password: '' });
  const empty = await attach(['--save', game.root, '--password-file', server.passwordFile, '--offline-ok']);
  assert.match(empty.of('password').found, /^AdminPassword is empty in .*PalWorldSettings\.ini$/);
});

test('a save that is ahead of the clock, an interrupted edit and a file in lower case are found', async () => {
  const game = await aGame({ port: server.port });
  const later = new Date(Date.now() + 3_600_000);
  utimesSync(join(game.saveFolder, 'Level.sav'), later, later);
  const flags = ['--save', game.root, '--password-file', game.passwordFile];
  const ahead = await attach(flags);
  assert.match(ahead.of('save folder').found, /which is 3\d{3} s ahead of this machine's clock$/);
  const [file = ''] = readdirSync(join(game.saveFolder, 'Players')).filter((name) => /[A-F]/.test(name));
  cpSync(join(game.saveFolder, 'Players', file), join(game.saveFolder, 'Players', `${'a'.repeat(32)}.sav`));
  writeFileSync(join(game.saveFolder, 'palatine-edit.json'), '{}');
  const { code, of } = await attach(flags);
  assert.equal(code, 1);
  assert.match(of('interrupted edit').todo ?? '', /palatine save undo /);
  assert.match(of('player files').found, /the game on Linux does not read such files$/);
});

test('an empty Level.sav, a Git LFS pointer, a folder without one and a path that is not there each have a message', async () => {
  const game = await aGame({ port: server.port });
  const flags = ['--rest', server.url, '--password-file', game.passwordFile];
  writeFileSync(join(game.saveFolder, 'Level.sav'), '');
  const empty = await attach(['--save', game.root, ...flags]);
  assert.match(empty.of('save folder').found, /Level\.sav is empty$/);
  writeFileSync(join(game.saveFolder, 'Level.sav'), 'version https://git-lfs.github.com/spec/v1\n');
  const pointer = await attach(['--save', game.root, ...flags]);
  assert.match(pointer.of('save folder').found, /Level\.sav is a Git LFS pointer, .*: run git lfs pull$/);
  rmSync(join(game.saveFolder, 'Level.sav'));
  const none = await attach(['--save', game.root, ...flags]);
  assert.match(none.of('save folder').found, /holds no Level\.sav, and no world folder/);
  const nowhere = await attach(['--save', join(folder, 'nowhere'), ...flags]);
  assert.match(nowhere.of('save folder').found, /^there is no .*nowhere$/);
});

test('a control that cannot be asked is missing when it is named, and commands come from Server.json', async () => {
  const docker = await attach([...running(), '--control', 'docker:palworld-of-nobody']);
  assert.equal(docker.code, 1);
  assert.match(
    docker.of('control').found,
    /^the container palworld-of-nobody does not say whether the game server runs/,
  );
  const socket = join(folder, 'docker.sock');
  const proxied = await attach([...running(), '--control', `docker:palworld@${socket}`]);
  assert.ok(proxied.of('control').todo?.includes(`the Docker Engine at ${socket} `));
  const none = await attach([...running(), '--control', 'commands']);
  assert.match(none.of('control').found, /^Control\.Stop must name a program/);
  const data = aFilledFolder();
  const Control = { Stop: ['true'], Start: ['true'], Status: ['true'] };
  writeFileSync(join(data, 'Server.json'), JSON.stringify({ Control }));
  const commands = await attach([...running(), '--control', 'commands'], {}, data);
  assert.equal(commands.code, 0, commands.text);
  assert.equal(commands.of('control').found, 'the command true is running');
  assert.equal(commands.settings()?.Control.Kind, 'Commands');
  const typo = await runCommand(['attach', '--control', 'docker', '--data', aData()]);
  assert.deepEqual([typo.code, typo.stderr.includes('--control must be docker:NAME')], [2, true]);
});

test('a world that was changed stays unless --replace is given, and nothing is written before', async () => {
  const data = aData();
  const other = await aGame({ port: 9 });
  assert.equal((await runCommand(['world', 'import', other.saveFolder, '--data', data])).code, 0);
  const refused = await runCommand(['attach', ...running(), '--data', data]);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /world\.db holds the world .* already, imported .*; --replace moves it aside/);
  assert.equal(existsSync(join(data, 'Server.json')), false);
  const replaced = await attach([...running(), '--replace'], {}, data);
  assert.equal(replaced.code, 0, replaced.text);
});

test('the checklist for a person has a line for each piece, with what to do about it', async () => {
  const { code, stdout, stderr } = await runCommand(['attach', ...running(), '--data', aFilledFolder()]);
  assert.equal(code, 0, stderr);
  assertNoSecret(stdout + stderr);
  assert.match(stdout, /^ok {7}save folder: /m);
  assert.match(stdout, /^ok {7}game server: "Stand-in \(not the game\)"/m);
  assert.match(stdout, /^\S+Server\.json is written\.$/m);
  assert.match(stdout, /^palatine serve starts the service beside the game server\.$/m);
  const bad = await runCommand(['attach', '--save', join(folder, 'nowhere'), '--data', aData()]);
  assert.match(bad.stdout, /^missing {2}save folder: .*\n {9}→ name the world folder with --save/m);
  assert.match(bad.stdout, /^Nothing is written: add what is missing, and run the command again\.$/m);
});

test('npm start -- --attach attaches, imports the save and serves it; no secret is in what it prints', async () => {
  const data = aData();
  const flags = ['--attach', server.root, '--rest', server.url, '--data', data];
  const env = { PALATINE_SERVER_PASSWORD: PASSWORD };
  await using service = await startProcess(flags, env);
  assertNoSecret(service.output());
  assert.match(service.output(), /^ {2}beside {3}.* \(\w+.*\); its save is .*, nothing waits$/m);
  const headers = { authorization: `Bearer ${service.token}` };
  const response = await fetch(`${service.url}/v1/palatine/server`, { headers });
  assert.notEqual(((await response.json()) as { State: string }).State, 'Disabled');
  assert.equal(await service.end('SIGTERM'), 0);
  assertNoSecret(service.output());
  const off = ['--attach', server.root, '--rest', 'http://127.0.0.1:9', '--data', data];
  const again = await runToEnd(off, env);
  assert.equal(again.code, 1);
  assert.match(again.output, /^palatine: cannot attach; game server: no answer at http:\/\/127\.0\.0\.1:9/m);
  assertNoSecret(again.output);
});

const EXCLUDED = 'exclude each other: the game server owns the world';
for (const [typed, message] of [
  ['--attach x --import y', `--attach and --import ${EXCLUDED}`],
  ['--attach x --demo players=3', `--attach and --demo ${EXCLUDED}`],
  ['--attach x --faults', `--attach and --faults ${EXCLUDED}`],
  ['--attach x --simulate', `--attach and --simulate ${EXCLUDED}`],
  ['--rest http://127.0.0.1:8212', '--rest needs --attach'],
  ['--password-file x', '--password-file needs --attach'],
] as const) {
  test(`npm start -- ${typed} is refused`, async () => {
    assert.deepEqual(await runArguments(typed.split(' ')), { code: 2, output: `palatine: ${message}\n` });
  });
}

interface Finding {
  check: string;
  state: string;
  found: string;
  todo?: string;
}

async function doctor(data: string): Promise<(name: string) => Finding> {
  const { stdout } = await runCommand(['doctor', '--json', '--data', data]);
  assertNoSecret(stdout);
  const { findings } = JSON.parse(stdout) as { findings: Finding[] };
  return (name) => findings.find(({ check }) => check === name) ?? assert.fail(`no finding ${name}`);
}

test('the doctor looks at what an attached data folder needs, without a word to the server', async () => {
  const { data } = await attach(running(), {}, aFilledFolder());
  await server.control('forgetRequests');
  const of = await doctor(data);
  for (const name of ['Server.json', 'save folder', 'REST interface', 'control', 'deliveries']) {
    assert.equal(of(name).state, 'ok', JSON.stringify(of(name)));
  }
  assert.equal(of('Server.json').found, `attached to ${server.url}`);
  assert.equal(of('deliveries').found, '0 pending, 0 being delivered, 0 failed');
  assert.deepEqual(await server.control('requests'), []);
});

test('the doctor finds what is wrong with an attached data folder', async () => {
  const { data, settings } = await attach(running(), {}, aFilledFolder());
  const other = await aGame({ port: 9 });
  const ini = join(other.root, 'Pal/Saved/Config/LinuxServer/GameUserSettings.ini');
  writeFileSync(ini, `DedicatedServerName=${OTHER_GUID}\n`);
  const open = join(folder, 'open-password');
  writeFileSync(open, `${PASSWORD}\n`);
  chmodSync(open, 0o644);
  const change = (changes: object) =>
    writeFileSync(join(data, 'Server.json'), JSON.stringify({ ...settings(), ...changes }));
  change({
    SaveFolder: other.saveFolder,
    Rest: { Url: server.url, PasswordFile: open },
    Control: { Kind: 'Docker', Container: 'palworld', Socket: join(folder, 'no.sock') },
  });
  const warned = await doctor(data);
  const saved = warned('save folder').found;
  assert.match(
    saved,
    /^the world of the data folder did not come from this save; GameUserSettings.ini names /,
  );
  assert.match(
    saved,
    new RegExp(`names ${OTHER_GUID}, so the server would play that .*, and deliveries wait$`),
  );
  if (process.platform !== 'win32')
    assert.equal(warned('REST interface').todo, `chmod 600 ${shellWord(open)}`);
  assert.match(warned('control').found, /^there is no .*no\.sock$/);
  change({
    SaveFolder: join(folder, 'nowhere'),
    Rest: { Url: 'http://203.0.113.7:8212' },
    Control: { Kind: 'Commands' },
  });
  const failed = await doctor(data);
  for (const name of ['save folder', 'REST interface', 'control'])
    assert.equal(failed(name).state, 'fail', name);
  change({ Control: {}, Maintenance: { TimeZone: 'America/New_York', EveryHours: 6 } });
  const named = (await doctor(data))('Server.json');
  assert.deepEqual([named.state, named.todo], ['warn', `correct ${join(data, 'Server.json')}`]);
  assert.match(
    named.found,
    /^Maintenance.EveryHours cannot restart anything: .*no effect here: Maintenance.TimeZone/,
  );
  change({ Maintenance: { TimeZone: 'America/New_York' } });
  assert.match(
    (await doctor(data))('Server.json').found,
    /^attached to .*; no effect here: Maintenance.TimeZone$/,
  );
  change({ Maintenance: undefined, Maintenence: {} });
  assert.match((await doctor(data))('Server.json').found, /Maintenence/);
  writeFileSync(join(data, 'Server.json'), '{');
  assert.equal((await doctor(data))('Server.json').state, 'fail');
});
