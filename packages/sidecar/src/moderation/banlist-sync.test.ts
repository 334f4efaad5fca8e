import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { isUserId } from '@palatine/contract';
import type { GameBansOutcome } from '@palatine/engine/calls';
import { testFolder } from '@palatine/platform/testing';
import type { GameBansRead } from '@palatine/world/game-bans';
import fc from 'fast-check';
import pino from 'pino';
import { type CallOutcome, failed, succeeded } from '../rest/outcome.ts';
import { banlistSync, parseBanlistText } from './banlist-sync.ts';

const MINUTE_MS = 60_000;

function aSync() {
  const file = join(testFolder(), 'banlist.txt');
  const state = {
    atMs: 0,
    outcome: succeeded(undefined) as CallOutcome<void>,
    reachable: true,
    plan: { ban: [], unban: [] } as GameBansOutcome,
  };
  const [asked, reads]: [string[], GameBansRead[]] = [[], []];
  const answer = (what: string) => {
    asked.push(what);
    return Promise.resolve(state.outcome);
  };
  const options: Parameters<typeof banlistSync>[0] = {
    writes: {
      gameBans(read) {
        reads.push(read);
        return Promise.resolve(state.plan);
      },
    },
    client: { ban: (userId) => answer(`ban ${userId}`), unban: (userId) => answer(`unban ${userId}`) },
    clock: { elapsed: () => state.atMs, every: () => () => {} },
    log: pino({ level: 'silent' }),
    file,
    reachable: () => state.reachable,
  };
  const sync = banlistSync(options);
  return { sync, options, state, asked, reads, file };
}

test('a list is used once two readings match', async () => {
  const game = aSync();
  writeFileSync(game.file, 'steam_76561198000000101,00000000000000000000000000000000\n');
  await game.sync.sync();
  assert.equal(game.reads.length, 0);
  await game.sync.sync();
  assert.deepEqual(game.reads[0]?.listed, ['steam_76561198000000101']);
  writeFileSync(game.file, '');
  await game.sync.sync();
  assert.equal(game.reads.length, 1, 'it may be half written');
  await game.sync.sync();
  assert.deepEqual(game.reads[1]?.listed, []);
});

test('a list that is not there, or is a folder, is unknown', async () => {
  const game = aSync();
  for (const file of [game.file, tmpdir()]) {
    const sync = banlistSync({ ...game.options, file });
    await sync.sync();
    await sync.sync();
    assert.equal(game.reads.at(-1)?.listed, undefined);
    assert.equal(sync.warnings.length, file === game.file ? 0 : 1);
  }
});

test('a list in UTF-16 lifts no ban, and is reported until it is saved as UTF-8', async () => {
  const game = aSync();
  const text = 'steam_76561198000000101\r\n';
  writeFileSync(game.file, Buffer.from(`\ufeff${text}`, 'utf16le'));
  await game.sync.sync();
  await game.sync.sync();
  const lists = game.reads.map(({ listed }) => listed);
  assert.deepEqual(lists, [undefined]);
  assert.match(
    game.sync.warnings[0]?.Message ?? '',
    /cannot be read: is UTF-16 \(little endian\) text; save it as UTF-8$/,
  );
  writeFileSync(game.file, `\ufeff${text}`);
  await game.sync.sync();
  await game.sync.sync();
  assert.deepEqual([game.reads.at(-1)?.listed, game.sync.warnings], [['steam_76561198000000101'], []]);
});

test('the required changes are requested from the server while it responds', async () => {
  const game = aSync();
  game.state.plan = { ban: [{ userId: 'gdk_1', reason: 'x' }], unban: ['ps5_2'] };
  game.state.reachable = false;
  await game.sync.sync();
  await game.sync.sync();
  assert.deepEqual(game.asked, []);
  game.state.reachable = true;
  await game.sync.sync();
  assert.deepEqual(game.asked, ['unban ps5_2', 'ban gdk_1']);
  await game.sync.sync();
  assert.deepEqual(
    [game.reads.at(-1)?.banned, game.reads.at(-1)?.unbanned],
    [['gdk_1'], ['ps5_2']],
    'the game is told',
  );
});

test('a ban requested twice at once is one call; a request in between is kept', async () => {
  const game = aSync();
  const { sync } = game;
  const ban = () => sync.ban('gdk_1', 'x');
  await Promise.all([ban(), ban(), sync.banAgain('gdk_1', 'x'), sync.ban('ps5_2', 'x')]);
  assert.deepEqual(game.asked.splice(0), ['ban gdk_1', 'ban ps5_2']);
  await Promise.all([ban(), sync.unban('gdk_1'), sync.unban('gdk_1'), ban()]);
  assert.deepEqual(game.asked.splice(0), ['ban gdk_1', 'unban gdk_1', 'ban gdk_1']);
  await ban();
  assert.deepEqual(game.asked, ['ban gdk_1']);
});

test('a ban that the list never shows is requested again after 5 minutes, 10, 20; a failed one after 30 s', async () => {
  const game = aSync();
  game.state.plan = { ban: [{ userId: 'gdk_1', reason: 'x' }], unban: [] };
  const askedAt = async (atMs: number) => {
    game.state.atMs = atMs;
    await game.sync.sync();
    return game.asked.splice(0).length;
  };
  await game.sync.sync(); // the first reading
  game.state.outcome = failed('timeout', 'no answer');
  assert.deepEqual([await askedAt(0), await askedAt(29_999), await askedAt(30_000)], [1, 0, 1]);
  game.state.outcome = succeeded(undefined);
  assert.equal(await askedAt(MINUTE_MS), 1);
  assert.deepEqual([await askedAt(6 * MINUTE_MS - 1), await askedAt(6 * MINUTE_MS)], [0, 1]);
  assert.deepEqual([await askedAt(16 * MINUTE_MS - 1), await askedAt(16 * MINUTE_MS)], [0, 1]);
  game.state.plan = { ban: [], unban: [] };
  await askedAt(17 * MINUTE_MS);
  game.state.plan = { ban: [{ userId: 'gdk_1', reason: 'x' }], unban: [] };
  assert.equal(await askedAt(18 * MINUTE_MS), 1, 'it had shown, and vanished');
});

const ZOE = 'steam_76561190000000101';
const ABE = 'steam_76561190000000102';
const GDK = 'gdk_2535400000000001';
const PS5 = 'ps5_1234567890123456789';
const OPAQUE = 'A0000001BBBBBBBBCCCCCCCCD0000001';

function assertBanned(text: string, banned: string[]): void {
  assert.deepEqual([...parseBanlistText(text)].toSorted(), banned.toSorted(), text);
}

test('each line bans a UserId; the digits after it are ignored', () => {
  assertBanned(`${ZOE},${OPAQUE}\r\n${GDK},${OPAQUE}\n${PS5},${OPAQUE}\n`, [ZOE, GDK, PS5]);
});

test('a blanked entry bans no player, and neither does a comment', () => {
  assertBanned(`\n   \n,${OPAQUE}\n# ${ZOE}\n; ${ZOE}\n// ${ZOE}\n${ABE} # was ${ZOE}\n`, [ABE]);
  assertBanned('', []);
});

test('entries without a delimiter on one line are separated', () => {
  assertBanned(`${ZOE},${OPAQUE}${ABE},${OPAQUE}${GDK}`, [ZOE, ABE, GDK]);
  assertBanned(`${ZOE}${ABE}mac_abc${PS5}steam_1234`, [ZOE, ABE, 'mac_abc', PS5, 'steam_1234']);
  assertBanned(`${ZOE} ${ABE};${GDK}`, [ZOE, ABE, GDK]);
  assertBanned(`${OPAQUE.toLowerCase()}${ZOE}`, [ZOE]);
});

test('an unknown platform is accepted, and a SteamID without its platform', () => {
  assertBanned(`new2_abc123\n76561190000000103\n123\nhttps://example.org/Bans\n`, [
    'new2_abc123',
    'steam_76561190000000103',
  ]);
});

test('any list yields only UserIds, including all those on separate lines', () => {
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
