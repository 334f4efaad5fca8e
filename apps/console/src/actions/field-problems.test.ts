import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PalatineError } from '@palatine/client';
import { fieldProblems, problemOf } from './field-problems.ts';

const refused = (...problems: [path: string, message: string][]) =>
  new PalatineError(400, 'VALIDATION_FAILED', 'wrong', {
    Problems: problems.map(([Path, Message]) => ({ Path, Message })),
  });

test('a problem of a body is beside the field, and the row, that it is about', () => {
  const fields = fieldProblems(
    refused(['/Items/1/Count', 'must be at least 1'], ['/Items', 'must hold an entry']),
    ['items'],
  );
  assert.equal(problemOf(fields, 'items', 1), 'must be at least 1');
  assert.equal(problemOf(fields, 'items', 0), '');
  assert.equal(problemOf(fields, 'items'), 'must hold an entry');
});

test('a problem of something that the form does not show is beside no field', () => {
  const refusal = refused(['/UserIDs/0', 'is offline'], ['/constructor', 'no']);
  assert.deepEqual(fieldProblems(refusal, ['message']), []);
});

test('an error without problems has none', () =>
  assert.deepEqual(fieldProblems(new Error('lost'), ['items']), []));
