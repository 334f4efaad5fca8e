import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readOriginalWhitelist, type WhitelistFile, whitelistFile } from '@palatine/data-dir/banlist-file';
import { testFolder } from '@palatine/platform/testing';
import type { BannedPlayer, RosterPlayer } from '@palatine/world/roster';
import pino from 'pino';
import { whitelistReports } from '../start-moderation.ts';
import { unlistedPlayers, whitelistOf, withoutGrace } from './whitelist.ts';
import { watchWhitelists } from './whitelist-watch.ts';

const UID = '5E7A11C0-00000000-00000000-00000000';
const zoe: RosterPlayer = { uid: UID, userId: 'gdk_1', name: 'Zoe', ip: '' };
const abe: RosterPlayer = { ...zoe, uid: UID.replace(/0$/, '1'), userId: 'steam_2' };
const on: WhitelistFile = { Enabled: true, DryRun: false, Players: [], Grace: [], Message: 'no' };

function unlisted(file: Partial<WhitelistFile>, ...players: RosterPlayer[]): string[] {
  const whitelist = whitelistOf({ ...on, ...file });
  return unlistedPlayers(whitelist, { players }).map(({ userId }) => userId);
}

test('players listed by UserId or PlayerUID, in any spelling, may play; names do not count', () => {
  assert.deepEqual(unlisted({ Players: ['gdk_1'] }, zoe, abe), ['steam_2']);
  const plain = UID.replaceAll('-', '').toLowerCase();
  assert.deepEqual(unlisted({ Players: [` ${plain} `] }, zoe, abe), ['steam_2']);
  assert.deepEqual(unlisted({ Players: ['gdk_9', 'Zoe'] }, zoe, abe), ['gdk_1', 'steam_2']);
  assert.deepEqual(unlisted({ Players: ['gdk_1'], Grace: ['steam_2'] }, zoe, abe), []);
});

test('an entry may be a bare SteamID64, in capitals, a short PlayerUID, an address or a range', () => {
  const player = { uid: '24AA11BB-00000000-00000000-00000000', userId: 'steam_76561198000000102' };
  const mia = { ...player, name: 'Mia', ip: '198.51.100.7' };
  for (const entry of [
    '76561198000000102',
    ' STEAM_76561198000000102 ',
    '24aa11bb',
    '::ffff:198.51.100.7',
    '198.51.100.0/24',
    '198.51.100.*',
  ]) {
    assert.deepEqual(unlisted({ Players: [entry] }, mia, abe), ['steam_2'], entry);
    assert.deepEqual(unlisted({ Players: ['gdk_9'], Grace: [entry] }, mia, abe), ['steam_2'], entry);
  }
});

test('an entry that cannot be read is named, and the others still keep everybody else out', () => {
  const named = /^AllowList\.json: "Zoe" is not a UserId.*; the other entries apply$/;
  for (const [file, kept] of [
    [{ Players: ['gdk_1', 'Zoe'] }, ['steam_2']],
    [{ Players: ['gdk_1'], Grace: ['Zoe'] }, ['steam_2']],
    [{ Players: ['Zoe'] }, ['gdk_1', 'steam_2']],
  ] as const) {
    const whitelist = whitelistOf({
      ...on,
      Players: [...file.Players],
      Grace: 'Grace' in file ? ['Zoe'] : [],
    });
    assert.deepEqual([whitelist.dryRun, whitelist.problems.length], [false, 1]);
    assert.match(whitelist.problems.join(), named);
    assert.deepEqual(
      unlistedPlayers(whitelist, { players: [zoe, abe] }).map(({ userId }) => userId),
      kept,
    );
  }
});

test('a number of WhiteList.json is named, since its last digits are lost; the other entries apply', () => {
  const file = join(testFolder(), 'WhiteList.json');
  writeFileSync(file, '["gdk_1", 76561198000000102, null]');
  const original = { players: readOriginalWhitelist(file), message: '' };
  const whitelist = whitelistOf({ ...on, Enabled: false }, [], original);
  assert.match(whitelist.problems.join(), /WhiteList\.json: 7656\d+ is not a UserId.*null is not a UserId/);
  assert.deepEqual([...whitelist.players.ids], ['gdk_1']);
});

test('the whitelist of PalDefender keeps players out by itself, and together with ours both apply', () => {
  const original = { players: ['gdk_1', '198.51.100.0/24'], message: 'theirs' };
  const may = (file: Partial<WhitelistFile>) => {
    const whitelist = whitelistOf({ ...on, ...file }, [], original);
    const players = [zoe, abe, { ...abe, userId: 'ps5_3', uid: UID, ip: '198.51.100.200' }];
    return [unlistedPlayers(whitelist, { players }).map(({ userId }) => userId), whitelist.message];
  };
  assert.deepEqual(may({ Enabled: false, Players: ['steam_2'], Message: 'ours' }), [['steam_2'], 'theirs']);
  assert.deepEqual(may({ Players: ['steam_2'], Message: 'ours' }), [[], 'ours']);
});

test('a disabled or empty list keeps no player out', () => {
  assert.deepEqual(unlisted({ Enabled: false, Players: ['gdk_1'] }, abe), []);
  assert.deepEqual(unlisted({ Players: [], Grace: ['gdk_1'] }, abe), []);
});

test('lists of a fleet allow players besides the file, if the file is enabled', () => {
  const allowed = (file: Partial<WhitelistFile>, ids: string[] | 'Unknown') => {
    const whitelist = whitelistOf({ ...on, ...file }, ids);
    return unlistedPlayers(whitelist, { players: [zoe, abe] }).map(({ userId }) => userId);
  };
  assert.deepEqual(allowed({ Players: ['gdk_1'] }, ['steam_2']), []);
  assert.deepEqual(allowed({}, ['steam_2']), ['gdk_1']);
  assert.deepEqual(allowed({ Enabled: false }, ['steam_2']), []);
  const unread = allowed({ Players: ['gdk_1'] }, 'Unknown');
  assert.deepEqual(unread, [], 'nobody is kicked before the lists were read');
});

test('while a player loads, only a UserId decides, and only if no PlayerUID is listed', () => {
  const loading = { ...abe, uid: undefined };
  assert.deepEqual(unlisted({ Players: ['gdk_1'] }, loading), ['steam_2']);
  assert.deepEqual(unlisted({ Players: ['gdk_1'], Grace: [UID] }, loading), []);
  assert.deepEqual(unlisted({ Players: [UID] }, { ...abe, loading: true }), ['steam_2'], 'known from before');
});

test('grace protects from a ban of the address, not from one of the player', () => {
  const ban = { userId: 'gdk_1', uid: UID, name: 'Zoe', reason: 'x', onGameList: false };
  const bans = (['user', 'player', 'address'] as const).map((cause): BannedPlayer => ({ ...ban, cause }));
  const kept = withoutGrace(whitelistOf({ ...on, Grace: [UID] }), bans, { players: [zoe] });
  const causes = kept.map(({ cause }) => cause);
  assert.deepEqual(causes, ['user', 'player']);
});

test('a player who is not on the list is reported once per visit', () => {
  const events: unknown[] = [];
  const reports = whitelistReports({
    writes: { note: async (note) => void events.push(note) },
    log: pino({ level: 'silent' }),
  });
  for (const players of [[zoe], [zoe, abe], [], [zoe]]) reports(players, { dryRun: true });
  assert.equal(events.length, 3);
  const player = { uid: UID, userId: 'gdk_1', name: 'Zoe' };
  assert.deepEqual(events[0], { event: { type: 'whitelist.unlisted', data: { player, kicked: false } } });
});

test('the next step for an invalid file is named, and its last valid version is used', () => {
  const folder = testFolder();
  const file = join(folder, whitelistFile.name);
  const write = (value: object) => writeFileSync(file, JSON.stringify(value));
  const files = { allowList: file, originalWhitelist: join(folder, 'WhiteList.json') };
  const watch = watchWhitelists(files, () => ({ inForce: false, message: 'no' }), {
    log: pino({ level: 'silent' }),
    clock: { every: () => () => {} },
  });
  write({ Enabled: true, Player: ['gdk_1'] });
  watch.refresh();
  assert.match(watch.warnings.join('; '), /lists nobody.*did you mean Players/);
  write({ Enabled: true, Players: ['gdk_1'] });
  watch.refresh();
  assert.deepEqual(watch.warnings, []);
  writeFileSync(file, Buffer.from('{"Enabled":true}', 'utf16le'));
  watch.refresh();
  assert.match(watch.warnings.join(), /AllowList\.json: is UTF-16 .*its last valid version is used/);
  assert.deepEqual([watch.current.enabled, [...watch.current.players.ids]], [true, ['gdk_1']]);
});
