import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxText, partToRequest, positionBook } from './position-book.ts';

const At = '2026-11-22T12:00:00.000Z';
const book = () => {
  const created = positionBook();
  created.apply(
    {
      Type: 'snapshot',
      At,
      Rows: [
        ['Zoe', 10, 20, 3, 1],
        ['Mo', -5, 0, 1, 0],
      ],
    },
    0,
    'everywhere',
  );
  return created;
};

test('meters of the stream are cm of the map', () =>
  assert.deepEqual(book().positions[0], { uid: 'Zoe', x: 1000, y: 2000, z: 300, online: true }));

test('who moves is known to have been elsewhere, and stands still again after a message without them', () => {
  const positions = book();
  positions.apply({ Type: 'moves', At, Rows: [[0, 12, 20, 3]] }, 1000, 'everywhere');
  assert.deepEqual(positions.positions[0]?.was, { x: 1000, y: 2000, atMs: 1000 });
  assert.equal(positions.positions[0]?.x, 1200);
  positions.apply({ Type: 'moves', At, Rows: [[0, 12, 20, 9]] }, 2000, 'everywhere');
  assert.equal(positions.positions[0]?.was, undefined);
});

test('a player who traveled at once does not glide over the map', () => {
  const positions = book();
  positions.apply({ Type: 'moves', At, Rows: [[0, 4000, 20, 3]] }, 1000, 'everywhere');
  assert.equal(positions.positions[0]?.was, undefined);
});

test('those who are added count before the moves, those who come and go after them', () => {
  const tracked = book();
  tracked.apply(
    { Type: 'moves', At, Added: [['Ana', 1, 1, 1, 1]], Rows: [[2, 2, 1, 1]], Online: [[1, 1]] },
    1000,
    'everywhere',
  );
  const positions = tracked.positions.map(({ uid, x, online }) => [uid, x, online]);
  assert.deepEqual(positions, [
    ['Zoe', 1000, true],
    ['Mo', -500, true],
    ['Ana', 200, true],
  ]);
});

test('another snapshot replaces the list, and an index that it does not have is passed over', () => {
  const positions = book();
  positions.apply({ Type: 'snapshot', At, Rows: [['Ana', 1, 1, 1, 1]] }, 1000, 'everywhere');
  positions.apply({ Type: 'moves', At, Rows: [[7, 2, 1, 1]] }, 2000, 'everywhere');
  const uids = positions.positions.map(({ uid }) => uid);
  assert.deepEqual(uids, ['Ana']);
});

test('who is outside the part that is asked for next is remembered where they were last, who left it is not', () => {
  const positions = book();
  const part = { minX: 0, maxX: 2000, minY: 0, maxY: 4000 };
  positions.apply({ Type: 'snapshot', At, Rows: [] }, 1000, part);
  assert.deepEqual([...positions.elsewhere.keys()], ['Mo']);
  assert.equal(positions.elsewhere.get('Mo')?.x, -500);
  positions.apply({ Type: 'moves', At, Added: [['Mo', 1, 1, 1, 1]], Rows: [] }, 2000, part);
  assert.equal(positions.elsewhere.size, 0);
});

const view = { minX: 0, maxX: 100, minY: 0, maxY: 200 };
const part = { minX: -50, maxX: 150, minY: -100, maxY: 300 };

test('a view is asked for with half its size around it', () => {
  assert.deepEqual(partToRequest(view, undefined), part);
  assert.equal(boxText(part), '-50,-100,150,300');
});

test('a short way asks for nothing else, a long one does', () => {
  assert.equal(partToRequest({ minX: 40, maxX: 140, minY: 90, maxY: 290 }, part), part);
  assert.notEqual(partToRequest({ minX: 60, maxX: 160, minY: 90, maxY: 290 }, part), part);
});

test('one who looks much closer asks for less', () => {
  assert.equal(partToRequest({ minX: 0, maxX: 50, minY: 0, maxY: 100 }, part), part);
  assert.notEqual(partToRequest({ minX: 0, maxX: 20, minY: 0, maxY: 40 }, part), part);
});

test('who wants everything gets it', () => assert.equal(partToRequest('everywhere', part), 'everywhere'));
