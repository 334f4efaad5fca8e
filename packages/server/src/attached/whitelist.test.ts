import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { RosterPlayer, UnwelcomePlayer } from '@palatine/world';
import pino from 'pino';
import { type WhitelistFile, whitelistFile } from '../data-folder/whitelist-file.ts';
import { unlistedPlayers, whitelistOf, withoutGrace } from './whitelist.ts';
import { WhitelistReports } from './whitelist-reports.ts';
import { WhitelistWatch } from './whitelist-watch.ts';

const UID = '5E7A11C0-00000000-00000000-00000000';
const zoe: RosterPlayer = { uid: UID, userId: 'gdk_1', name: 'Zoe', ip: '' };
const abe: RosterPlayer = {
  uid: '5E7A11C0-00000000-00000000-00000001',
  userId: 'steam_2',
  name: 'Zoe',
  ip: '',
};
const on: WhitelistFile = { Enabled: true, DryRun: false, Players: [], Grace: [], Message: 'no' };

function unlisted(file: Partial<WhitelistFile>, ...players: RosterPlayer[]): string[] {
  const whitelist = whitelistOf({ ...on, ...file });
  return unlistedPlayers(whitelist, { players }).map(({ userId }) => userId);
}

test('who is named by UserId or by PlayerUID, in any spelling, may play; nobody by name', () => {
  assert.deepEqual(unlisted({ Players: ['gdk_1'] }, zoe, abe), ['steam_2']);
  assert.deepEqual(unlisted({ Players: [` ${UID.replaceAll('-', '').toLowerCase()} `] }, zoe, abe), [
    'steam_2',
  ]);
  assert.deepEqual(unlisted({ Players: ['Zoe'] }, zoe, abe), ['gdk_1', 'steam_2']);
  assert.deepEqual(unlisted({ Players: ['gdk_1'], Grace: ['steam_2'] }, zoe, abe), []);
});

test('a list that is off, or names nobody, keeps nobody out', () => {
  assert.deepEqual(unlisted({ Enabled: false, Players: ['gdk_1'] }, abe), []);
  assert.deepEqual(unlisted({ Players: [], Grace: ['gdk_1'] }, abe), []);
});

test('lists of a fleet allow players besides the file, where the file is enabled', () => {
  const allowed = (file: Partial<WhitelistFile>, ids: string[] | 'Unknown') =>
    unlistedPlayers(whitelistOf({ ...on, ...file }, ids), { players: [zoe, abe] }).map(
      ({ userId }) => userId,
    );
  assert.deepEqual(allowed({ Players: ['gdk_1'] }, ['steam_2']), []);
  assert.deepEqual(allowed({}, ['steam_2']), ['gdk_1']);
  assert.deepEqual(allowed({ Enabled: false }, ['steam_2']), []);
  assert.deepEqual(
    allowed({ Players: ['gdk_1'] }, 'Unknown'),
    [],
    'nobody is kicked before the lists were read',
  );
});

test('while a player loads, only a UserId can tell, and only where no PlayerUID could', () => {
  const loading = { ...abe, uid: undefined };
  assert.deepEqual(unlisted({ Players: ['gdk_1'] }, loading), ['steam_2']);
  assert.deepEqual(unlisted({ Players: ['gdk_1'], Grace: [UID] }, loading), []);
  assert.deepEqual(unlisted({ Players: [UID] }, { ...abe, loading: true }), ['steam_2'], 'known from before');
});

test('grace protects from a ban of the address, not from one that names the player', () => {
  const ban = (cause: UnwelcomePlayer['cause']): UnwelcomePlayer => ({
    userId: 'gdk_1',
    uid: UID,
    name: 'Zoe',
    reason: 'x',
    onGameList: false,
    cause,
  });
  const kept = withoutGrace(whitelistOf({ ...on, Grace: [UID] }), [
    ban('user'),
    ban('player'),
    ban('address'),
  ]);
  assert.deepEqual(
    kept.map(({ cause }) => cause),
    ['user', 'player'],
  );
});

test('somebody who is not on the list is reported once each time they come', () => {
  const events: unknown[] = [];
  const reports = new WhitelistReports({
    game: { call: async (_kind: string, note: unknown) => void events.push(note) } as never, // only notes are made
    log: pino({ level: 'silent' }),
  });
  for (const players of [[zoe], [zoe, abe], [], [zoe]]) reports.onUnlisted(players, { dryRun: true });
  assert.equal(events.length, 3);
  const player = { uid: UID, userId: 'gdk_1', name: 'Zoe' };
  assert.deepEqual(events[0], { event: { type: 'whitelist.unlisted', data: { player, kicked: false } } });
});

test('the file counts as it is now, and while it is wrong its last good state does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'palatine-whitelist-'));
  const file = join(folder, whitelistFile.name);
  const write = (value: unknown) =>
    writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
  const watch = new WhitelistWatch(file, {
    log: pino({ level: 'silent' }),
    clock: { every: () => () => {} },
  });
  assert.equal(watch.current.enabled, false);
  write({ Enabled: true, Players: ['gdk_1'] });
  await watch.refresh();
  assert.deepEqual(
    [watch.current.enabled, [...watch.current.players], watch.warnings],
    [true, ['gdk_1'], []],
  );
  write('{ "Enabled": tr');
  await watch.refresh();
  assert.deepEqual([watch.current.enabled, watch.warnings.length], [true, 1]);
  write({ Enabled: true, Player: ['gdk_1'] });
  await watch.refresh();
  assert.match(watch.warnings.join('; '), /lists nobody.*did you mean Players/);
  write({ Enabled: true, Players: ['gdk_1'] });
  await watch.refresh();
  assert.deepEqual(watch.warnings, []);
  rmSync(folder, { recursive: true });
});
