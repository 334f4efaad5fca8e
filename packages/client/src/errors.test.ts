import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { PalatineError, UnansweredError } from './errors.ts';

const Problems = [
  { Path: '/Items/0/ItemID', Message: 'unknown ItemID "Pal Sphere"' },
  { Path: '/Items/1/Count', Message: 'must be at least 1' },
];
const refused = new PalatineError(
  400,
  'VALIDATION_FAILED',
  'Items[0].ItemID: unknown ItemID "Pal Sphere" (and 1 more)',
  { Problems },
);

test('an error as text is its name, code and message', () => {
  assert.equal(
    String(refused),
    'PalatineError: VALIDATION_FAILED: Items[0].ItemID: unknown ItemID "Pal Sphere" (and 1 more)',
  );
  assert.equal(refused.message, 'Items[0].ItemID: unknown ItemID "Pal Sphere" (and 1 more)');
  const unanswered = new UnansweredError('UNREACHABLE', 'http://host cannot be reached');
  assert.equal(String(unanswered), 'UnansweredError: UNREACHABLE: http://host cannot be reached');
});

test('the stack begins with the same text, and Node prints it with every problem and its place', () => {
  const [first, second = ''] = (refused.stack ?? '').split('\n');
  assert.equal(first, String(refused));
  assert.match(second, /^ {4}at /);
  const printed = inspect(refused);
  assert.ok(printed.startsWith(`${refused.stack}\n`));
  assert.match(
    printed,
    /\n {2}\/Items\/0\/ItemID: unknown ItemID "Pal Sphere"\n {2}\/Items\/1\/Count: must be at least 1$/,
  );
  assert.match(inspect({ error: refused }), /\/Items\/1\/Count: must be at least 1/);
  assert.doesNotMatch(inspect({ error: refused }), /\[Object\]/);
});

test('an error of one line that spans several keeps its frames', () => {
  const error = new PalatineError(400, 'REQUEST_FAILED', 'one\n    two');
  assert.match(error.stack ?? '', /^PalatineError: REQUEST_FAILED: one\n {4}two\n {4}at /);
});

test('what a program reads stays: code, status, details, cause', () => {
  assert.deepEqual([refused.code, refused.status, refused.details], ['VALIDATION_FAILED', 400, { Problems }]);
  const cause = new Error('ECONNREFUSED');
  assert.equal(new UnansweredError('UNREACHABLE', 'x', { cause }).cause, cause);
  assert.equal(refused instanceof Error, true);
});
