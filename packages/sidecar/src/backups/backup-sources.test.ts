import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { Clock } from '@palatine/platform/clock';
import { aFolder } from '@palatine/save/testing';
import { settledReader } from './back-up-save.ts';

const PLAYER = `Players/${'A1'.repeat(16)}.sav`;
const STORAGE = `Players/${'A1'.repeat(16)}_dps.sav`;

/**
 * A clock without real waits. `onWait` is called before each wait with the time waited so far;
 * `onRead` when the next file has been read after one.
 */
function aClock(hooks: { onWait?: (waitedMs: number) => void; onRead?: (waitedMs: number) => void }): Clock {
  let waitedMs = 0;
  return {
    now: () => waitedMs,
    elapsed: () => waitedMs,
    after(ms, work) {
      hooks.onWait?.(waitedMs);
      const timer = setImmediate(() => {
        waitedMs += ms;
        work();
        setImmediate(() => hooks.onRead?.(waitedMs));
      });
      return () => clearImmediate(timer);
    },
    every: () => assert.fail('not needed'),
  };
}

async function aWorld(generations: readonly string[] = []) {
  const folder = await aFolder();
  const world = join(folder.path, 'WORLD');
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(world, path)), { recursive: true });
    writeFileSync(join(world, path), text);
  };
  for (const path of ['Level.sav', 'LevelMeta.sav', PLAYER, STORAGE]) write(path, `${path} of now`);
  for (const stamp of generations) {
    for (const path of ['Level.sav', PLAYER]) write(`backup/world/${stamp}/${path}`, `${path} of ${stamp}`);
  }
  return { world, write, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

async function read(world: string, hooks: Parameters<typeof aClock>[0] = {}) {
  const { files, from } = await settledReader(aClock(hooks))(world);
  const texts = [...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]);
  return { from, files: Object.fromEntries(texts) as Record<string, string> };
}

test('an unchanging world is read completely, with the storages of players', async () => {
  await using at = await aWorld(['2026.07.12-08.00.00']);
  assert.deepEqual(await read(at.world), {
    from: 'World',
    files: Object.fromEntries(
      ['Level.sav', 'LevelMeta.sav', PLAYER, STORAGE].map((path) => [path, `${path} of now`]),
    ),
  });
});

test('it waits until files have not changed for two seconds, including the temporary ones of the game', async () => {
  await using at = await aWorld();
  let waits = 0;
  const { files } = await read(at.world, {
    onWait() {
      waits += 1;
      if (waits === 1) at.write('Level.sav.tmp', 'Level.sav of later');
      if (waits === 2) renameSync(join(at.world, 'Level.sav.tmp'), join(at.world, 'Level.sav'));
      if (waits === 3) at.write(PLAYER, 'player of later');
    },
  });
  assert.equal(files['Level.sav'], 'Level.sav of later');
  assert.equal(files[PLAYER], 'player of later');
  assert.equal(waits, 4);
});

/** Writes into a file at every turn of the event loop, until disposed. */
function writerOf(file: string): Disposable {
  let next = setImmediate(write);
  function write() {
    appendFileSync(file, '.');
    next = setImmediate(write);
  }
  return { [Symbol.dispose]: () => clearImmediate(next) };
}

test("of a world that is written without end, the newest backup of the game's own is read", async () => {
  await using at = await aWorld(['2026.07.12-08.00.00', '2026.07.12-08.30.00']);
  using _writer = writerOf(join(at.world, PLAYER));
  let waitedMs = 0;
  const { from, files } = await read(at.world, { onRead: (ms) => (waitedMs = ms) });
  assert.equal(from, 'Generation');
  assert.deepEqual(files, {
    'Level.sav': 'Level.sav of 2026.07.12-08.30.00',
    [PLAYER]: `${PLAYER} of 2026.07.12-08.30.00`,
  });
  assert.ok(waitedMs >= 14_000, 'after 2, 4 and 8 seconds more');
  rmSync(join(at.world, 'backup'), { recursive: true });
  await assert.rejects(read(at.world), {
    name: 'ConfigError',
    message: /kept changing, and the game has no readable backup/,
  });
});
