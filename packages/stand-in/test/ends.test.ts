import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkSave } from '@palatine/save/check-save';
import { openSave } from '@palatine/save/read-save-folder';
import { roundsSeed, runs } from '@palatine/save/testing';
import { until } from '@palatine/testing/until';
import { callGame } from '../src/call-game.ts';
import { seededChance } from '../src/chance.ts';
import { makeGameFolder } from '../src/game-folder.ts';
import { openGameServer, type RunningGameServer } from '../src/open-game-server.ts';
import { generatePlayers } from '../src/world/generated-players.ts';

const zoe = generatePlayers()[0]?.userId ?? '';
const QUIET = { autosaveMs: 0, loadingMs: 0 } as const;

async function refused(game: RunningGameServer): Promise<boolean> {
  return await callGame(game, 'info').then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ECONNREFUSED',
  );
}

test('the port is refused while the server boots, and the log says when it is open', async () => {
  await using game = await openGameServer({ variants: QUIET });
  await game.control('stop', {});
  const before = game.output().length;
  await game.control('bootMs', { ms: 1_000 });
  const started = game.control('start');
  await until('it boots', async () => (await game.control('supervision')).pid !== null);
  assert.equal((await game.control('status')).state, 'booting');
  assert.ok(await refused(game));
  await assert.rejects(game.control('audit'), /still booting/);
  assert.ok((await started).serving);
  assert.equal((await callGame(game, 'info')).status, 200);
  const lines = game.output().slice(before).split('\n');
  const at = (line: string) => lines.indexOf(line);
  assert.equal(at('Game version is v1.0.5.102999'), 0);
  assert.ok(at(`REST API started on port ${game.port}`) > 0);
  assert.ok(at('Running Palworld dedicated server on :8211') > at(`REST API started on port ${game.port}`));
});

test('a server that is killed while it boots leaves its port to the next', async () => {
  await using game = await openGameServer({ variants: QUIET });
  await game.control('stop', {});
  const started = game.control('start');
  await until('it boots', async () => (await game.control('supervision')).pid !== null);
  await game.control('kill');
  assert.equal((await started).serving, false);
  assert.ok((await game.control('start')).serving, game.output());
  assert.equal((await callGame(game, 'info')).status, 200);
});

for (const [what, saves, code, end] of [
  ['shutdown waits and saves', true, 0, (game) => callGame(game, 'shutdown', { body: { waittime: 1 } })],
  ['stop drops the connection', false, 0, (game) => assert.rejects(callGame(game, 'stop', { body: '' }))],
  ['SIGTERM', false, 0, ({ control }) => control('stop', {})],
  ['a crash', false, 139, ({ control }) => control('crash', {})],
] as const satisfies [string, boolean, number, (game: RunningGameServer) => Promise<unknown>][]) {
  test(`${what}: the server ends with ${code}, its port is closed, and it has${saves ? '' : ' not'} saved`, async () => {
    await using game = await openGameServer({ variants: QUIET });
    await game.control('join', { userId: zoe });
    await game.control('gainItem', { userId: zoe, itemId: 'Wood', count: 1 });
    const level = () => readFileSync(join(game.saveFolder, 'Level.sav'));
    const before = level();
    await end(game);
    if (saves) assert.equal((await callGame(game, 'metrics')).status, 200, 'it serves while it waits');
    await until('it has ended', async () => (await game.control('supervision')).pid === null);
    assert.deepEqual((await game.control('supervision')).lastExit, { code, signal: null });
    assert.ok(await refused(game));
    assert.equal(level().equals(before), !saves);
    if (code === 0) assert.match(game.output(), what.startsWith('stop') ? /./ : /^REST API stopped$/m);
  });
}

test('a supervisor starts the server again after every end, at the same port', async () => {
  await using game = await openGameServer({ variants: QUIET, restartMs: 10 });
  await callGame(game, 'shutdown', { body: { waittime: 1 } });
  await until('it runs again', async () => {
    const { boots, serving } = await game.control('supervision');
    return boots === 2 && serving;
  });
  assert.equal((await callGame(game, 'info')).status, 200);
  await game.control('kill');
  await until('it runs again', async () => (await game.control('supervision')).serving);
  assert.deepEqual((await game.control('supervision')).lastExit, { code: null, signal: 'SIGKILL' });
});

test('a supervisor stops the server permanently, starts it on command, and lets starts fail', async () => {
  await using game = await openGameServer({ variants: QUIET, restartMs: 10 });
  await game.control('variants', { ipKey: 'ip' });
  const { lastExit, pid } = await game.control('stop', {});
  assert.deepEqual([lastExit, pid], [{ code: 0, signal: null }, null]);
  assert.ok(await refused(game));
  await assert.rejects(game.control('status'), /the server is down/);
  await game.control('failBoots', { times: 1 });
  await game.control('restartMs', { ms: null });
  assert.deepEqual((await game.control('start')).lastExit, { code: 1, signal: null });
  assert.ok((await game.control('start')).serving);
  assert.equal((await game.control('variants', {})).ipKey, 'ip', 'variants outlive the process');
});

test('a paused server takes no SIGTERM', async () => {
  await using game = await openGameServer({ variants: QUIET });
  await game.control('pause', {});
  const { lastExit } = await game.control('stop', { graceMs: 50 });
  assert.deepEqual(lastExit, { code: null, signal: 'SIGKILL' });
});

test('a server that is killed at any moment boots again, and its save is sound', async () => {
  const chance = seededChance(roundsSeed(11));
  const { numRuns: kills } = runs(3);
  await using game = await openGameServer({
    variants: { ...QUIET, autosaveMs: 10, fileGapMs: 2, halfWrittenMs: 2 },
  });
  await game.control('random', { seed: 11, everyMs: 2 });
  for (let kill = 0; kill < kills; kill += 1) {
    const saves = 1 + Math.floor(chance() * 5);
    await until('some rounds are written', async () => (await game.control('status')).saves >= saves);
    await game.control('kill');
    assert.deepEqual(checkSave((await openSave(game.saveFolder)).files), []);
    assert.ok((await game.control('start')).serving);
  }
  await until('life goes on by itself', async () => (await game.control('audit')).sessions.length > 0);
});

test('WorldOption.sav leaves no password in effect', async () => {
  await using game = await openGameServer({ variants: QUIET, worldOption: true });
  const { status, text } = await callGame(game, 'info');
  assert.deepEqual([status, text], [401, 'Unauthorized (AdminPassword is empty)']);
});

test('a server whose settings switch REST off opens no port', async () => {
  await using game = await openGameServer({ variants: QUIET, restEnabled: false });
  assert.ok(await refused(game));
  assert.doesNotMatch(game.output(), /REST API started/);
});

test('the port of the start is in the settings', async () => {
  await using game = await openGameServer({ variants: QUIET });
  const file = join(game.root, 'Pal', 'Saved', 'Config', 'LinuxServer', 'PalWorldSettings.ini');
  assert.match(readFileSync(file, 'utf8'), new RegExp(`RESTAPIPort=${game.port},`));
});

test('a server whose settings name no world that is there makes a new one beside', async () => {
  using folder = await makeGameFolder();
  const config = join(folder.root, 'Pal', 'Saved', 'Config', 'LinuxServer', 'GameUserSettings.ini');
  const worldGuid = 'D09CACDB477D6CE562170AA79C524138';
  writeFileSync(config, readFileSync(config, 'utf8').replace(folder.worldGuid, worldGuid));
  await using game = await openGameServer({ folder, variants: QUIET });
  assert.equal((await callGame(game, 'info')).json().worldguid, worldGuid);
  assert.deepEqual(readdirSync(join(folder.saveFolder, '..')).sort(), [folder.worldGuid, worldGuid].sort());
});

test('a save that cannot be read ends the boot', async () => {
  using folder = await makeGameFolder();
  writeFileSync(join(folder.saveFolder, 'Level.sav'), 'damaged');
  await assert.rejects(openGameServer({ folder, variants: QUIET }), /did not start:[\s\S]*Level\.sav/);
});

test('commands also come from another process', async () => {
  await using game = await openGameServer({ variants: QUIET });
  const { spawn } = await import('node:child_process');
  const send = join(import.meta.dirname, '../src/send.ts');
  const child = spawn(process.execPath, [send, '--control-port', String(game.controlPort), 'stop']);
  assert.deepEqual(await once(child, 'exit'), [0, null]);
  assert.ok(await refused(game));
});
