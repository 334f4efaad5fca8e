import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { Banlist } from '@palatine/contract';
import { compactTime } from '@palatine/platform/format';
import { testFolder } from '@palatine/platform/testing';
import { aBan, aBanlist, anIssuer } from '@palatine/testing/banlist-builder';
import { startService, type TestService } from '@palatine/testing/start-service';
import { TestClock } from '@palatine/testing/test-clock';
import pino from 'pino';

const file = (service: Pick<TestService, 'data'>) => join(service.data, 'Banlist.json');
const read = (service: Pick<TestService, 'data'>) =>
  JSON.parse(readFileSync(file(service), 'utf8')) as Banlist & Record<string, unknown>;
const ban = (service: TestService, id: string) =>
  service.api.banPlayer({ params: { player_identifier: id } });
const activeUsers = async (service: TestService) => {
  const { Banlist: list } = await service.api.getBanlist({ query: { active: 'true' } });
  return list.UserEntries.map(({ UserId }) => UserId);
};
const empty = aBanlist();

test('a ban does not overwrite a hand edit that is not reloaded yet', async () => {
  await using service = await startService({ banlist: empty });
  await ban(service, 'steam_1');
  const edited = read(service);
  const [entry] = edited.UserEntries;
  assert.ok(entry);
  const byHand = { ...entry, UserId: 'steam_2', Note: 'seen on the forum' };
  writeFileSync(file(service), JSON.stringify({ ...edited, Comment: 'mine', UserEntries: [entry, byHand] }));
  await ban(service, 'steam_3');
  assert.deepEqual(await activeUsers(service), ['steam_1', 'steam_2', 'steam_3']);
  const { Comment, UserEntries } = read(service);
  assert.equal(Comment, 'mine');
  assert.deepEqual(UserEntries[1], byHand);
  const answer = await service.api.getBanlist();
  assert.deepEqual(Object.keys(answer.Banlist.UserEntries[1] ?? {}), ['UserId', 'Active', 'BannedBy']);
});

const byHand = (UserId: string) => aBan({ UserId });
const listOf = (...UserEntries: object[]) => JSON.stringify({ ...empty, UserEntries });

test('a UserId or an address in another spelling bans, is lifted in its canonical form, and the file keeps its spelling', async () => {
  await using service = await startService({ banlist: empty });
  const { Players } = await service.api.getPlayers();
  const [zoe, bo] = Players.filter(({ Status, UserId }) => Status === 'Online' && /^steam_/.test(UserId));
  assert.ok(zoe && bo);
  const banned = async (uid: string) => {
    const list = await service.api.getPlayers();
    return list.Players.find(({ PlayerUID }) => PlayerUID === uid)?.Status === 'Offline';
  };
  const UserEntries = [byHand(` ${zoe.UserId.toUpperCase()} `)];
  const text = JSON.stringify({ ...empty, UserEntries, IPEntries: [aBan({ IP: `${bo.IP}/30` })] });
  writeFileSync(file(service), text);
  assert.deepEqual(await service.api.reloadConfig(), { Success: true });
  assert.deepEqual([await banned(zoe.PlayerUID), await banned(bo.PlayerUID)], [true, true]);
  assert.equal(readFileSync(file(service), 'utf8'), text);
  await service.api.unbanPlayer({ params: { user_id: zoe.UserId } });
  const { IP } = await service.api.unbanIP({ params: { ip: `${bo.IP}/30` } });
  assert.match(IP, /\/30$/);
  const actual = [...read(service).UserEntries, ...read(service).IPEntries].map(({ Active }) => Active);
  assert.deepEqual(actual, [false, false]);
});

test('a reload names an entry that bans nobody, takes the others, and lifts no ban that the file lacks', async () => {
  await using service = await startEdited();
  const text = listOf(byHand('steam_2'), byHand('Zoe'));
  edit(service, text);
  const reasons = await reasonsOfReload(service);
  assert.match(reasons, /UserEntries\.1\.UserId must be a UserId .*Zoe/);
  assert.match(reasons, /the other entries apply; the file was left as it is, and the active/);
  assert.deepEqual(await activeUsers(service), ['steam_1', 'steam_2']);
  assert.equal(readFileSync(file(service), 'utf8'), text);
  assert.deepEqual(await service.api.reloadConfig(), { Success: false });
  await assert.rejects(ban(service, 'steam_3'), isBeingEdited);
  service.clock.advance(5000);
  await ban(service, 'steam_3');
  assert.deepEqual(await activeUsers(service), ['steam_1', 'steam_2', 'steam_3']);
  assert.deepEqual(asideTexts(service), [text]);
});

test('a start applies the valid entries, lifts none, names the others, and moves the file aside before it writes it', async () => {
  const data = testFolder();
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const lines: string[] = [];
  const text = listOf(byHand('steam_1'), byHand('Zoe'));
  const clock = new TestClock();
  {
    await using before = await startService({ data, clock, banlist: empty });
    await ban(before, 'steam_0');
  }
  writeFileSync(join(data, 'Banlist.json'), text);
  utimesSync(join(data, 'Banlist.json'), clock.now() / 1000 - 60, clock.now() / 1000 - 60);
  {
    await using service = await startService({ data, log, clock });
    assert.match(lines.join(), /Banlist\.json: UserEntries\.1\.UserId must be a UserId .*Zoe/);
    assert.deepEqual(await activeUsers(service), ['steam_0', 'steam_1']);
    assert.equal(readFileSync(file(service), 'utf8'), text);
    await ban(service, 'steam_2');
    assert.deepEqual(await activeUsers(service), ['steam_0', 'steam_1', 'steam_2']);
    assert.deepEqual(asideTexts(service), [text]);
  }
});

test('a file that is not UTF-8 is rejected by name and moved aside, and nothing of it is written back', async () => {
  await using service = await startEdited();
  const text = listOf({ ...byHand('steam_2'), BannedBy: anIssuer({ Reason: 'Grüße' }) });
  for (const [encoding, bytes] of [
    ['Latin-1', Buffer.from(text, 'latin1')],
    ['UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ] as const) {
    edit(service, bytes);
    assert.match(await reasonsOfReload(service), new RegExp(encoding));
    assert.ok(asides(service).some((name) => readFileSync(join(service.data, name)).equals(bytes)));
    await ban(service, 'steam_3');
    assert.deepEqual(await activeUsers(service), ['steam_1', 'steam_3']);
    assert.ok(!readFileSync(file(service), 'utf8').includes('\uFFFD'));
  }
});

test('a missing file is written again, and the active bans stay', async () => {
  await using service = await startService({ banlist: empty });
  await ban(service, 'steam_1');
  rmSync(file(service));
  await service.api.reloadConfig();
  assert.deepEqual(await activeUsers(service), ['steam_1']);
  assert.equal(read(service).UserEntries.length, 1);
});

type EditedService = TestService & { clock: TestClock };

/** A service with a manual clock, and with steam_1 banned. */
async function startEdited(): Promise<EditedService> {
  const clock = new TestClock();
  const service = await startService({ banlist: empty, clock, faults: true });
  await ban(service, 'steam_1');
  return { ...service, clock };
}

/** Writes the file in place, as most editors do, at the time of the clock. */
function edit(service: EditedService, content: string | Uint8Array, atMs = service.clock.now()): void {
  writeFileSync(file(service), content);
  utimesSync(file(service), atMs / 1000, atMs / 1000);
}

/** The reasons for which a reload rejects the file. */
async function reasonsOfReload(service: TestService): Promise<string> {
  const since = service.game.reads.newestEventId;
  assert.deepEqual(await service.api.reloadConfig(), { Success: false });
  const { events } = service.game.reads.eventsSince(since);
  return events.flatMap(({ type, data }) => (type === 'config.rejected' ? data.reason : [])).join();
}

const asideTexts = (service: TestService) =>
  asides(service).map((name) => readFileSync(join(service.data, name), 'utf8'));

const BROKEN = '{"Version": 1, oops';
const asides = (service: TestService) =>
  readdirSync(service.data).filter((name) => name.startsWith('Banlist.broken-'));
const isBeingEdited = { code: 'INTERNAL_ERROR', message: /^Banlist\.json is being edited .* try again$/ };

test('an edit in progress is left alone: a ban meanwhile is refused, and the edit is applied', async () => {
  await using service = await startEdited();
  const before = readFileSync(file(service), 'utf8');
  const edited = before.replace('steam_1', 'steam_by_hand');
  for (const written of ['', edited.slice(0, 30), edited.slice(0, -5)]) {
    edit(service, written);
    service.clock.advance(4000);
    await assert.rejects(ban(service, 'steam_2'), isBeingEdited);
    assert.deepEqual(await activeUsers(service), ['steam_1']);
    assert.equal(readFileSync(file(service), 'utf8'), written);
  }
  edit(service, edited);
  await ban(service, 'steam_2');
  assert.deepEqual(await activeUsers(service), ['steam_by_hand', 'steam_2']);
  assert.deepEqual(asides(service), []);
});

test('ReloadConfig reports that a broken file was left as it is, and later that it was moved aside', async () => {
  await using service = await startEdited();
  edit(service, BROKEN);
  const expected = /^Banlist\.json: not JSON: .*; the file was left as it is, and the active bans stay$/;
  assert.match(await reasonsOfReload(service), expected);
  service.clock.advance(4999);
  assert.match(await reasonsOfReload(service), expected);
  assert.equal(readFileSync(file(service), 'utf8'), BROKEN);
  service.clock.advance(1);
  const [name] = /Banlist\.broken-\w+\.json/.exec(await reasonsOfReload(service)) ?? [];
  assert.deepEqual(asides(service), [name]);
  assert.equal(readFileSync(join(service.data, name ?? ''), 'utf8'), BROKEN);
  assert.deepEqual(await activeUsers(service), ['steam_1']);
  assert.deepEqual(await service.api.reloadConfig(), { Success: true });
});

test('a file with a key twice lifts no ban', async () => {
  await using service = await startEdited();
  const twice = `${readFileSync(file(service), 'utf8').trimEnd().slice(0, -1)}, "UserEntries": []}`;
  edit(service, twice);
  assert.match(await reasonsOfReload(service), /^Banlist\.json: has the key "UserEntries" twice: line/);
  assert.deepEqual(await activeUsers(service), ['steam_1']);
});

test('a broken file untouched for 5 seconds is moved aside by the next ban, under a unique name', async () => {
  await using service = await startEdited();
  edit(service, BROKEN);
  await assert.rejects(ban(service, 'steam_2'), isBeingEdited);
  service.clock.advance(5000);
  const name = `Banlist.broken-${compactTime(service.clock.now())}`;
  writeFileSync(join(service.data, `${name}.json`), 'another of this second');
  await ban(service, 'steam_2');
  assert.deepEqual(await activeUsers(service), ['steam_1', 'steam_2']);
  assert.equal(read(service).UserEntries.length, 2);
  assert.equal(readFileSync(join(service.data, `${name}.json`), 'utf8'), 'another of this second');
  assert.equal(readFileSync(join(service.data, `${name}-2.json`), 'utf8'), BROKEN);
});

test('a broken file that was written within 5 seconds is left alone, even if it has been broken for long', async () => {
  await using service = await startEdited();
  edit(service, BROKEN);
  await assert.rejects(ban(service, 'steam_2'), isBeingEdited);
  service.clock.advance(60_000);
  edit(service, `${BROKEN} and more`);
  await assert.rejects(ban(service, 'steam_2'), isBeingEdited);
  service.clock.advance(4999);
  await assert.rejects(ban(service, 'steam_2'), isBeingEdited);
  assert.deepEqual(asides(service), []);
});

test('a broken file with a time in the future is moved aside too: the clock was set back', async () => {
  await using service = await startEdited();
  edit(service, BROKEN, service.clock.now() + 86_400_000);
  await assert.rejects(ban(service, 'steam_2'), isBeingEdited);
  service.clock.advance(5000);
  await ban(service, 'steam_2');
  assert.equal(asides(service).length, 1);
});

const LEFT_BY_A_CRASH: [
  title: string,
  edited: string[] | undefined,
  after: string[] | undefined,
  expected: string[],
][] = [
  ['a ban that was written but not committed', undefined, undefined, ['steam_1']],
  ['one that has overwritten an edit', ['steam_1', 'steam_2'], undefined, ['steam_1', 'steam_2']],
  ['a file that was edited after the crash', undefined, ['steam_1', 'steam_4'], ['steam_1', 'steam_4']],
];

for (const [title, edited, after, expected] of LEFT_BY_A_CRASH) {
  test(`a start ignores an uncommitted ban: ${title}`, async () => {
    const data = testFolder();
    const banlist = join(data, 'Banlist.json');
    {
      await using service = await startService({ data, banlist: empty });
      await ban(service, 'steam_1');
    }
    if (edited !== undefined) writeFileSync(banlist, listOf(...edited.map(byHand)));
    // As a crash leaves it between the write of the file and the commit.
    copyFileSync(banlist, `${banlist}.former.writing`);
    const unconfirmed = listOf(...(edited ?? ['steam_1']).map(byHand), byHand('steam_3'));
    writeFileSync(banlist, unconfirmed);
    using database = new DatabaseSync(join(data, 'world.db'));
    database
      .prepare("update facts set value = ? where name = 'intendedBanlist'")
      .run(createHash('sha256').update(unconfirmed).digest('hex'));
    database.close();
    if (after !== undefined) writeFileSync(banlist, listOf(...after.map(byHand)));
    await using service = await startService({ data });
    assert.deepEqual(await activeUsers(service), expected);
    assert.deepEqual(
      read({ data }).UserEntries.map(({ UserId }) => UserId),
      expected,
    );
    const unfinished = readdirSync(data).filter((name) => name.endsWith('.writing'));
    assert.deepEqual(unfinished, []);
  });
}
