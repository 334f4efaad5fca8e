import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newViolations, type SaveViolation } from './violation.ts';

const violation = (code: SaveViolation['code'], subject: string, message = ''): SaveViolation => ({
  code,
  file: 'Level.sav',
  subject,
  message,
});

test('a violation that was there before is not new, whatever its message says now', () =>
  assert.deepEqual(newViolations([violation('I3', 'a', 'was')], [violation('I3', 'a', 'is')]), []));

test('another code or another subject is new', () => {
  const after = [violation('I2', 'a'), violation('I3', 'b')];
  assert.deepEqual(newViolations([violation('I3', 'a')], after), after);
});

test('a second violation of one subject is new', () => {
  const once = violation('M2', 'a');
  assert.deepEqual(newViolations([once], [once, once]), [once]);
});
