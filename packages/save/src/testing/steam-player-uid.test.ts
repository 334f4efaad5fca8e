import assert from 'node:assert/strict';
import { test } from 'node:test';
import { steamPlayerUid, uidWithoutSteam } from './steam-player-uid.ts';

const REST = '00000000-00000000-00000000';

test('a Steam account has one player uid, computed from its id', () =>
  assert.equal(steamPlayerUid('76561197960265728'), `634C85AD-${REST}`));

test('a server without the Steam subsystem gives the same account another uid', () => {
  assert.equal(uidWithoutSteam(steamPlayerUid('76561197960265728')), `1EE118F8-${REST}`);
  assert.equal(uidWithoutSteam(`77592483-${REST}`), `98BFDB70-${REST}`);
});

test('what is not a SteamID64 has no player uid', () =>
  assert.throws(() => steamPlayerUid('steam_7656'), RangeError));
