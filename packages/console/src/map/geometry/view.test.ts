import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  centreOf,
  isInView,
  MAX_ZOOM,
  pixelX,
  pixelY,
  placeAt,
  viewAround,
  viewBetween,
  zoomOf,
  zoomToFit,
} from './view.ts';

const SIZE = { width: 1170, height: 830 };
const near = (one: number, other: number) => Math.abs(one - other) < 1e-6;

test('pixels and places turn into each other at every zoom', () => {
  for (let zoom = 0; zoom <= MAX_ZOOM; zoom += 0.75) {
    const view = viewAround({ x: -321_655, y: 214_183 }, zoom, SIZE);
    assert.ok(near(zoomOf(view), zoom));
    for (const [across, down] of [
      [0, 0],
      [1170, 830],
      [13.5, 700],
    ] as const) {
      const place = placeAt(view, across, down);
      assert.ok(near(pixelX(view, place.y), across) && near(pixelY(view, place.x), down));
      assert.ok(isInView(view, place, 0.001));
    }
    assert.ok(near(centreOf(view).x, -321_655) && near(centreOf(view).y, 214_183));
  }
});

test('the place under the pointer stays there while the view zooms about it', () => {
  const from = viewAround({ x: 0, y: 0 }, 2, SIZE);
  const fixed = placeAt(from, 300, 200);
  const cmPerPixel = from.cmPerPixel / 2;
  const to = { ...from, cmPerPixel, left: fixed.y - 300 * cmPerPixel, top: fixed.x + 200 * cmPerPixel };
  for (let part = 0; part <= 1; part += 0.1) {
    const view = viewBetween(from, to, part);
    assert.ok(near(pixelX(view, fixed.y), 300) && near(pixelY(view, fixed.x), 200), String(part));
  }
});

test('the main map fits into 1024 pixels at zoom 2', () =>
  assert.equal(zoomToFit('Main', { width: 1024, height: 1400 }), 2));
