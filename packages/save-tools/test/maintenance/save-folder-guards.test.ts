import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '@palatine/platform/testing';
import { CLOSED_PORT, filesBelow } from '@palatine/testing/folder-contents';
import { OBSTACLES } from '@palatine/testing/obstacles';
import {
  aWorldFolder,
  changedFilesOf,
  NOW_MS,
  SAVED_AT_MS,
  setTimes,
  WORLD,
} from '@palatine/testing/save-folders';
import { assertSaveAtRest } from '../../src/folder/at-rest.ts';
import { installSave } from '../../src/folder/install-files.ts';
import { assertRead, digestSave } from '../../src/folder/save-files.ts';
import { lockSave } from '../../src/folder/save-folder.ts';

const root = testFolder();

let worlds = 0;
const aWorld = () => aWorldFolder(join(root, `${worlds++}`));
const atRest = { nowMs: NOW_MS, restPort: CLOSED_PORT };

test('an unused world is at rest, and every file of its moment is digested', async () => {
  const world = await aWorld();
  const digests = await assertSaveAtRest(world, { ...atRest, expected: digestSave(world) });
  const expected = filesBelow(world).filter((path) => /^(Level|LevelMeta|Players\/.*)\.sav$/.test(path));
  assert.deepEqual([...digests.keys()].sort(), expected.sort());
  assert.ok(expected.some((path) => path.endsWith('_dps.sav')));
  for (const { sha256, mode } of digests.values()) {
    assert.match(sha256, /^[0-9a-f]{64}$/);
    assert.equal(mode & 0o170000, 0o100000);
  }
});

test('a save that has changed since it was read is refused, whatever its times', async () => {
  const world = await aWorld();
  const expected = digestSave(world);
  appendFileSync(join(world, 'Level.sav'), 'x');
  writeFileSync(join(world, 'Players', 'F'.repeat(32).concat('.sav')), 'new');
  rmSync(join(world, 'LevelMeta.sav'));
  setTimes(world, SAVED_AT_MS);
  await assert.rejects(assertSaveAtRest(world, { ...atRest, expected }), {
    name: 'ConfigError',
    message:
      /is no longer the save that was read: Level.sav has changed, LevelMeta.sav is gone, Players\/F{32}.sav is new; stop whatever writes it/,
  });
});

test('bytes that were read while the game wrote are refused', async () => {
  const world = await aWorld();
  const expected = digestSave(world);
  assertRead(world, expected, []);
  const changed = [{ path: 'Level.sav', packed: Buffer.from('other') }];
  assert.throws(
    () => assertRead(world, expected, changed),
    /no longer the save that was read: Level.sav has changed/,
  );
});

test('a file that changed within the last minute is refused, even one that the game is just writing', async () => {
  const world = await aWorld();
  const at = (path: string, ms: number) => utimesSync(join(world, path), ms / 1000, ms / 1000);
  at('Level.sav', NOW_MS - 59_000);
  const recent = /Level.sav changed 59 seconds ago, .*; stop the server, wait a minute/;
  await assert.rejects(assertSaveAtRest(world, atRest), recent);
  at('Level.sav', NOW_MS - 61_000);
  await assertSaveAtRest(world, atRest);
  at('Level.sav', NOW_MS + 3_600_000);
  await assert.rejects(assertSaveAtRest(world, atRest), /Level.sav has changed in the future/);
  at('Level.sav', SAVED_AT_MS);
  writeFileSync(join(world, 'Players', 'x.sav.tmp'), '');
  at('Players/x.sav.tmp', NOW_MS - 1000);
  await assert.rejects(assertSaveAtRest(world, atRest), /x.sav.tmp changed 1 second ago/);
  at('Players/x.sav.tmp', SAVED_AT_MS);
  await assertSaveAtRest(world, atRest);
});

test('a save just written by our own edit is at rest, until another file is written', async () => {
  const world = await aWorld();
  {
    using save = lockSave(world);
    const expected = digestSave(world);
    installSave(save, changedFilesOf(world), { nowMs: NOW_MS, command: 'save give', expected });
  }
  const nowMs = Date.now();
  await assertSaveAtRest(world, { ...atRest, nowMs });
  writeFileSync(join(world, 'LevelMeta.sav'), 'by the game');
  await assert.rejects(assertSaveAtRest(world, { ...atRest, nowMs: Date.now() }), /changed \d+ seconds? ago/);
});

test('a save of which another process has a file open is refused with the name of the program', {
  skip: process.platform !== 'linux' && 'only Linux tells which files are open',
}, async () => {
  const world = await aWorld();
  const level = join(world, 'Level.sav');
  const child = spawn('sh', ['-c', 'exec 3<"$1"; echo ready; read -r line', 'sh', level], { stdio: 'pipe' });
  await once(child.stdout, 'data');
  const open = new RegExp(`Level.sav is open in \\w+ \\(process ${child.pid}\\); stop it`);
  await assert.rejects(assertSaveAtRest(world, atRest), open);
  child.stdin.end('\n');
  await once(child, 'exit');
  await assertSaveAtRest(world, atRest);
});

test('a save whose game server runs is refused, even without a REST interface and long after it saved', {
  skip: process.platform !== 'linux' && 'only Linux tells which programs run',
}, async () => {
  const [world, neighbor] = [await aWorld(), await aWorld()];
  const program = join(world, '../../../../Binaries/Linux/PalServer-Linux-Shipping');
  mkdirSync(dirname(program), { recursive: true });
  copyFileSync('/bin/sleep', program);
  const child = spawn(program, ['60']);
  await once(child, 'spawn');
  const running = new RegExp(`the game server of .*${WORLD} is running \\(process ${child.pid}\\)`);
  await assert.rejects(assertSaveAtRest(world, atRest), running);
  await assertSaveAtRest(neighbor, atRest);
  child.kill();
  await once(child, 'exit');
  await assertSaveAtRest(world, atRest);
});

test('a link to the world folder is the world, but a link in it, a folder or a special file is refused', async () => {
  const world = await aWorld();
  const link = `${world}-link`;
  symlinkSync(world, link);
  assert.deepEqual(digestSave(link), digestSave(world));
  renameSync(join(world, 'LevelMeta.sav'), join(root, 'elsewhere'));
  const obstacles = OBSTACLES.filter(({ name }) => !/2 GiB|nobody may read/.test(name));
  for (const { name, put } of obstacles) {
    put(join(world, 'LevelMeta.sav'));
    const refused = { name: 'ConfigError', message: /LevelMeta.sav is (a link|not a regular file)/ };
    assert.throws(() => digestSave(world), refused, name);
    rmSync(join(world, 'LevelMeta.sav'), { recursive: true });
  }
  symlinkSync(join(root, 'elsewhere'), join(world, 'LevelMeta.sav'));
  assert.throws(() => digestSave(world), /LevelMeta.sav is a link; replace it with the file itself/);
  rmSync(join(world, 'LevelMeta.sav'));
  renameSync(join(world, 'Players'), join(root, 'players'));
  symlinkSync(join(root, 'players'), join(world, 'Players'));
  assert.throws(() => digestSave(world), /Players is a link/);
  rmSync(join(world, 'Level.sav'));
  assert.throws(() => digestSave(world), /Level.sav is missing/);
});

/** Listens on a free port while `work` runs. */
async function listening(server: Server, work: (port: number) => Promise<void>): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await work((server.address() as AddressInfo).port); // of a TCP server
  } finally {
    server.close();
  }
}

const answering = (status: number, body: string, type = 'text/plain;charset=utf-8', location?: string) =>
  createHttpServer((_request, response) => {
    response.writeHead(status, { 'content-type': type, ...(location && { location }) }).end(body);
  });

const NO_ROUTE = '{"errorCode":"errors.com.epicgames.httpserver.route_handler_not_found"}';
const INFO = '{\n\t"version": "v1.0.5.102999",\n\t"servername": "x",\n\t"worldguid": "D09C"\n}';

for (const [name, server] of [
  ['without a password', () => answering(401, 'Unauthorized')],
  ['without an AdminPassword', () => answering(401, 'Unauthorized (AdminPassword is empty)')],
  ['that refuses with 200', () => answering(200, 'Unauthorized (AdminPassword is empty)')],
  ['with its facts', () => answering(200, INFO)],
  ['with its facts behind a byte order mark', () => answering(200, `\uFEFF${INFO}`)],
  ['with the facts of an older build', () => answering(200, '{"Version":"v0.1.5.0","ServerName":"x"}')],
  ['as its engine does', () => answering(404, NO_ROUTE)],
] as const) {
  test(`a game server that answers ${name} is running, and its save is refused`, async () => {
    const world = await aWorld();
    await listening(server(), async (restPort) => {
      const running = new RegExp(
        `a game server is running: it answers on port ${restPort} of this machine, .*stop it`,
      );
      await assert.rejects(assertSaveAtRest(world, { ...atRest, restPort }), running);
    });
  });
}

test('a port that takes connections and says nothing belongs to a paused game server', async () => {
  const world = await aWorld();
  const server = createServer(() => {});
  await listening(server, async (restPort) => {
    await assert.rejects(
      assertSaveAtRest(world, { ...atRest, restPort, answerMs: 200 }),
      /takes connections and does not answer, like a paused game server/,
    );
  });
});

for (const [name, server] of [
  ['a page', () => answering(200, '<html>Unauthorized</html>', 'text/html')],
  ['other JSON', () => answering(401, '{"error":"Unauthorized"}', 'application/json')],
  ['a missing page', () => answering(404, 'Not Found')],
  ['an empty page', () => answering(200, '')],
  ['a version without a name', () => answering(200, '{"version":"2.1"}', 'application/json')],
  ['a list', () => answering(200, '["version","servername"]', 'application/json')],
  ['a page that refuses', () => answering(401, '<html><h1>401 Unauthorized</h1></html>', 'text/html')],
  ['a redirect', () => answering(302, '', 'text/plain', '/')],
  ['something that is not HTTP', () => createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'))],
  ['nothing, and hangs up', () => createServer((socket) => socket.destroy())],
] as const) {
  test(`another program on the port, which answers with ${name}, is not a game server`, async () => {
    const world = await aWorld();
    await listening(server(), async (restPort) => {
      await assertSaveAtRest(world, { ...atRest, restPort });
    });
  });
}

test('the settings above the world folder have the port of its server', async () => {
  const world = await aWorld();
  await listening(answering(401, 'Unauthorized'), async (port) => {
    const settings = join(world, '../../../Config/LinuxServer/PalWorldSettings.ini');
    mkdirSync(dirname(settings), { recursive: true });
    const head = '[/Script/Pal.PalGameWorldSettings]\n';
    const write = (written: number) =>
      writeFileSync(settings, `${head}OptionSettings=(RESTAPIPort=${written})\n`);
    write(port);
    await assert.rejects(assertSaveAtRest(world, { nowMs: NOW_MS }), new RegExp(`answers on port ${port} `));
    write(CLOSED_PORT);
    await assertSaveAtRest(world, { nowMs: NOW_MS });
  });
});

test('two of our commands do not change a save at once, and a command that changes nothing leaves no trace', async () => {
  const world = await aWorld();
  const beside = dirname(world);
  {
    using save = lockSave(world);
    assert.equal(save.folder, world);
    assert.throws(() => lockSave(world, { waitMs: 20 }), {
      name: 'ConfigError',
      message: `${world}: another command is changing this save; try again when it is done`,
    });
    using neighbor = lockSave(await aWorldFolder(join(root, 'other')), { waitMs: 20 });
    assert.notEqual(neighbor.folder, world);
  }
  assert.deepEqual(readdirSync(beside), [WORLD]);
  using again = lockSave(world);
  assert.ok(again.backups.endsWith(join('palatine-backups', WORLD)));
});

test('a backup is not edited: neither one of ours nor one of the game', async () => {
  const world = await aWorld();
  const generation = join(world, 'backup', 'world', '2026.07.11-12.00.00');
  const refused = /is a backup, which stays as it is; write a changed copy of it with --to/;
  assert.throws(() => lockSave(generation), refused);
  using save = lockSave(world);
  const expected = digestSave(world);
  const facts = { nowMs: NOW_MS, command: 'save give', expected };
  const { backup } = installSave(save, changedFilesOf(world), facts);
  assert.throws(() => lockSave(backup), /is a backup/);
});
