import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldName, problemsRefusal } from './errors.ts';

test('a JSON pointer is printed with dots and brackets', () => {
  const names = {
    '': 'the body',
    '/Message': 'Message',
    '/Items/0/Count': 'Items[0].Count',
    '/UserIDs/12': 'UserIDs[12]',
    '/Relics/a b': 'Relics["a b"]',
    '/Relics/a~1b~0c': 'Relics["a/b~c"]',
    '/Relics/': 'Relics[""]',
  };
  for (const [path, name] of Object.entries(names)) assert.equal(fieldName(path), name);
});

test('the message of a refused body names where and what, and counts the other problems', () => {
  const count = { Path: '/Items/0/Count', Message: 'must be at least 1' };
  const item = { Path: '/Items/1/ItemID', Message: 'unknown ItemID "x"' };
  const messageOf = (...problems: (typeof count)[]) => problemsRefusal('VALIDATION_FAILED', problems).message;
  assert.equal(messageOf(count), 'Items[0].Count must be at least 1');
  assert.equal(messageOf(item), 'Items[1].ItemID: unknown ItemID "x"');
  assert.equal(messageOf(count, item, item), 'Items[0].Count must be at least 1 (and 2 more)');
  assert.deepEqual(problemsRefusal('VALIDATION_FAILED', [count, item]).toEnvelope().Error, {
    Code: 'VALIDATION_FAILED',
    Message: 'Items[0].Count must be at least 1 (and 1 more)',
    Details: { Problems: [count, item] },
  });
});
