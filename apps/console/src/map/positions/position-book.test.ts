import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PositionRow, PositionsMessage } from '@palatine/contract';
import { boxText, partToRequest, positionBook, type RequestedPart } from './position-book.ts';

const At = '2026-11-22T12:00:00.000Z';
type Moves = Omit<Extract<PositionsMessage, { Type: 'moves' }>, 'Type' | 'At'>;

/** A book of Zoe and Mo, and how it takes what comes a second later. */
function aBook() {
  const book = positionBook();
  const list = (Rows: PositionRow[], part: RequestedPart = 'everywhere') =>
    book.apply({ Type: 'snapshot', At, Rows }, 1000, part);
  const move = (moves: Moves, part: RequestedPart = 'everywhere') =>
    book.apply({ Type: 'moves', At, ...moves }, 1000, part);
  list([
    ['Zoe', 10, 20, 3, 1],
    ['Mo', -5, 0, 1, 0],
  ]);
  return { ...book, list, move };
}

test('meters of the stream are cm of the map', () =>
  assert.deepEqual(aBook().positions[0], { uid: 'Zoe', x: 1000, y: 2000, z: 300, online: true }));

test('who moves is known to have been elsewhere, and stands still again after a message without them', () => {
  const { positions, move } = aBook();
  move({ Rows: [[0, 12, 20, 3]] });
  assert.deepEqual(positions[0]?.was, { x: 1000, y: 2000, atMs: 1000 });
  assert.equal(positions[0]?.x, 1200);
  move({ Rows: [[0, 12, 20, 9]] });
  assert.equal(positions[0]?.was, undefined);
});

test('a player who traveled at once does not glide over the map', () => {
  const { positions, move } = aBook();
  move({ Rows: [[0, 4000, 20, 3]] });
  assert.equal(positions[0]?.was, undefined);
});

test('those who are added count before the moves, those who come and go after them', () => {
  const { positions, move } = aBook();
  move({ Added: [['Ana', 1, 1, 1, 1]], Rows: [[2, 2, 1, 1]], Online: [[1, 1]] });
  assert.deepEqual(
    positions.map(({ uid, x, online }) => [uid, x, online]),
    [
      ['Zoe', 1000, true],
      ['Mo', -500, true],
      ['Ana', 200, true],
    ],
  );
});

test('another snapshot replaces the list, and an index that it does not have is passed over', () => {
  const { positions, list, move } = aBook();
  list([['Ana', 1, 1, 1, 1]]);
  move({ Rows: [[7, 2, 1, 1]] });
  assert.deepEqual(
    positions.map(({ uid }) => uid),
    ['Ana'],
  );
});

test('who is outside the part that is asked for next is remembered where they were last, who left it is not', () => {
  const { elsewhere, list, move } = aBook();
  const part = { minX: 0, maxX: 2000, minY: 0, maxY: 4000 };
  list([], part);
  assert.deepEqual([...elsewhere.keys()], ['Mo']);
  assert.equal(elsewhere.get('Mo')?.x, -500);
  move({ Added: [['Mo', 1, 1, 1, 1]], Rows: [] }, part);
  assert.equal(elsewhere.size, 0);
});

const part = { minX: -50, maxX: 150, minY: -100, maxY: 300 };

test('a view is asked for with half its size around it, and another only after a long way or from much closer', () => {
  assert.deepEqual(partToRequest({ minX: 0, maxX: 100, minY: 0, maxY: 200 }, undefined), part);
  assert.equal(boxText(part), '-50,-100,150,300');
  assert.equal(partToRequest({ minX: 40, maxX: 140, minY: 90, maxY: 290 }, part), part);
  assert.notEqual(partToRequest({ minX: 60, maxX: 160, minY: 90, maxY: 290 }, part), part);
  assert.equal(partToRequest({ minX: 0, maxX: 50, minY: 0, maxY: 100 }, part), part);
  assert.notEqual(partToRequest({ minX: 0, maxX: 20, minY: 0, maxY: 40 }, part), part);
  assert.equal(partToRequest('everywhere', part), 'everywhere');
});
