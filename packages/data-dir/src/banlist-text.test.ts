import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Banlist } from '@palatine/contract';
import { formatJson } from '@palatine/platform/json';
import fc from 'fast-check';
import { formatBanlist } from './banlist-file.ts';

const entries = fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), { maxLength: 4 });

test('a ban list is formatted as every JSON file, with keys added by people in their place', () => {
  fc.assert(
    fc.property(
      entries,
      entries,
      fc.jsonValue(),
      fc.string(),
      (UserEntries, IPEntries, added, BannedMessage) => {
        const list = { Version: 1, Before: added, UserEntries, BannedMessage, IPEntries, After: added };
        const banlist = list as unknown as Banlist;
        assert.equal(formatBanlist(banlist).toString(), formatJson(JSON.parse(JSON.stringify(list))));
      },
    ),
  );
});
