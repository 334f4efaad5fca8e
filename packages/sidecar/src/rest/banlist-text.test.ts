import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUserId } from '@palatine/contract';
import fc from 'fast-check';
import { parseBanlistText } from './banlist-text.ts';

const ZOE = 'steam_76561190000000101';
const ABE = 'steam_76561190000000102';
const GDK = 'gdk_2535400000000001';
const PS5 = 'ps5_1234567890123456789';
const OPAQUE = 'A0000001BBBBBBBBCCCCCCCCD0000001';

function assertBanned(text: string, banned: string[]): void {
  assert.deepEqual([...parseBanlistText(text)].toSorted(), banned.toSorted(), text);
}

test('each line bans a UserId; the digits behind it are no player', () => {
  assertBanned(`${ZOE},${OPAQUE}\r\n${GDK},${OPAQUE}\n${PS5},${OPAQUE}\n`, [ZOE, GDK, PS5]);
});

test('an entry that was blanked bans nobody, and neither does a comment', () => {
  assertBanned(`\n   \n,${OPAQUE}\n# ${ZOE}\n; ${ZOE}\n// ${ZOE}\n${ABE} # was ${ZOE}\n`, [ABE]);
  assertBanned('', []);
});

test('entries that run together on one line are told apart', () => {
  assertBanned(`${ZOE},${OPAQUE}${ABE},${OPAQUE}${GDK}`, [ZOE, ABE, GDK]);
  assertBanned(`${ZOE}${ABE}mac_abc${PS5}steam_1234`, [ZOE, ABE, 'mac_abc', PS5, 'steam_1234']);
  assertBanned(`${ZOE} ${ABE};${GDK}`, [ZOE, ABE, GDK]);
  assertBanned(`${OPAQUE.toLowerCase()}${ZOE}`, [ZOE]);
});

test('a platform that is not known yet is taken, and a SteamID without its platform', () => {
  assertBanned(`new2_abc123\n76561190000000103\n123\nhttps://example.org/Bans\n`, [
    'new2_abc123',
    'steam_76561190000000103',
  ]);
});

test('whatever the list holds, only UserIds come of it, and those that stand on lines of their own are all found', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const userId of parseBanlistText(text)) assert.ok(isUserId(userId), userId);
    }),
  );
  const account = fc.stringMatching(/^\d{17}$/).map((digits) => `steam_${digits}`);
  fc.assert(
    fc.property(
      fc.uniqueArray(account),
      fc.constantFrom(`,${OPAQUE}\n`, '\n', ' ', `,${OPAQUE}`, ''),
      (ids, end) => {
        assert.deepEqual([...parseBanlistText(ids.map((id) => id + end).join(''))], ids);
      },
    ),
  );
});
