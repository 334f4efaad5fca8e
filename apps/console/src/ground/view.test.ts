import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  boxAround,
  centerOf,
  cmPerPixelAt,
  isInView,
  MAX_ZOOM,
  middleOf,
  pixelOf,
  placeAt,
  viewAround,
  viewBetween,
  zoomOf,
  zoomToFit,
} from './view.ts';

const SIZE = { width: 1170, height: 830 };
const around = ({ x, y }: { x: number; y: number }, zoom: number) => {
  const cmPerPixel = cmPerPixelAt(zoom);
  const { width, height } = SIZE;
  return { top: x + (height / 2) * cmPerPixel, left: y - (width / 2) * cmPerPixel, cmPerPixel, ...SIZE };
};
const near = (a: number, b: number) => Math.abs(a - b) < 1e-6;

test('pixels and places turn into each other at every zoom', () => {
  for (let zoom = 0; zoom <= MAX_ZOOM; zoom += 0.75) {
    const view = around({ x: -321_655, y: 214_183 }, zoom);
    assert.ok(near(zoomOf(view), zoom));
    for (const [across, down] of [
      [0, 0],
      [1170, 830],
      [13.5, 700],
    ] as const) {
      const place = placeAt(view, across, down);
      const pixel = pixelOf(view, place);
      assert.ok(near(pixel[0], across) && near(pixel[1], down));
      assert.ok(isInView(view, place, 0.001));
    }
    assert.ok(near(centerOf(view).x, -321_655) && near(centerOf(view).y, 214_183));
  }
});

test('the place under the pointer stays there while the view zooms about it', () => {
  const from = around({ x: 0, y: 0 }, 2);
  const fixed = placeAt(from, 300, 200);
  const cmPerPixel = from.cmPerPixel / 2;
  const to = { ...from, cmPerPixel, left: fixed.y - 300 * cmPerPixel, top: fixed.x + 200 * cmPerPixel };
  for (let part = 0; part <= 1; part += 0.1) {
    const view = viewBetween(from, to, part);
    const [across, down] = pixelOf(view, fixed);
    assert.ok(near(across, 300) && near(down, 200), String(part));
  }
});

test('the main map fits into 1024 pixels at zoom 2', () =>
  assert.equal(zoomToFit('Main', { width: 1024, height: 1400 }), 2));

test('the view around places has them all in sight, and shows more than two kilometers', () => {
  const size = { width: 200, height: 100 };
  const box = (x: number, y: number) => ({ minX: 0, maxX: x, minY: 0, maxY: y });
  const alone = viewAround(box(0, 0), size);
  assert.deepEqual([centerOf(alone), alone.width * alone.cmPerPixel], [{ x: 0, y: 0 }, 240_000]);
  for (const far of [box(500_000, 0), box(0, 500_000)]) {
    const view = viewAround(far, size);
    assert.ok(isInView(view, { x: 0, y: 0 }, -10) && isInView(view, { x: far.maxX, y: far.maxY }, -10));
  }
});

test('places on Palpagos are shown without those in the World Tree, which are shown alone', () => {
  const [here, there] = [middleOf('Main'), middleOf('Tree')];
  assert.deepEqual(boxAround([here, there]), boxAround([here]));
  assert.deepEqual(boxAround([there]), { minX: there.x, maxX: there.x, minY: there.y, maxY: there.y });
  assert.equal(boxAround([]), undefined);
});
