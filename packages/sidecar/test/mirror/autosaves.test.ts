import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { LEVEL } from '@palatine/save/folder-files';
import { seededChance } from '@palatine/stand-in/chance';
import { until } from '@palatine/testing/until';
import { readSaveFiles, UnreadableSaveError } from '../../src/mirror/read-settled-save.ts';
import { aMirroredSave, aSaveOf, assertMirrors, packedFiles, replaceFile } from './mirrored-save.ts';

const SAVES = 25;

/** Saves in which level and technology points increase together, as files in the order of replacement. */
function countingSaves(): Promise<Map<string, Buffer>[]> {
  const counts = Array.from({ length: SAVES }, (_, index) => index + 1);
  return Promise.all(counts.map((count) => packedFiles(aSaveOf({ level: count, points: count }))));
}

test('files read during a replacement by the game are of one moment, or none are read', async () => {
  await using mirrored = await aMirroredSave();
  const { folder } = mirrored;
  const paths = [LEVEL, ...Array.from({ length: 8 }, (_, at) => `Players/${String(at).repeat(32)}.sav`)];
  let version = 0;
  let isOver = false;
  const writer = (async () => {
    while (!isOver) {
      version += 1;
      for (const path of paths) {
        replaceFile(folder, path, Buffer.from(String(version)));
        if (version % 3 > 0) await turn();
      }
      if (version % 7 === 0) await delay(5);
    }
  })();
  let [readings, refusals] = [0, 0];
  while (readings < 20 || refusals < 20) {
    try {
      const { read } = await readSaveFiles(folder, new Map());
      const versions = paths.map((path) => Number(Buffer.from(read.get(path) ?? []).toString()));
      const newest = versions[0] ?? assert.fail('no Level.sav');
      // They are replaced in this order, so a prefix is of the new version and the rest of the old one.
      const behind = versions.findIndex((version) => version !== newest);
      const expected = versions.map((_, at) => (behind === -1 || at < behind ? newest : newest - 1));
      assert.deepEqual(versions, expected);
      readings += 1;
    } catch (error) {
      if (!(error instanceof UnreadableSaveError)) throw error;
      assert.equal(error.message, 'the game wrote the save while it was being read');
      refusals += 1;
    }
  }
  isOver = true;
  await writer;
});

test('while the game saves again and again, every served save is one that it wrote', async () => {
  await using mirrored = await aMirroredSave({ save: aSaveOf({ level: 1, points: 1 }) });
  const { mirror, folder, world, applied, problems } = mirrored;
  const seen: (readonly [level: number, points: number[]])[] = [];
  mirror.start();
  const files = await countingSaves();
  const chance = seededChance(1);
  let looked = 0;
  const look = () => {
    if (applied.length === looked) return;
    looked = applied.length;
    const [level = 0] = [...world.characters.values()].map((character) => character.level);
    seen.push([level, [...world.players.values()].map(({ technologyPoints }) => technologyPoints)]);
  };
  for (const save of files) {
    for (const [path, bytes] of save) {
      replaceFile(folder, path, bytes);
      await delay(chance() * 4);
      look();
    }
    await delay(20);
    look();
  }
  await until('the last save is served', () => {
    look();
    return seen.at(-1)?.[0] === SAVES && seen.at(-1)?.[1].every((points) => points === SAVES) === true;
  });
  await assertMirrors(world, folder);
  for (const [level, points] of seen) {
    // Level.sav is replaced first: until the player files follow, they are of the previous save.
    for (const count of points)
      assert.ok(count === level || count === level - 1, `points ${count} at level ${level}`);
  }
  for (const problem of problems) assert.match(problem, /^$|^the game wrote the save while it was being/);
});
