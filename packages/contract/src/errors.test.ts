import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldName } from './errors.ts';

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
