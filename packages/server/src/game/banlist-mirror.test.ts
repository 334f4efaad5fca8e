import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Banlist, BanlistFilters, IPBan, Issuer, UserBan } from '@palatine/contract';
import { BanlistMirror } from './banlist-mirror.ts';
import type { ListedBanChange } from './protocol.ts';

const by: Issuer = {
  Type: 'rest',
  NameValue: 'Panel',
  IP: '',
  Reason: 'Duping',
  Timestamp: { UTC: 0, Year: 1970, Month: 1, Day: 1, Hour: 0, Min: 0, Sec: 0, Msec: 0 },
};
const user = (UserId: string, Active = true): UserBan => ({ UserId, Active, BannedBy: by });
const address = (IP: string): IPBan => ({ IP, Active: true, BannedBy: by });

function set(entry: UserBan | IPBan): ListedBanChange {
  const json = JSON.stringify(entry);
  return 'UserId' in entry
    ? { table: 'userBans', key: entry.UserId, json }
    : { table: 'ipBans', key: entry.IP, json };
}
const removed = (key: string): ListedBanChange => ({ table: 'userBans', key, json: undefined });

const HEAD = { Version: 1, BannedMessage: 'Away "now"' };
const news = (...changes: ListedBanChange[]) => ({ ...HEAD, whole: false, changes });

function aMirror(...entries: (UserBan | IPBan)[]): BanlistMirror {
  const mirror = new BanlistMirror();
  mirror.apply({ ...HEAD, whole: true, changes: entries.map(set) });
  return mirror;
}

async function read(mirror: BanlistMirror, query: BanlistFilters = {}) {
  const { bytes } = await mirror.respond(query);
  return JSON.parse(Buffer.from(bytes).toString()) as { Banlist: Banlist; Next?: string };
}

async function names(mirror: BanlistMirror, query?: BanlistFilters): Promise<string[]> {
  const { UserEntries, IPEntries } = (await read(mirror, query)).Banlist;
  return [...UserEntries.map(({ UserId }) => UserId), ...IPEntries.map(({ IP }) => IP)];
}

test('the response has the bytes of the reply as JSON, and lies in a memory of its own', async () => {
  for (const [users, addresses] of [
    [[], []],
    [[user('steam_1')], []],
    [
      [user('steam_1'), user('steam_é', false)],
      [address('192.0.2.1'), address('::1')],
    ],
  ] as [UserBan[], IPBan[]][]) {
    const { bytes } = await aMirror(...users, ...addresses).respond({});
    const reply = { Banlist: { ...HEAD, UserEntries: users, IPEntries: addresses } };
    assert.equal(Buffer.from(bytes).toString(), JSON.stringify(reply));
    assert.equal(bytes.buffer.byteLength, bytes.byteLength);
  }
});

test('equal queries share one response and one scan, until the list changes', async () => {
  const mirror = aMirror(user('steam_1'), user('steam_2'));
  const equal: BanlistFilters[] = [{ q: 'STEAM' }, { q: 'steam', userId: '', active: 'maybe' }];
  const [first, ...others] = await Promise.all(
    [...equal, ...equal].map(async (query) => mirror.respond(query)),
  );
  for (const other of others) assert.equal(other, first);
  for (let count = 0; count < 100; count++) assert.equal(await mirror.respond({ q: 'steam' }), first);
  assert.deepEqual(mirror.figures, { cached: 100, indexed: 0, scanned: 1 });
  mirror.apply(news(set(user('steam_3'))));
  assert.deepEqual(await names(mirror, { q: 'steam' }), ['steam_1', 'steam_2', 'steam_3']);
  assert.equal(mirror.figures.scanned, 2);
});

test('an exact name is found without a scan, in any case', async () => {
  const mirror = aMirror(user('steam_1'), user('STEAM_1'), user('steam_2'), address('2001:DB8::1'));
  assert.deepEqual(await names(mirror, { userId: 'Steam_1' }), ['steam_1', 'STEAM_1']);
  assert.deepEqual(await names(mirror, { ip: '2001:db8::1' }), ['2001:DB8::1']);
  assert.deepEqual(await names(mirror, { userIP: '2001:db8::1', ip: '::2' }), []);
  assert.deepEqual(await names(mirror, { userId: 'steam_1', ip: '2001:db8::1' }), []);
  mirror.apply(news(removed('steam_1')));
  assert.deepEqual(await names(mirror, { userId: 'steam_1' }), ['STEAM_1']);
  assert.deepEqual(mirror.figures, { cached: 0, indexed: 5, scanned: 0 });
});

test('changes keep the order of the list: one that stays keeps its place, one that comes again goes to the end', async () => {
  const mirror = aMirror(user('a'), user('b'), user('c'));
  mirror.apply(news(set(user('a', false)), removed('b'), set(user('d')), set(user('b'))));
  assert.deepEqual(await names(mirror), ['a', 'c', 'd', 'b']);
  assert.deepEqual([mirror.count('userBans', true), mirror.count('userBans', false)], [3, 1]);
});

test('more different queries than may wait are refused, and those that wait are answered', async () => {
  const mirror = aMirror(user('steam_1'));
  const waiting = Array.from({ length: 256 }, async (_, at) => mirror.respond({ q: `steam_${at}` }));
  assert.throws(() => mirror.respond({ q: 'one more' }), { code: 'SERVER_BUSY' });
  assert.equal((await Promise.all(waiting)).length, 256);
  assert.deepEqual(await names(mirror, { q: 'one more' }), []);
});

test('the cache drops the response that nobody used for longest', async () => {
  const mirror = aMirror(user('steam_1'));
  const polled = await mirror.respond({});
  for (let at = 0; at < 1000; at++) {
    await mirror.respond({ q: `${at}` });
    assert.equal(await mirror.respond({}), polled);
  }
  assert.equal(mirror.cacheSize.entries, 256);
  assert.ok(mirror.cacheSize.bytes < 32 * 1024 * 1024);
});

async function pages(mirror: BanlistMirror, limit: string, between: () => void = () => {}) {
  const listed: string[][] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const { Banlist: list, Next } = await read(mirror, { limit, cursor });
    listed.push([...list.UserEntries.map(({ UserId }) => UserId), ...list.IPEntries.map(({ IP }) => IP)]);
    cursor = Next;
    between();
  }
  return listed;
}

test('pages list every entry once, users before addresses, and the last has no Next', async () => {
  const mirror = aMirror(user('a'), user('b'), user('c'), address('::1'), address('::2'));
  assert.deepEqual(await pages(mirror, '2'), [['a', 'b'], ['c', '::1'], ['::2']]);
  assert.deepEqual(await pages(mirror, '5'), [['a', 'b', 'c', '::1', '::2']]);
  assert.deepEqual(await pages(mirror, '3'), [
    ['a', 'b', 'c'],
    ['::1', '::2'],
  ]);
  assert.deepEqual(await names(mirror, { limit: '2', active: 'true', entryType: 'ip' }), ['::1', '::2']);
});

test('an entry that stays is listed once, whatever comes and goes between the pages', async () => {
  const mirror = aMirror(...['a', 'b', 'c', 'd', 'e'].map((name) => user(name)));
  let turn = 0;
  const listed = await pages(mirror, '2', () => {
    turn++;
    if (turn === 1) mirror.apply(news(removed('a'), removed('b'), set(user('f'))));
    if (turn === 2) {
      const rest = ['new', 'c', 'd', 'e', 'f'].map((name) => set(user(name)));
      mirror.apply({ ...HEAD, whole: true, changes: rest });
    }
  });
  assert.deepEqual(listed, [
    ['a', 'b'],
    ['c', 'd'],
    ['e', 'f'],
  ]);
});

test('a limit that is no number lists everything; one beyond 1000 lists 1000; a wrong cursor begins anew', async () => {
  const many = Array.from({ length: 1001 }, (_, at) => user(`steam_${at}`));
  const mirror = aMirror(...many);
  for (const limit of ['', '0', '-1', '1.5', 'all', '01']) {
    const { Banlist: list, Next } = await read(mirror, { limit });
    assert.deepEqual([list.UserEntries.length, Next], [1001, undefined]);
  }
  for (const limit of ['1000', '1001', '999999999']) {
    const { Banlist: list, Next } = await read(mirror, { limit });
    assert.deepEqual([list.UserEntries.length, typeof Next], [1000, 'string']);
  }
  assert.equal((await names(mirror, { cursor: 'x' })).length, 1001);
  assert.deepEqual(await names(mirror, { limit: '1', cursor: 'x' }), ['steam_0']);
});
