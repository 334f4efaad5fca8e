import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkSave, openSave } from '@palatine/save';
import { roundsSeed, runs } from '@palatine/save/testing';
import { until } from '@palatine/testing/until';
import { callGame } from '../src/call-game.ts';
import { seededChance } from '../src/chance.ts';
import { makeGameFolder } from '../src/game-folder.ts';
import { type GameServerProcess, startGameServer } from '../src/start-game-server.ts';
import { generatePlayers } from '../src/world/generated-players.ts';

const zoe = generatePlayers()[0]?.userId ?? '';
const QUIET = { autosaveMs: 0, loadingMs: 0 } as const;

async function refused(game: GameServerProcess): Promise<boolean> {
  return await callGame(game, 'info').then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ECONNREFUSED',
  );
}

/** Gives Zoë wood that only a round of saving brings to disk. */
async function gainWood(game: GameServerProcess): Promise<Buffer> {
  await game.control('join', { userId: zoe });
  await game.control('gainItem', { userId: zoe, itemId: 'Wood', count: 1 });
  return readFileSync(join(game.saveFolder, 'Level.sav'));
}

test('the port is refused while the server boots, and the log says when it is open', async () => {
  await using game = await startGameServer({ variants: QUIET, bootMs: 1_000, resolvesWhileBooting: true });
  assert.equal((await game.control('status')).state, 'booting');
  assert.ok(await refused(game));
  await assert.rejects(game.control('audit'), /still booting/);
  await until('it runs', async () => (await game.control('status')).state === 'running');
  assert.equal((await callGame(game, 'info')).status, 200);
  const lines = game.output().split('\n');
  const at = (line: string) => lines.indexOf(line);
  assert.equal(at('Game version is v1.0.5.102999'), 0);
  assert.ok(at(`REST API started on port ${game.port}`) > 0);
  assert.ok(at('Running Palworld dedicated server on :8211') > at(`REST API started on port ${game.port}`));
});

test('shutdown answers, waits, saves, closes the port and ends with 0', async () => {
  await using game = await startGameServer({ variants: QUIET });
  const before = await gainWood(game);
  assert.equal((await callGame(game, 'shutdown', { body: { waittime: 1, message: 'bye' } })).status, 200);
  assert.equal((await callGame(game, 'metrics')).status, 200, 'it serves while it waits');
  assert.equal(await game.exited, 0);
  assert.ok(await refused(game));
  assert.notDeepEqual(readFileSync(join(game.saveFolder, 'Level.sav')), before);
  assert.match(game.output(), /^REST API stopped$/m);
});

test('stop drops the connection and saves nothing', async () => {
  await using game = await startGameServer({ variants: QUIET });
  const before = await gainWood(game);
  await assert.rejects(callGame(game, 'stop', { body: '' }));
  await game.exited;
  assert.deepEqual(readFileSync(join(game.saveFolder, 'Level.sav')), before);
});

test('SIGTERM ends the server without saving', async () => {
  await using game = await startGameServer({ variants: QUIET });
  const before = await gainWood(game);
  assert.equal(await game.end('SIGTERM'), 0);
  assert.deepEqual(readFileSync(join(game.saveFolder, 'Level.sav')), before);
});

test('a crash ends the server without saving', async () => {
  await using game = await startGameServer({ variants: QUIET });
  const before = await gainWood(game);
  await game.control('crash', {});
  assert.equal(await game.exited, 139);
  assert.deepEqual(readFileSync(join(game.saveFolder, 'Level.sav')), before);
});

test('a supervisor starts the server again after every end, at the same port', async () => {
  await using game = await startGameServer({ variants: QUIET, supervised: { restartMs: 10 } });
  const first = await game.control('supervision');
  await callGame(game, 'shutdown', { body: { waittime: 1 } });
  await until('it runs again', async () => {
    const { boots, serving } = await game.control('supervision');
    return boots === 2 && serving;
  });
  assert.equal((await callGame(game, 'info')).status, 200);
  assert.notEqual((await game.control('supervision')).pid, first.pid);
  await game.control('kill');
  await until('it runs again', async () => (await game.control('supervision')).serving);
  assert.deepEqual((await game.control('supervision')).lastExit, { code: null, signal: 'SIGKILL' });
  assert.equal(await game.end('SIGTERM'), 0);
  assert.ok(await refused(game), 'SIGTERM of the supervisor ends both');
});

test('a supervisor stops the server permanently, starts it on command, and lets starts fail', async () => {
  await using game = await startGameServer({ variants: QUIET, supervised: { restartMs: 10 } });
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
  await using game = await startGameServer({ variants: QUIET, supervised: { restartMs: null } });
  await game.control('pause', {});
  const { lastExit } = await game.control('stop', { graceMs: 50 });
  assert.deepEqual(lastExit, { code: null, signal: 'SIGKILL' });
});

test('a server that is killed at any moment boots again, and its save is sound', async () => {
  const chance = seededChance(roundsSeed(11));
  const { numRuns: kills } = runs(3);
  await using game = await startGameServer({
    variants: { ...QUIET, autosaveMs: 10, fileGapMs: 2, halfWrittenMs: 2 },
    supervised: { restartMs: null },
  });
  const kinds = ['join', 'leave', 'move', 'gainItem', 'gainLevel'] as const;
  await game.control('random', { seed: 11, everyMs: 2, kinds });
  for (let kill = 0; kill < kills; kill += 1) {
    const saves = 1 + Math.floor(chance() * 5);
    await until('some rounds are written', async () => (await game.control('status')).saves >= saves);
    await game.control('kill');
    assert.deepEqual(checkSave((await openSave(game.saveFolder)).files), []);
    assert.ok((await game.control('start')).serving);
  }
  await until('life goes on by itself', async () => (await game.control('audit')).sessions.length > 0);
});

test('the server ends with its parent', async () => {
  await using game = await startGameServer({ variants: QUIET, supervised: { restartMs: 10 } });
  const { pid } = await game.control('supervision');
  await game.kill();
  const runs = () => {
    try {
      process.kill(pid ?? 0, 0);
      return true;
    } catch {
      return false;
    }
  };
  await until('the server is gone', () => !runs());
});

test('WorldOption.sav leaves no password in effect', async () => {
  await using game = await startGameServer({ variants: QUIET, worldOption: true });
  const { status, text } = await callGame(game, 'info');
  assert.deepEqual([status, text], [401, 'Unauthorized (AdminPassword is empty)']);
});

test('a server whose settings switch REST off opens no port', async () => {
  await using game = await startGameServer({ variants: QUIET, restEnabled: false });
  assert.ok(await refused(game));
  assert.doesNotMatch(game.output(), /REST API started/);
});

test('the port of the start is in the settings', async () => {
  await using game = await startGameServer({ variants: QUIET });
  const file = join(game.root, 'Pal', 'Saved', 'Config', 'LinuxServer', 'PalWorldSettings.ini');
  assert.match(readFileSync(file, 'utf8'), new RegExp(`RESTAPIPort=${game.port},`));
});

test('a server whose settings name no world that is there makes a new one beside', async () => {
  using folder = await makeGameFolder();
  const config = join(folder.root, 'Pal', 'Saved', 'Config', 'LinuxServer', 'GameUserSettings.ini');
  const other = 'D09CACDB477D6CE562170AA79C524138';
  writeFileSync(config, readFileSync(config, 'utf8').replace(folder.worldGuid, other));
  await using game = await startGameServer({ folder, variants: QUIET });
  assert.equal((await callGame(game, 'info')).json().worldguid, other);
  assert.deepEqual(readdirSync(join(folder.saveFolder, '..')).sort(), [folder.worldGuid, other].sort());
});

test('a save that cannot be read ends the boot', async () => {
  using folder = await makeGameFolder();
  writeFileSync(join(folder.saveFolder, 'Level.sav'), 'damaged');
  await assert.rejects(startGameServer({ folder, variants: QUIET }), /ended with 1[\s\S]*Level\.sav/);
  const supervised = { restartMs: null };
  await assert.rejects(startGameServer({ folder, variants: QUIET, supervised }), /ended with 1/);
});

test('commands also come from another process', async () => {
  await using game = await startGameServer({ variants: QUIET, supervised: { restartMs: null } });
  const { spawn } = await import('node:child_process');
  const send = join(import.meta.dirname, '../src/send.ts');
  const child = spawn(process.execPath, [send, '--control-port', String(game.controlPort), 'stop']);
  assert.deepEqual(await once(child, 'exit'), [0, null]);
  assert.ok(await refused(game));
});
