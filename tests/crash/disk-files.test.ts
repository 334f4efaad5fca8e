import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { type StartedProcess, startProcess } from '../harness/start-process.ts';
import { newFolder } from '../harness/start-service.ts';
import { type CrashFolder, makeFolder, TOKEN } from './crash-rounds.ts';
import { fileSizeLimit, type ScarceSpace, scarceSpace } from './disk-space.ts';
import { Connection } from './load.ts';
import { readRemains } from './snapshot.ts';

/** Something that keeps a file from being written, and goes again. */
interface Obstacle {
  put(): void;
  remove(): void;
}

interface Stage {
  folder: CrashFolder;
  program: StartedProcess;
  ask: Connection['ask'];
}

async function onStage(where: string, work: (stage: Stage) => Promise<void>): Promise<void> {
  const folder = makeFolder(1, where);
  await using program = await startProcess(['--data', folder.data, '--no-simulate']);
  const connection = new Connection({ url: program.url, token: TOKEN });
  try {
    await work({ folder, program, ask: connection.ask.bind(connection) });
  } finally {
    connection.close();
  }
}

async function inNewFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = newFolder();
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const BANLIST_OBSTACLES: [name: string, (data: string) => Obstacle][] = [
  [
    'a folder stands where it is written aside',
    (data) => ({
      put: () => mkdirSync(join(data, 'Banlist.json.writing', 'full'), { recursive: true }),
      remove: () => rmSync(join(data, 'Banlist.json.writing'), { recursive: true }),
    }),
  ],
  [
    'a folder stands in its place',
    (data) => ({
      put() {
        renameSync(join(data, 'Banlist.json'), join(data, 'Banlist.kept'));
        mkdirSync(join(data, 'Banlist.json', 'full'), { recursive: true });
      },
      remove() {
        rmSync(join(data, 'Banlist.json'), { recursive: true });
        renameSync(join(data, 'Banlist.kept'), join(data, 'Banlist.json'));
      },
    }),
  ],
];

for (const [name, obstacleIn] of BANLIST_OBSTACLES) {
  test(`Banlist.json that cannot be written, for ${name}, is a clear failure and no ban`, () =>
    inNewFolder((where) => onStage(where, (stage) => banAgainst(stage, obstacleIn(stage.folder.data)))));

  test(`a banip that Banlist.json cannot hold, for ${name}, is a clear failure and kicks nobody`, () =>
    inNewFolder((where) =>
      onStage(where, async ({ folder, ask }) => {
        const obstacle = obstacleIn(folder.data);
        await ask('POST', '/ban/steam_1', { Reason: 'so that there is a file' });
        const { IP } = (await onlinePlayers(ask)).find((player) => player.IP !== '') ?? { IP: '' };
        obstacle.put();
        const before = await ask('GET', '/players');
        assertFailure(await ask('POST', `/banip/${IP}`));
        assert.equal((await ask('GET', '/players')).body, before.body);
        obstacle.remove();
        assert.equal((await ask('POST', `/banip/${IP}`)).status, 200);
        assert.notEqual((await ask('GET', '/players')).body, before.body);
      }),
    ));
}

test('Banlist.json on a disk without space is a clear failure and no ban', async (t) => {
  using space = scarceSpace();
  if (space === undefined) return t.skip('neither a tmpfs nor prlimit works here');
  await onStage(join(space.folder, 'data'), async (stage) => {
    const pid = stage.program.child.pid as number; // it has started
    await banAgainst(stage, { put: () => space.runOut(pid), remove: () => space.comeBack(pid) });
  });
});

test('a ban that Banlist.json can hold and the store cannot is taken out of the file again', async (t) => {
  let made: ScarceSpace;
  try {
    made = fileSizeLimit(16 * 1024); // the file of bans is smaller, the journal of the store larger
  } catch (error) {
    return t.skip((error as Error).message);
  }
  using space = made;
  await onStage(join(space.folder, 'data'), async (stage) => {
    const pid = stage.program.child.pid as number; // it has started
    for (let count = 0; count < 8; count++) await stage.ask('POST', '/Broadcast', { Message: 'more' });
    await banAgainst(stage, { put: () => space.runOut(pid), remove: () => space.comeBack(pid) });
  });
});

/** Bans one, fails to ban another, and bans the other once the obstacle is gone. */
async function banAgainst({ folder, ask }: Stage, obstacle: Obstacle): Promise<void> {
  const file = join(folder.data, 'Banlist.json');
  const [one, other] = (await onlinePlayers(ask)).map(({ UserId }) => UserId);
  assert.ok(one && other);
  assert.equal((await ask('POST', `/ban/${one}`)).status, 200);
  const text = readFileSync(file, 'utf8');
  const before = await Promise.all([ask('GET', '/banlist'), ask('GET', '/players')]);

  obstacle.put();
  assertFailure(await ask('POST', `/ban/${other}`, undefined, 'ban-once'));
  assertFailure(await ask('POST', `/unban/${one}`));
  assert.deepEqual(await Promise.all([ask('GET', '/banlist'), ask('GET', '/players')]), before);

  obstacle.remove();
  assert.equal(readFileSync(file, 'utf8'), text);
  const again = await ask('POST', `/ban/${other}`, undefined, 'ban-once');
  assert.equal(again.status, 200, 'the same key may try again what the machine had failed');
  assert.ok(readFileSync(file, 'utf8').includes(other));
  assert.ok((await onlinePlayers(ask)).every(({ UserId }) => UserId !== other));
}

async function onlinePlayers(ask: Connection['ask']): Promise<{ UserId: string; IP: string }[]> {
  const { body } = await ask('GET', '/players');
  const { Players } = JSON.parse(body) as { Players: { UserId: string; IP: string; Status: string }[] };
  return Players.filter(({ Status }) => Status === 'Online');
}

function assertFailure({ status, body }: { status: number; body: string }): void {
  const { Error: error } = JSON.parse(body) as { Error?: { Code: string; Message: string; Details: object } };
  assert.equal(status, 500, body);
  assert.ok(error && error.Code !== '' && error.Message !== '' && typeof error.Details === 'object', body);
}

async function deleteAgainst({ folder, program, ask }: Stage, obstacle: Obstacle): Promise<void> {
  const [camp] = readRemains(folder.data).world.camps.values();
  assert.ok(camp);
  const before = await ask('GET', `/guild/${camp.guildId}`);
  assert.ok(before.body.includes(camp.id));

  obstacle.put();
  const refused = await ask('POST', `/deletebase/${camp.id}`);
  assertFailure(refused);
  assert.match(refused.body, /DELETE_BASE_FAILED/);
  assert.equal((await ask('GET', `/guild/${camp.guildId}`)).body, before.body);

  obstacle.remove();
  assert.deepEqual(readdirSync(join(folder.data, 'Archives')), []);
  const deleted = await ask('POST', `/deletebase/${camp.id}`);
  assert.equal(deleted.status, 200, deleted.body);
  const { Archive } = JSON.parse(deleted.body) as { Archive: string };
  assert.ok(readFileSync(join(folder.data, Archive)).length > 0);
  assert.ok(!(await ask('GET', `/guild/${camp.guildId}`)).body.includes(camp.id));
  await program.end('SIGKILL');
  const { world, contradictions } = readRemains(folder.data);
  assert.ok(!world.camps.has(camp.id));
  assert.deepEqual(contradictions, []);
}

test('a base that cannot be archived, for a file stands where Archives should be, stays', () =>
  inNewFolder((where) =>
    onStage(where, async (stage) => {
      const archives = join(stage.folder.data, 'Archives');
      await deleteAgainst(stage, {
        put() {
          rmSync(archives, { recursive: true });
          writeFileSync(archives, 'no folder');
        },
        remove() {
          rmSync(archives);
          mkdirSync(archives);
        },
      });
    }),
  ));

test('a base that cannot be archived, for there is no space, stays', async (t) => {
  using space = scarceSpace();
  if (space === undefined) return t.skip('neither a tmpfs nor prlimit works here');
  await onStage(join(space.folder, 'data'), async (stage) => {
    const pid = stage.program.child.pid as number; // it has started
    await deleteAgainst(stage, { put: () => space.runOut(pid), remove: () => space.comeBack(pid) });
  });
});
