import assert from 'node:assert/strict';
import { test } from 'node:test';
import { steamPlayerUid } from './steam-player-uid.ts';

test('a Steam account has one player uid, computed from its id', () =>
  assert.equal(steamPlayerUid('76561197960265728'), '634C85AD-00000000-00000000-00000000'));

test('what is not a SteamID64 has no player uid', () =>
  assert.throws(() => steamPlayerUid('steam_7656'), RangeError));
