import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goalOf, type Row } from './row.ts';

const row: Row = {
  what: 'CPU of a write',
  atMost: 45,
  unit: ' µs',
  measured: { median: 44, least: 40, most: 52 },
  machineLoad: { othersShare: 0.02, stolenShare: 0.01 },
};

test('a row is judged by its median and tells spread and load', () => {
  assert.deepEqual(goalOf(row), {
    ...{ what: 'CPU of a write', wanted: '<= 45 µs', got: '44.0 µs', met: true },
    ...{ spread: '40.0-52.0', machineLoad: 'others 2 %, stolen 1 %' },
  });
  assert.equal(goalOf({ ...row, measured: { ...row.measured, median: 46 } }).met, false);
});

test('a figure that the system does not report is neither met nor missed', () => {
  const nothing = { median: Number.NaN, least: Number.NaN, most: Number.NaN };
  assert.equal(goalOf({ ...row, measured: nothing }).met, null);
});

test('a row has neither figure nor verdict when others took the machine', () => {
  assert.deepEqual(goalOf({ ...row, machineLoad: { othersShare: 0.4, stolenShare: 0 } }), {
    ...{ what: 'CPU of a write', wanted: '<= 45 µs', got: '-', met: null },
    ...{ spread: '-', machineLoad: 'others 40 %, stolen 0 %' },
  });
});
