import { rmSync } from 'node:fs';
import { openFleetDatabase } from '@palatine/server/gateway/projection/fleet-database.ts';
import { type FleetStore, fleetStore } from '@palatine/server/gateway/projection/fleet-store.ts';
import type { PlayerQuery } from '@palatine/server/gateway/projection/player-search.ts';
import { aRosterPlayer, aWorldKey } from '@palatine/server/testing/fleet-messages.ts';
import type { Pace } from './arguments.ts';
import { atMost, type PartReport, short, withRange } from './report.ts';
import { median, quantile, ratioOf } from './statistics.ts';
import { newFolder } from './tidy.ts';

const WORLDS = 1000;
const PLAYERS = 200;
const LOOKUPS = 300;
/** A page of the search; the answer of a bare lookup is one row. */
const LIMIT = 100;

const ONSETS = 'b br c ch d dr f fl g gr h j k kl l m n p ph qu r s sh st t th v w x z'.split(' ');
const VOWELS = 'a e i o u ai ea oo y'.split(' ');
const ENDS = ['', '', '', '_x', '99', 'TTV', ' the Great', '龍', 'ник', '-', '007'];

/** Names of people: three syllables in many combinations, and sometimes an end that many have. */
function nameOf(number: number): string {
  let rest = (number * 2_654_435_761) % 4_294_967_291;
  const pick = (list: readonly string[]): string => {
    const picked = list[rest % list.length] ?? '';
    rest = Math.floor(rest / list.length);
    return picked;
  };
  const syllable = () => pick(ONSETS) + pick(VOWELS);
  return `${syllable()}${syllable()}${syllable()}${pick(ENDS)}`;
}

const KINDS = {
  'UserId, whole': (number: number) => userIdOf(number),
  'UserId, its last 6 digits': (number: number) => userIdOf(number).slice(-6),
  'name, whole': (number: number) => nameOf(number),
  'name, 5 letters of its middle': (number: number) => nameOf(number).slice(2, 7),
  'name, first 2 letters': (number: number) => nameOf(number).slice(0, 2),
} as const satisfies Record<string, (number: number) => string>;
type Kind = keyof typeof KINDS;

/** Part-of-name and UserId searches over the players of 1,000 worlds, against a lookup of SQLite by its primary key. */
export async function benchFleetSearch(pace: Pace): Promise<PartReport> {
  const file = `${newFolder()}/fleet.db`;
  const { database } = openFleetDatabase(file);
  const store = fleetStore(database);
  const startedAt = process.cpuUsage();
  fill(store);
  const buildSeconds = process.cpuUsage(startedAt).user / 1e6;
  const bare = database.prepare('select * from players where id = ?');
  const bytes = database
    .prepare('select page_count * page_size as bytes from pragma_page_count, pragma_page_size')
    .get();

  const rounds = Array.from({ length: pace.rounds }, () => ({
    bare: p50((number) => void bare.get(number)),
    kinds: Object.fromEntries(
      Object.entries(KINDS).map(([kind, textOf]) => [kind, p50((number) => search(store, textOf(number)))]),
    ) as Record<Kind, number>, // the keys of KINDS
  }));
  store.close();
  rmSync(file, { force: true });
  const of = (kind: Kind) => rounds.map(({ kinds }) => kinds[kind]);
  const baseline = rounds.map((round) => round.bare);
  const kinds = Object.keys(KINDS) as Kind[]; // the keys of KINDS
  return {
    title: `Players of ${WORLDS.toLocaleString('en')} worlds by ${PLAYERS}, searched by a gateway`,
    tables: [
      {
        head: ['search', 'p50 ms', 'x a lookup by primary key'],
        rows: kinds.map((kind) => [kind, short(median(of(kind))), withRange(ratioOf(of(kind), baseline))]),
      },
    ],
    notes: [
      `A lookup by primary key: ${short(median(baseline) * 1000)} µs. A page holds up to ${LIMIT} rows.`,
      `Filled in ${short(buildSeconds)} CPU seconds; ${short(Number(bytes?.bytes) / 1e6)} MB.`,
    ],
    goals: (['UserId, whole', 'name, 5 letters of its middle'] as const).map((kind) =>
      atMost(`${kind}, p50`, 1, median(of(kind)), ' ms'),
    ),
    figures: { rounds, buildSeconds, bytes },
  };
}

function fill(store: FleetStore): void {
  for (let world = 0; world < WORLDS; world++) {
    const players = Array.from({ length: PLAYERS }, (_, index) => {
      const number = personOf(world * PLAYERS + index);
      return aRosterPlayer(number, {
        name: nameOf(number),
        userId: userIdOf(number),
        online: index % 20 === 0,
      });
    });
    const message = {
      subject: `r.${aWorldKey(world + 1)}`,
      seq: world,
      mark: String(world),
      data: new Uint8Array(0),
    };
    store.applyRoster(message, { players, total: PLAYERS }, () => {});
  }
}

/** Some people play in several worlds. */
function personOf(index: number): number {
  return (index * 7919) % 150_001;
}

function userIdOf(number: number): string {
  return `steam_76561198${String((number * 48_271) % 1_000_000_007).padStart(9, '0')}`;
}

function search(store: FleetStore, find: string): void {
  const query: PlayerQuery = { find, worlds: 'all', byUserId: true, limit: LIMIT };
  store.players.search(query);
}

/** The median time of a lookup, in ms. */
function p50(lookUp: (number: number) => void): number {
  const times = Array.from({ length: LOOKUPS }, (_, index) => {
    const number = 1 + ((index * 48_611) % 150_000);
    const startedAt = performance.now();
    lookUp(number);
    return performance.now() - startedAt;
  });
  return quantile(times, 0.5);
}
