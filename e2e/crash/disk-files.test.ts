import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { byTier, testFolder } from '@palatine/platform/testing';
import type { Balances } from '@palatine/testing/crash-writes';
import {
  fileSizeLimit,
  SCARCE_SPACES,
  type ScarceSpace,
  scarceSpace,
  smallDisk,
  spaceFor,
} from '@palatine/testing/disk-space';
import { runCommand, runProcess, succeeds } from '@palatine/testing/run-cli';
import { runToEnd, startProcess } from '@palatine/testing/start-process';
import { startService } from '@palatine/testing/start-service';
import { takeDiskSnapshot } from '@palatine/testing/store-snapshot';
import { seededRandom } from '@palatine/world/random';
import { assertAsExpected, type CrashFolder, makeFolder, TOKEN } from './crash-rounds.ts';
import { Connection, isApplied, load, type Reply, type Sent, type Service } from './load.ts';

/** Blocks the writing of a file until it is removed. */
interface Obstacle {
  put(): void;
  remove(): void;
}

interface Setup {
  folder: CrashFolder;
  request: Connection['request'];
}

/** For an obstacle that is in the way of every process, a service in this one. */
async function withService(work: (setup: Setup) => Promise<void>): Promise<void> {
  const folder = makeFolder(1, testFolder());
  await using service = await startService({ data: folder.data });
  using connection = new Connection({ url: service.url, token: TOKEN });
  await work({ folder, request: connection.request.bind(connection) });
}

/** For a lack of space, a process on the scarce space, killed at the end. */
async function withProgram<T>(
  space: ScarceSpace,
  work: (setup: Setup, obstacle: Obstacle) => Promise<T>,
): Promise<T> {
  const folder = makeFolder(1, join(space.folder, 'data'));
  await using program = await startProcess(['--data', folder.data, '--no-simulate']);
  const pid = program.child.pid as number; // it has started
  using connection = new Connection({ url: program.url, token: TOKEN });
  const obstacle = { put: () => space.runOut(pid), remove: () => space.comeBack(pid) };
  return await work({ folder, request: connection.request.bind(connection) }, obstacle);
}

/** A folder in the place of Banlist.json. */
const folderInPlace = (data: string): Obstacle => ({
  put() {
    renameSync(join(data, 'Banlist.json'), join(data, 'Banlist.kept'));
    mkdirSync(join(data, 'Banlist.json', 'full'), { recursive: true });
  },
  remove() {
    rmSync(join(data, 'Banlist.json'), { recursive: true });
    renameSync(join(data, 'Banlist.kept'), join(data, 'Banlist.json'));
  },
});

test('a ban fails and bans nobody when Banlist.json cannot be written: a folder stands in its place', () =>
  withService((setup) => banAgainst(setup, folderInPlace(setup.folder.data))));

test('a banip fails and kicks nobody when Banlist.json cannot be written: a folder stands in its place', () =>
  withService(async ({ folder, request }) => {
    const obstacle = folderInPlace(folder.data);
    await request('POST', '/ban/steam_1', { Reason: 'makes the file' });
    const { IP } = (await onlinePlayers(request)).find((player) => player.IP !== '') ?? { IP: '' };
    obstacle.put();
    const before = await request('GET', '/players');
    assertFailure(await request('POST', `/banip/${IP}`));
    assert.equal((await request('GET', '/players')).body, before.body);
    obstacle.remove();
    assert.equal((await request('POST', `/banip/${IP}`)).status, 200);
    assert.notEqual((await request('GET', '/players')).body, before.body);
  }));

test('when the disk has no space, a ban fails and bans nobody, and a base without an archive stays', async (t) => {
  using space = spaceFor(t, scarceSpace);
  if (space === undefined) return;
  const deleted = await withProgram(space, async (setup, obstacle) => {
    await banAgainst(setup, obstacle);
    return deleteAgainst(setup, obstacle);
  });
  assertDeleted(join(space.folder, 'data'), deleted);
});

test('a ban that fits into Banlist.json and not into the store is removed from the file again', async (t) => {
  // Banlist.json stays below this, the journal of the store does not.
  using space = spaceFor(t, () => fileSizeLimit(16 * 1024));
  if (space === undefined) return;
  await withProgram(space, async (setup, obstacle) => {
    for (let count = 0; count < 8; count++) await setup.request('POST', '/Broadcast', { Message: 'more' });
    await banAgainst(setup, obstacle);
  });
});

/** Bans a player, fails to ban a second one, and bans that one once the obstacle is removed. */
async function banAgainst({ folder, request }: Setup, obstacle: Obstacle): Promise<void> {
  const file = join(folder.data, 'Banlist.json');
  const [first, second] = (await onlinePlayers(request)).map(({ UserId }) => UserId);
  assert.ok(first && second);
  assert.equal((await request('POST', `/ban/${first}`)).status, 200);
  const text = readFileSync(file, 'utf8');
  const before = await Promise.all([request('GET', '/banlist'), request('GET', '/players')]);

  obstacle.put();
  assertFailure(await request('POST', `/ban/${second}`, undefined, 'ban-once'));
  assertFailure(await request('POST', `/unban/${first}`));
  assert.deepEqual(await Promise.all([request('GET', '/banlist'), request('GET', '/players')]), before);

  obstacle.remove();
  assert.equal(readFileSync(file, 'utf8'), text);
  const again = await request('POST', `/ban/${second}`, undefined, 'ban-once');
  assert.equal(again.status, 200, 'a failure of the machine does not use up the key');
  assert.ok(readFileSync(file, 'utf8').includes(second));
  assert.ok((await onlinePlayers(request)).every(({ UserId }) => UserId !== second));
}

async function onlinePlayers(request: Connection['request']): Promise<{ UserId: string; IP: string }[]> {
  const { body } = await request('GET', '/players');
  const { Players } = JSON.parse(body) as { Players: { UserId: string; IP: string; Status: string }[] };
  return Players.filter(({ Status }) => Status === 'Online');
}

function assertFailure({ status, body }: { status: number; body: string }): void {
  const { Error: error } = JSON.parse(body) as { Error?: { Code: string; Message: string; Details: object } };
  assert.equal(status, 500, body);
  assert.ok(error && error.Code !== '' && error.Message !== '' && typeof error.Details === 'object', body);
}

/** Fails to delete the first base, and deletes it once the obstacle is removed. @returns its id */
async function deleteAgainst({ folder, request }: Setup, obstacle: Obstacle): Promise<string> {
  const [camp] = takeDiskSnapshot(folder.data).world.camps.values();
  assert.ok(camp);
  const before = await request('GET', `/guild/${camp.guildId}`);
  assert.ok(before.body.includes(camp.id));

  obstacle.put();
  const refused = await request('POST', `/deletebase/${camp.id}`);
  assertFailure(refused);
  assert.match(refused.body, /DELETE_BASE_FAILED/);
  assert.equal((await request('GET', `/guild/${camp.guildId}`)).body, before.body);

  obstacle.remove();
  assert.deepEqual(readdirSync(join(folder.data, 'Archives')), []);
  const deleted = await request('POST', `/deletebase/${camp.id}`);
  assert.equal(deleted.status, 200, deleted.body);
  const { Archive } = JSON.parse(deleted.body) as { Archive: string };
  assert.ok(readFileSync(join(folder.data, Archive)).length > 0);
  assert.ok(!(await request('GET', `/guild/${camp.guildId}`)).body.includes(camp.id));
  return camp.id;
}

/** The base is gone from the disk too. */
function assertDeleted(data: string, id: string): void {
  const { world, contradictions } = takeDiskSnapshot(data);
  assert.ok([...world.camps.values()].every((camp) => camp.id !== id));
  assert.deepEqual(contradictions, []);
}

test('a base stays when it cannot be archived because a file blocks the folder Archives', () =>
  withService(async (setup) => {
    const archives = join(setup.folder.data, 'Archives');
    const deleted = await deleteAgainst(setup, {
      put() {
        rmSync(archives, { recursive: true });
        writeFileSync(archives, 'no folder');
      },
      remove() {
        rmSync(archives);
        mkdirSync(archives);
      },
    });
    assertDeleted(setup.folder.data, deleted);
  }));

test('a start that finds no room for a new world ends with one line that says so', async (t) => {
  using space = spaceFor(t, () => smallDisk(128 * 1024)); // enough for the settings, not for a world
  if (space === undefined) return;
  space.runOut(0);
  const data = join(space.folder, 'data');
  const { code, output } = await runToEnd(['--data', data, '--port', '0']);
  assert.equal(code, 1);
  assert.match(output, /^palatine: .*world\.db\.making cannot be (read or )?written .*look at the disk.*\n$/);
});

test('on a full disk each command that writes, and a start, end with one line that names the file', async (t) => {
  using space = spaceFor(t, smallDisk);
  if (space === undefined) return;
  const data = join(space.folder, 'data');
  for (const command of [['init'], ['world', 'demo']]) {
    await succeeds([...command, '--data', data]);
  }
  space.runOut(process.pid, 0);
  const before = readdirSync(data);
  for (const [command, file] of [
    [['world', 'backup'], 'world.db'],
    [['world', 'demo', '--replace'], 'world.db.making'],
    [['token', 'create', 'Shop', '--permission', '*'], 'Shop.json'],
    [['ban', 'add', 'steam_7'], 'Banlist.json'],
    [['init', '--for', 'palworld-panel'], 'RESTConfig.json'],
  ] as const) {
    const run = command[1] === 'backup' ? runProcess : runCommand;
    const { code, stderr } = await run([...command, '--data', data]);
    const lines = stderr.split('\n').filter((line) => !line.endsWith(' …'));
    assert.equal(code, 1, command.join(' '));
    assert.equal(lines.length, 2, `one line and its end: ${stderr}`);
    assert.ok(lines[0]?.startsWith('palatine: ') && lines[0].includes(file), stderr);
    assert.match(lines[0] ?? '', /disk is full|ENOSPC/, stderr);
  }
  const added = readdirSync(data).filter((name) => !before.includes(name) && name !== 'Backups');
  assert.deepEqual(added, []);
  const { code, output } = await runToEnd(['--data', join(space.folder, 'other'), '--port', '0']);
  assert.equal(code, 1);
  assert.match(output, /^palatine: [^\n]+\n$/);
});

/** The writes of a load with space; the failed writes and the reads of one without. */
const APPLIED = byTier(100, 200);
const FAILED = byTier(100, 200);
const READS = 12;

for (const [name, make] of SCARCE_SPACES) {
  test(`with ${name}, writes fail in the envelope, none applies in part, reads go on, and writes work once space is back`, async (t) => {
    using space = spaceFor(t, make);
    if (space === undefined) return;
    const folder = makeFolder(1, join(space.folder, 'data'));
    await using program = await startProcess(['--data', folder.data, '--no-simulate']);
    const pid = program.child.pid as number; // it has started
    const service = { url: program.url, token: TOKEN };
    const live: Balances = new Map(folder.expected.balances);
    const random = seededRandom(1);
    const { generators } = folder;
    const loadUntil = (prefix: string, until: (sent: readonly Sent[]) => boolean) =>
      load(service, { generators, prefix, random, live, until });
    const hasApplied = (sent: readonly Sent[]) => sent.filter(isApplied).length >= APPLIED;

    const before = await loadUntil('before', (sent) => hasApplied(sent) || failures(sent).length > 0);
    assert.deepEqual(failures(before), []);

    space.runOut(pid);
    const reads: Reply[] = [];
    let loads = true;
    const [without] = await Promise.all([
      loadUntil('without', (sent) => reads.length >= READS && failures(sent).length >= FAILED).finally(() => {
        loads = false;
      }),
      keepReading(service, reads, () => loads),
    ]);
    assert.ok(failures(without).length >= FAILED, 'the space never ran out');
    assert.ok(reads.length >= READS);
    const failed = reads.filter(({ status }) => status !== 200);
    assert.deepEqual(failed, []);

    const unstored = failures(without).filter(({ body }) => !/"(REQUEST_TIMEOUT|SERVER_BUSY)"/.test(body));
    assert.equal(await storageFailures(service), unstored.length, 'the metric counts each of them');

    space.comeBack(pid);
    const after = await loadUntil('after', (sent) => hasApplied(sent) || failures(sent).length > 0);
    assert.deepEqual(failures(after), []);
    assert.ok(hasApplied(after));

    assert.equal(await program.end('SIGKILL'), 'SIGKILL');
    assertAsExpected(folder, [...before, ...without, ...after], true);
  });
}

/** Replies that report a failure of the machine. */
function failures(sent: readonly Sent[]): Reply[] {
  return sent.flatMap(({ replies }) => replies.filter(({ status }) => status >= 500));
}

/** The metric that the alert for a full disk watches. */
async function storageFailures({ url, token }: Service): Promise<number> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const [, count] =
    /^palatine_storage_failures_total\{of="command"\} (\d+)$/m.exec(await response.text()) ?? [];
  return Number(count);
}

/** Reads four routes in turn. */
async function keepReading(service: Service, replies: Reply[], goesOn: () => boolean): Promise<void> {
  using connection = new Connection(service);
  while (goesOn()) {
    for (const path of ['/players', '/guilds', '/banlist', '/version']) {
      replies.push(await connection.request('GET', path));
    }
  }
}
