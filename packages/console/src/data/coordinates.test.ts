import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromMapUnits, regionOf, toMapUnits } from './coordinates.ts';

test('coordinates of the map meet the example of the interface document', () => {
  const { x, y } = toMapUnits({ X: -321654.0165656156, Y: 214182.5577156711 });
  assert.ok(Math.abs(x - 122.40208652651658) < 1e-9 && Math.abs(y + 430.86278118870507) < 1e-9);
});

test('the way to map units and back ends where it began', () => {
  for (const [X, Y] of [
    [0, 0],
    [-1_099_400, 724_400],
    [689_148.5, -818_197],
  ] as const) {
    const back = fromMapUnits(toMapUnits({ X, Y }));
    assert.ok(Math.abs(back.X - X) < 1e-6 && Math.abs(back.Y - Y) < 1e-6, `${X}, ${Y}`);
  }
});

test('the strip that both maps show belongs to the tree', () => {
  assert.equal(regionOf({ X: 348_000, Y: -500_000 }), 'Tree');
  assert.equal(regionOf({ X: 348_000, Y: -400_000 }), 'MainMap');
  assert.equal(regionOf({ X: -2_000_000, Y: 0 }), 'MainMap');
});
