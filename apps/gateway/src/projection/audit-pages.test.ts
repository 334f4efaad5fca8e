import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { AuditEntry } from '@palatine/contract';
import { anAuditEntry, aWorldKey } from '@palatine/testing/fleet-messages';
import { anEmptyProjection, rowsOfPages } from '@palatine/testing/projection-builder';
import type { FleetAuditQuery } from './rows.ts';

const WORLDS = 40;
const ENTRIES = 300;
const UIDS = ['AAAAAAAA-00000000-00000000-00000001', 'BBBBBBBB-00000000-00000000-00000002'] as const;
const ROUTES = ['POST /v1/pdapi/ban/:player_identifier', 'POST /v1/pdapi/kick/:player_identifier'] as const;

const fleet = anEmptyProjection();
after(() => fleet[Symbol.dispose]());
const all: { world: string; entry: AuditEntry }[] = [];
for (let world = 1; world <= WORLDS; world++) {
  const key = aWorldKey(world);
  const entries = Array.from({ length: ENTRIES }, (_, index) => {
    const number = world * 31 + index;
    const player =
      number % 9 === 0
        ? { PlayerUid: UIDS[world % 2] as string, PlayerUserId: `mac_${number % 5}`, PlayerName: 'Zoë' }
        : {};
    return anAuditEntry(index + 1, {
      Token: `token ${number % 3}`,
      Route: ROUTES[number % 11 === 0 ? 0 : 1] as string,
      Target: `steam_${number % 50}`,
      Outcome: number % 7 === 0 ? 'PLAYER_NOT_FOUND' : 'OK',
      Summary: number % 13 === 0 ? 'Größe 100%' : `grant ${number}`,
      IP: `10.0.0.${number % 4}`,
      ...player,
    });
  });
  fleet.apply('audit', key, { records: entries });
  all.push(...entries.map((entry) => ({ world: key, entry })));
}

const search = (query: Omit<FleetAuditQuery, 'limit'>, limit = 100) =>
  rowsOfPages((cursor) => {
    const page = fleet.tables.auditPage({ ...query, limit, cursor });
    assert.ok(page.rows.length <= limit);
    return page;
  });

type Filters = Omit<FleetAuditQuery, 'worlds' | 'cursor' | 'limit'>;

const MATCHES: {
  [Name in keyof Filters]-?: (entry: AuditEntry, value: never, world: string) => boolean;
} = {
  token: ({ Token }, value: string) => Token === value,
  ip: ({ IP }, value: string) => IP === value,
  outcome: ({ Outcome }, value: string) => Outcome === value,
  target: ({ Target }, value: string) => Target.startsWith(value),
  player: ({ PlayerUid, PlayerUserId, PlayerName, Target }, value: string) =>
    PlayerUid === value || (PlayerUserId || Target) === value || PlayerName === value,
  route: ({ Route }, value: string) => Route.includes(`/${value}`),
  text: ({ Summary }, value: string) => Summary.toLowerCase().includes(value.toLowerCase()),
  fromMs: ({ Time }, value: number) => Date.parse(Time) >= value,
  toMs: ({ Time }, value: number) => Date.parse(Time) < value,
  world: (_entry, value: string, world) => world === value,
};

function expected(filters: Filters, visible: (world: string) => boolean = () => true): string[] {
  const matches = all.filter(
    ({ world, entry }) =>
      visible(world) &&
      Object.entries(filters).every(([name, value]) =>
        MATCHES[name as keyof Filters](entry, value as never, world),
      ),
  );
  return matches.map(({ world, entry }) => `${world} ${entry.Id}`).sort();
}

const START = Date.UTC(2026, 6, 12);
const FILTERS: Filters[] = [
  {},
  { token: 'token 1' },
  { route: 'ban' },
  { target: 'steam_7' },
  { outcome: 'PLAYER_NOT_FOUND', token: 'token 2' },
  { ip: '10.0.0.3', text: 'GRANT 4' },
  { text: 'größe' },
  { player: UIDS[0] },
  { player: 'mac_2' },
  { player: 'steam_9' },
  { player: 'Zoë', outcome: 'OK' },
  { fromMs: START + 20_000, toMs: START + 90_000 },
  { fromMs: START + 100_000, token: 'token 0', route: 'kick' },
];

test('pages of every set of filters hold each matching entry of every world once', () => {
  for (const filters of FILTERS) {
    for (const world of [undefined, aWorldKey(8)]) {
      const query = world === undefined ? filters : { ...filters, world };
      const entries = expected(query);
      assert.ok(entries.length > 0, JSON.stringify(query));
      assert.deepEqual(search({ ...query, worlds: 'all' }), entries, JSON.stringify(query));
    }
  }
});

test('a token that may see some worlds finds nothing of others', () => {
  for (const keys of [[], [aWorldKey(3)], [aWorldKey(3), aWorldKey(30), aWorldKey(999)]]) {
    const worlds = new Set(keys);
    for (const filters of FILTERS) {
      assert.deepEqual(
        search({ ...filters, worlds }),
        expected(filters, (world) => worlds.has(world)),
      );
    }
    assert.deepEqual(search({ worlds, world: aWorldKey(4) }), []);
  }
});

test('a player who is named by any spelling of the PlayerUID is found', () => {
  assert.deepEqual(
    search({ worlds: 'all', player: 'aaaaaaaa-0000-0000-0000-000000000001' }),
    expected({ player: UIDS[0] }),
  );
});
