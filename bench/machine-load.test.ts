import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CpuReading, isTooBusy, loadBetween } from './machine-load.ts';

const before: CpuReading = { busySeconds: 1000, stolenSeconds: 50, totalSeconds: 9000, ownSeconds: 7 };

/** What the machine did in 100 seconds of its cores together. */
function loadOf({ busy = 0, stolen = 0, own = 0 }) {
  return loadBetween(before, {
    busySeconds: before.busySeconds + busy,
    stolenSeconds: before.stolenSeconds + stolen,
    totalSeconds: before.totalSeconds + 100,
    ownSeconds: before.ownSeconds + own,
  });
}

test('what the benchmark takes itself does not make the machine busy', () => {
  const load = loadOf({ busy: 99, own: 95 });
  assert.deepEqual(load, { othersShare: 0.04, stolenShare: 0 });
  assert.equal(isTooBusy(load), false);
});

test('the machine is too busy when others take more than a tenth of it', () => {
  assert.equal(isTooBusy(loadOf({ busy: 70, own: 60 })), false);
  assert.equal(isTooBusy(loadOf({ busy: 71, own: 60 })), true);
});

test('stolen time counts as time of others', () => {
  const load = loadOf({ busy: 66, own: 60, stolen: 5 });
  assert.deepEqual(load, { othersShare: 0.06, stolenShare: 0.05 });
  assert.equal(isTooBusy(load), true);
});

test('time of processes that the kernel counts later than the cores is no negative share', () => {
  assert.deepEqual(loadOf({ busy: 60, own: 61 }), { othersShare: 0, stolenShare: 0 });
});

test('without any CPU time counted, a row is not measured', () => {
  assert.equal(isTooBusy(loadBetween(before, before)), true);
});

test('a load average leaves room for the benchmark itself', () => {
  assert.equal(isTooBusy({ loadAverage: 3, cores: 2 }), false);
  assert.equal(isTooBusy({ loadAverage: 3.5, cores: 2 }), true);
  assert.equal(isTooBusy({ loadAverage: 3.5, cores: 8 }), false);
});
