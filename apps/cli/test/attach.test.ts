import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, cpSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { shellWord } from '@palatine/platform/format';
import { testFolder } from '@palatine/platform/testing';
import { type GameFolderOptions, makeGameFolder, WORLD_GUID } from '@palatine/stand-in/game-folder';
import { openGameServer } from '@palatine/stand-in/open-game-server';
import { isRefused, runCommand, succeeds } from '@palatine/testing/run-cli';
import { runArguments, runToEnd, startProcess } from '@palatine/testing/start-process';
import type { plainFinding } from '../src/command/terminal.ts';
import { examine } from './examine.ts';

const PASSWORD = 'correct-horse-battery-7391';
const OTHER_GUID = 'AB'.repeat(16);

const folder = testFolder();
let folders = 0;

const server = await openGameServer({ password: PASSWORD, variants: { autosaveMs: 0 } });
after(() => server[Symbol.asyncDispose]());

const aData = () => join(folder, `data-${++folders}`);

const filled = aData();
await succeeds(['world', 'import', server.saveFolder, '--data', filled]);

/** A data folder that holds the world of the running stand-in already, so that nothing is imported into it. */
function aFilledFolder(): string {
  const data = aData();
  cpSync(join(filled, 'world.db'), join(data, 'world.db'));
  return data;
}

/** Another installation with the same world and password, whose settings name the port. */
const aGame = (options: GameFolderOptions) =>
  makeGameFolder({ root: join(folder, `game-${++folders}`), password: PASSWORD, ...options });

interface Settings {
  SaveFolder: string;
  Rest: { Url: string; PasswordFile: string };
  Control: Record<string, unknown>;
  playerResolution?: string;
}

/** Runs the command with `--json`. No secret may be in anything that it prints. */
async function attach(args: readonly string[], env: NodeJS.ProcessEnv = {}, data = aData()) {
  const { code, stdout, stderr } = await runCommand(['attach', ...args, '--json', '--data', data], env);
  for (const output of [stdout, stderr]) assertNoSecret(output);
  const { attached, checks = [] }: { attached?: true; checks?: ReturnType<typeof plainFinding>[] } =
    JSON.parse(stdout);
  const file = join(data, 'Server.json');
  return {
    code,
    attached,
    data,
    text: stdout,
    of: (name: string) =>
      checks.find(({ check }) => check === name) ?? assert.fail(`no check ${name} in ${stdout}`),
    has: (name: string) => checks.some(({ check }) => check === name),
    /** Contents of `Server.json`; undefined when it is missing. */
    settings(): Settings | undefined {
      return statSync(file, { throwIfNoEntry: false }) && JSON.parse(readFileSync(file, 'utf8'));
    },
  };
}

function assertNoSecret(text: string): void {
  const basic = Buffer.from(`admin:${PASSWORD}`).toString('base64');
  for (const secret of [PASSWORD, basic]) assert.ok(!text.includes(secret), 'the password is in the output');
}

/** The flags that name an installation, whose settings have the port. */
const flagsOf = ({ root, passwordFile }: { root: string; passwordFile: string }) => {
  return ['--save', root, '--password-file', passwordFile];
};

/** The flags that name the running stand-in. */
const running = () => [...flagsOf(server), '--rest', server.url];

/** Runs `work` while the stand-in plays a variant. */
async function withVariant(variant: { password: string } | { worldGuid: string }, work: () => Promise<void>) {
  await server.control('variants', variant);
  try {
    await work();
  } finally {
    await server.control('variants', { password: null, worldGuid: null });
  }
}

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
  assert.ok(statSync(join(data, 'world.db')).isFile(), 'the save is imported');
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

test('a data folder that is attached needs no flags to be examined again, and keeps unknown keys', async () => {
  const { data, settings } = await attach(running(), {}, aFilledFolder());
  writeFileSync(join(data, 'Server.json'), JSON.stringify({ ...settings(), Mine: { Keep: 1 } }));
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
    const flags = [...flagsOf({ ...server, root: join(server.root, path) }), '--rest', server.url];
    const { code, settings, text } = await attach(flags, {}, aFilledFolder());
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
  const on = await attach([...flagsOf(game), '--rest', server.url]);
  assert.equal(on.settings()?.SaveFolder, game.saveFolder);
  // Without the server's word, GameUserSettings.ini decides.
  const off = [...flagsOf(game), '--rest', 'http://127.0.0.1:9', '--offline-ok'];
  const offline = await attach(off);
  assert.equal(offline.settings()?.SaveFolder, game.saveFolder, offline.text);
  rmSync(join(game.root, 'Pal/Saved/Config/LinuxServer/GameUserSettings.ini'));
  const unknown = await attach(off);
  assert.equal(unknown.code, 1);
  assert.match(unknown.of('save folder').found, /^there are several worlds \(/);
});

test('REST that is off in the settings is missing, and the keys and variables that switch it on are named', async () => {
  const game = await aGame({ restEnabled: false, port: 9 });
  const { code, of, settings } = await attach(flagsOf(game));
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
  writeFileSync(game.settingsFile, readFileSync(game.settingsFile, 'utf8').replace('(', '(\n'));
  const { of, code } = await attach([...flagsOf(game), '--offline-ok']);
  assert.deepEqual([code, of('PalWorldSettings.ini').state], [1, 'warning']);
  assert.equal(of('REST interface').state, 'missing');
  const unread = /from one line below its section, and it is not whole there: .*; this file has no effect$/;
  assert.match(of('PalWorldSettings.ini').found, unread);
  const attached = await attach(running(), {}, aFilledFolder());
  const before = readFileSync(server.settingsFile, 'utf8');
  writeFileSync(server.settingsFile, before.replace('OptionSettings', 'OptionsSettings').padEnd(300));
  try {
    const { found } = (await doctor(attached.data))('REST interface');
    assert.match(found, /PalWorldSettings.ini: the game reads/);
  } finally {
    writeFileSync(server.settingsFile, before);
  }
});

test('a server without an AdminPassword and one that rejects the password have different messages', async () => {
  const wrong = join(folder, 'wrong-password');
  writeFileSync(wrong, 'another-word-5512\n', { mode: 0o600 });
  const rejected = await attach([...flagsOf({ ...server, passwordFile: wrong }), '--rest', server.url]);
  assert.equal(rejected.code, 1);
  assert.match(rejected.of('game server').found, /runs, and rejects the password: Unauthorized$/);
  assert.ok(!rejected.text.includes('another-word-5512'));
  await withVariant({ password: '' }, async () => {
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
  });
});

test('the port is that of the settings; a game that keeps no copies of its save, and a WorldOption.sav beside a server that answers, are warnings', async () => {
  const game = await aGame({ port: server.port, worldOption: true });
  const options = `OptionSettings=(RESTAPIPort=${server.port},bIsUseBackupSaveData=False)`;
  writeFileSync(game.settingsFile, `[/Script/Pal.PalGameWorldSettings]\n${options}`);
  const { code, of } = await attach(flagsOf(game));
  assert.deepEqual([code, of('WorldOption.sav').state], [0, 'warning']);
  assert.equal(of('PalWorldSettings.ini').state, 'warning');
  assert.match(of('PalWorldSettings.ini').found, /keeps no backups/);
  assert.equal(of('REST interface').found, `is on at ${server.url}`);
});

test('the folder of another world is refused, with the name of the one that is played', async () => {
  await withVariant({ worldGuid: OTHER_GUID }, async () => {
    const { code, of, settings } = await attach(running());
    assert.equal(code, 1);
    assert.ok(of('world').found.startsWith(`the server plays the world ${OTHER_GUID}, and `));
    assert.equal(settings(), undefined);
  });
});

test('a server that is off is attached to with --offline-ok only, if its settings name the world', async () => {
  const game = await aGame({ port: 9 });
  const flags = flagsOf(game);
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
  const foreign = await attach([...flags, '--offline-ok']);
  assert.deepEqual([foreign.code, foreign.of('world').state], [1, 'missing']);
});

test('a server that takes connections and says nothing is described as one that boots or is paused', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const game = await aGame({ port: (silent.address() as AddressInfo).port });
  const { code, of } = await attach(flagsOf(game)).finally(() => silent.close());
  assert.equal(code, 1);
  assert.match(of('game server').todo ?? '', /like one that is booting or paused by its image/);
});

test('an address in the open is refused unless Server.json confirms it, and nothing is sent there', async () => {
  const { code, of, has } = await attach([...flagsOf(server), '--rest', 'http://203.0.113.7:8212']);
  assert.equal(code, 1);
  assert.match(of('address').found, /"AllowPublicAddress": true in Server\.json/);
  assert.equal(has('game server'), false);
  const wrong = await attach([...flagsOf(server), '--rest', 'http://admin:word@127.0.0.1:8212']);
  assert.deepEqual([wrong.code, wrong.of('address').state], [1, 'missing']);
  const data = aFilledFolder();
  writeFileSync(join(data, 'Server.json'), '{"Rest":{"AllowPublicAddress":true}}');
  const named = [...flagsOf(server), '--rest', 'http://203.0.113.7:9', '--offline-ok'];
  const confirmed = await attach(named, {}, data);
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
  const wins = /PALATINE_SERVER_PASSWORD is set, and wins over --password-file/;
  const both = await isRefused(['attach', ...running(), '--data', aData()], wins, { code: 2, env });
  assertNoSecret(both.stderr);
  const unset = /--store-password stores the password of PALATINE_SERVER_PASSWORD, which is not set/;
  await isRefused(['attach', '--store-password', '--data', aData()], unset, { code: 2 });
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
    const { code, of } = await attach([...flagsOf({ ...server, passwordFile: file }), '--rest', server.url]);
    assert.deepEqual([code, of('password').state], [1, 'missing']);
    assert.ok(of('password').found.includes(file));
  });
}

test('a password that an image publishes, one that is empty in the settings, and one that others can read are warned of', async () => {
  const file = join(folder, 'published');
  writeFileSync(file, 'adminPasswordHere\n');
  chmodSync(file, 0o644); // the umask does not count here
  const flags = [...flagsOf({ ...server, passwordFile: file }), '--rest', server.url];
  const { of } = await attach(flags, {}, aFilledFolder());
  assert.deepEqual(of('password').state, 'warning');
  assert.ok(!of('password').found.includes('adminPasswordHere'));
  if (process.platform !== 'win32') assert.equal(of('password file').todo, `chmod 600 ${shellWord(file)}`);
  const game = await aGame({ port: 9, password: '' });
  const empty = await attach([...flagsOf({ ...server, root: game.root }), '--offline-ok']);
  assert.match(empty.of('password').found, /^AdminPassword is empty in .*PalWorldSettings\.ini$/);
});

test('a save that is ahead of the clock, an interrupted edit and a file in lower case are found', async () => {
  const game = await aGame({ port: server.port });
  const flags = flagsOf(game);
  const later = new Date(Date.now() + 3_600_000);
  utimesSync(join(game.saveFolder, 'Level.sav'), later, later);
  const ahead = await attach(flags);
  assert.match(ahead.of('save folder').found, /which is 3\d{3} s ahead of this machine's clock$/);
  writeFileSync(join(game.saveFolder, 'Players', `${'a'.repeat(32)}.sav`), '');
  writeFileSync(join(game.saveFolder, 'palatine-edit.json'), '{}');
  const { code, of } = await attach(flags);
  assert.equal(code, 1);
  assert.match(of('interrupted edit').todo ?? '', /palatine save undo /);
  assert.match(of('player files').found, /the game on Linux does not read such files$/);
});

test('an empty Level.sav, a Git LFS pointer, a folder without one and a path that is not there each have a message', async () => {
  const game = await aGame({ port: server.port });
  const level = join(game.saveFolder, 'Level.sav');
  const found = async (root = game.root) => {
    const { of } = await attach([...flagsOf({ ...game, root }), '--rest', server.url]);
    return of('save folder').found;
  };
  writeFileSync(level, '');
  assert.match(await found(), /Level\.sav is empty$/);
  writeFileSync(level, 'version https://git-lfs.github.com/spec/v1\n');
  assert.match(await found(), /Level\.sav is a Git LFS pointer, .*: run git lfs pull$/);
  rmSync(level);
  assert.match(await found(), /holds no Level\.sav, and no world folder/);
  assert.match(await found(join(folder, 'nowhere')), /^there is no .*nowhere$/);
});

test('a control that cannot be asked is missing when it is named, and commands come from Server.json', async () => {
  const docker = await attach([...running(), '--control', 'docker:no-such-palworld']);
  assert.equal(docker.code, 1);
  assert.match(docker.of('control').found, /^the container no-such-palworld does not say whether the game/);
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
  const typo = ['attach', '--control', 'docker', '--data', aData()];
  await isRefused(typo, /--control must be docker:NAME/, { code: 2 });
});

test('a world that was changed stays unless --replace is given, and nothing is written before', async () => {
  const data = aData();
  const foreign = await aGame({ port: 9 });
  await succeeds(['world', 'import', foreign.saveFolder, '--data', data]);
  const held = /world\.db holds the world .* already, imported .*; --replace moves it aside/;
  await isRefused(['attach', ...running(), '--data', data], held);
  assert.throws(() => statSync(join(data, 'Server.json')), { code: 'ENOENT' });
  const replaced = await attach([...running(), '--replace'], {}, data);
  assert.equal(replaced.code, 0, replaced.text);
});

test('the checklist for a person has a line for each piece, with what to do about it', async () => {
  const { stdout, stderr } = await succeeds(['attach', ...running(), '--data', aFilledFolder()]);
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

async function doctor(data: string) {
  const { findings, of } = await examine(data);
  assertNoSecret(JSON.stringify(findings));
  return of;
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
  const foreign = await aGame({ port: 9 });
  const ini = join(foreign.root, 'Pal/Saved/Config/LinuxServer/GameUserSettings.ini');
  writeFileSync(ini, `DedicatedServerName=${OTHER_GUID}\n`);
  const open = join(folder, 'open-password');
  writeFileSync(open, `${PASSWORD}\n`);
  chmodSync(open, 0o644);
  const change = (changes: object) =>
    writeFileSync(join(data, 'Server.json'), JSON.stringify({ ...settings(), ...changes }));
  change({
    SaveFolder: foreign.saveFolder,
    Rest: { Url: server.url, PasswordFile: open },
    Control: { Kind: 'Docker', Container: 'palworld', Socket: join(folder, 'no.sock') },
  });
  const warned = await doctor(data);
  const names = `names ${OTHER_GUID}, so the server would play that .*, and deliveries wait`;
  const strange = new RegExp(`^the world of the data folder did not come from this save; .*${names}$`);
  assert.match(warned('save folder').found, strange);
  const todo = `chmod 600 ${shellWord(open)}`;
  if (process.platform !== 'win32') assert.equal(warned('REST interface').todo, todo);
  assert.match(warned('control').found, /^there is no .*no\.sock$/);
  const Rest = { Url: 'http://203.0.113.7:8212' };
  change({ SaveFolder: join(folder, 'nowhere'), Rest, Control: { Kind: 'Commands' } });
  const failed = await doctor(data);
  for (const name of ['save folder', 'REST interface', 'control'])
    assert.equal(failed(name).state, 'fail', name);
  change({ Control: {}, Maintenance: { TimeZone: 'America/New_York', EveryHours: 6 } });
  const named = (await doctor(data))('Server.json');
  assert.deepEqual([named.state, named.todo], ['warn', `correct ${join(data, 'Server.json')}`]);
  assert.match(named.found, /^Maintenance.EveryHours cannot restart .*no effect here: Maintenance.TimeZone/);
  change({ Maintenance: { TimeZone: 'America/New_York' } });
  const idle = (await doctor(data))('Server.json').found;
  assert.match(idle, /^attached to .*; no effect here: Maintenance.TimeZone$/);
  change({ Maintenance: undefined, Maintenence: {} });
  assert.match((await doctor(data))('Server.json').found, /Maintenence/);
  writeFileSync(join(data, 'Server.json'), '{');
  assert.equal((await doctor(data))('Server.json').state, 'fail');
});
