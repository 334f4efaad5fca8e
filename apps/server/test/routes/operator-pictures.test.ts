import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '@palatine/platform/testing';
import { sharedService } from '@palatine/testing/start-service';
import { TestClock } from '@palatine/testing/test-clock';
import { operatorPictures } from '../../src/routes/operator-pictures.ts';

/** The first bytes of a picture, and some more. */
const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(2000, 7)]);
const WEBP = Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1');
const JPG = Buffer.from('\xff\xd8\xff\xe0 picture', 'latin1');
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

const clock = new TestClock();
const service = await sharedService({ clock });
put('icons/pals/SheepBall.png', PNG);

/** Writes a file of the operator's folder; waits until the former listing has expired. */
function put(path: string, content: string | Buffer): string {
  const file = join(service.data, 'Console', path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, content);
  clock.advance(5000);
  return file;
}

/** Asks as a browser asks for a picture: without a token. */
const ask = (path: string, headers: Record<string, string> = {}) =>
  service.fetch(path, { authorization: '', headers });

async function isNone(path: string): Promise<void> {
  const response = await ask(path);
  assert.equal(response.status, 404, path);
  assert.match(await response.text(), /ROUTE_NOT_FOUND/);
}

test('a picture of the map is served by its bytes, whatever its name says, in a sandbox', async () => {
  put('map-main.png', JPG);
  const { Main, Tree } = await service.api.getMapPictures();
  assert.deepEqual(Tree, {});
  const response = await ask(Main.Path ?? '');
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), JPG);
  assert.partialDeepStrictEqual(Object.fromEntries(response.headers), {
    'content-type': 'image/jpeg',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  assert.equal(response.headers.get('content-encoding'), null);
  const again = await ask(Main.Path ?? '', { 'if-none-match': response.headers.get('etag') ?? '' });
  assert.equal(again.status, 304);
  const unstamped = await ask('/console/operator/map-main.png');
  assert.equal(unstamped.headers.get('cache-control'), 'no-cache');
  await unstamped.arrayBuffer();
  // Another file of the same name has another address.
  put('map-main.png', WEBP);
  const newPath = (await service.api.getMapPictures()).Main.Path;
  assert.notEqual(newPath, Main.Path);
  assert.equal((await ask(newPath ?? '')).headers.get('content-type'), 'image/webp');
});

test('what is no picture, or too large, is not served, and its fault is told', async () => {
  put('map-tree.png', SVG);
  const { Tree } = await service.api.getMapPictures();
  assert.deepEqual([Tree.Path, Tree.Fault], [undefined, 'map-tree.png is no png, webp or jpg']);
  await isNone('/console/operator/map-tree.png');
  truncateSync(put('map-tree.png', PNG), 33 * 1024 * 1024);
  clock.advance(5000);
  assert.match((await service.api.getMapPictures()).Tree.Fault ?? '', /bytes; at most/);
  await isNone('/console/operator/map-tree.png');
  put('icons/items/Wood.png', SVG);
  put('icons/items/Stone.png', Buffer.concat([PNG, Buffer.alloc(70_000)]));
  await isNone('/console/operator/icons/items/Wood');
  await isNone('/console/operator/icons/items/Stone');
});

test('an icon is found by its id in any case, and that of a Pal stands for its alpha', async () => {
  put('icons/technologies/PALBOX.webp', WEBP);
  for (const path of ['pals/SheepBall', 'pals/sheepball', 'pals/BOSS_SheepBall', 'technologies/Palbox']) {
    const response = await ask(`/console/operator/icons/${path}`);
    assert.equal(response.status, 200, path);
    await response.arrayBuffer();
  }
  await isNone('/console/operator/icons/items/BOSS_SheepBall');
  await isNone('/console/operator/icons/pals/Anubis');
  const listed = await ask('/console/icons.json');
  const icons = (await listed.json()) as Record<string, Record<string, string>>;
  assert.deepEqual(Object.keys(icons), ['pals', 'items', 'technologies']);
  const stamp = icons.pals?.SheepBall ?? '';
  const response = await ask(`/console/operator/icons/pals/SheepBall?v=${stamp}`);
  assert.match(response.headers.get('cache-control') ?? '', /immutable/);
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), PNG, 'and is not compressed once more');
});

test('other requests have their turn while thousands of icons are listed, and the list is kept for two seconds', async () => {
  const pictureFolder = testFolder();
  const folder = join(pictureFolder, 'icons', 'items');
  mkdirSync(folder, { recursive: true });
  for (let index = 0; index < 2000; index += 1) writeFileSync(join(folder, `Item${index}.png`), PNG);
  const pictures = operatorPictures(pictureFolder, clock.elapsed);
  let turns = 0;
  let pending = true;
  const countTurns = () => {
    turns += 1;
    if (pending) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  const [list, same] = await Promise.all([pictures.iconsJson(), pictures.iconsJson()]);
  pending = false;
  assert.ok(turns >= 7, `${turns} turns`);
  assert.equal(same, list);
  const items = (json: string) => (JSON.parse(json) as { items: Record<string, string> }).items;
  assert.equal(Object.keys(items(list)).length, 2000);

  writeFileSync(join(folder, 'Another.png'), PNG);
  assert.equal(await pictures.iconsJson(), list);
  clock.advance(2000);
  assert.ok(items(await pictures.iconsJson()).Another);
});

test('no path leads out of the folder, and no other file of it is served', async () => {
  put('secret.png', PNG);
  put('icons/other/SheepBall.png', PNG);
  put('icons/pals/.hidden.png', PNG);
  symlinkSync(join(service.data, 'gone'), join(service.data, 'Console', 'icons', 'pals', 'Link.png'));
  clock.advance(5000);
  for (const path of [
    'secret.png',
    'map.json',
    'icons/other/SheepBall',
    'icons/pals/.hidden',
    'icons/pals/Link',
    'icons/pals/..%2f..%2fsecret',
    'icons/pals/%2e%2e%2f%2e%2e%2fsecret',
    'icons/pals/a/b',
    'icons/constructor/x',
    'icons/pals/__proto__',
    '..%2f..%2fConfig.json',
  ]) {
    await isNone(`/console/operator/${path}`);
  }
});
