import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SaveWarningKind } from './save-types.ts';
import { WarningLog } from './warning-log.ts';

function filled(log: WarningLog, kind: SaveWarningKind, count: number, from = 0): WarningLog {
  for (let i = from; i < from + count; i++)
    log.add({ kind, file: `${i}.sav`, place: () => '', message: 'is damaged' });
  return log;
}

test('the first warning of a kind is listed, and says how many are like it', () => {
  const log = filled(filled(new WarningLog(), 'SkippedRecord', 3), 'CutText', 1);
  const lists = log.list().map(({ file, message }) => `${file}: ${message}`);
  assert.deepEqual(lists, ['0.sav: is damaged (and 2 more like it)', '0.sav: is damaged']);
});

test('where all are wanted, each is listed, up to 1,000 of a kind, whichever log they were added to', () => {
  const log = filled(new WarningLog(true), 'SkippedRecord', 2);
  log.addAll(filled(log.empty(), 'SkippedRecord', 3, 2));
  assert.deepEqual(
    log.list().map(({ file, message }) => `${file}: ${message}`),
    [0, 1, 2, 3, 4].map((i) => `${i}.sav: is damaged`),
  );
  log.addAll(filled(log.empty(), 'SkippedRecord', 2000, 5));
  const warnings = log.list();
  assert.equal(warnings.length, 1000);
  assert.match(warnings.at(-1)?.message ?? '', /\(and 1005 more like it\)$/);
});
