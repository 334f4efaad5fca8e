import type { TableName } from '../state/world.ts';
import { BAN_TABLE_NAMES, type BanTableName, type World } from '../state/world.ts';

/** A query in parts: other work of the thread may run between two. */
export type Parts<Reply> = Generator<void, Reply>;

/** After so many looks that a change has spoilt, the next one is taken at once. */
const MOST_LOOKS = 10;

/**
 * A reply that shows the world of one moment, although it is made in parts: `prepare` brings up to date what `look` looks
 * at, and when one of the tables changes between two parts of the look, it begins anew.
 */
export function* atOneMoment<Reply>(
  world: World,
  tables: readonly (TableName | BanTableName)[],
  prepare: () => Generator<void>,
  look: () => Parts<Reply>,
): Parts<Reply> {
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    yield* prepare();
    const version = versionOf(world, tables);
    const parts = look();
    do {
      const part = parts.next();
      if (part.done === true) return part.value;
      yield;
    } while (versionOf(world, tables) === version);
  }
  yield* prepare();
  return runThrough(look());
}

/** Runs all parts at once. */
export function runThrough<Reply>(parts: Parts<Reply>): Reply {
  for (;;) {
    const part = parts.next();
    if (part.done === true) return part.value;
  }
}

/** Versions only count up, so that their sum stays the same only while each does. */
function versionOf(world: World, tables: readonly (TableName | BanTableName)[]): number {
  return tables.reduce((sum, table) => sum + world[table].version, 0);
}

/** The tables that bans come from. */
export const BANS_READ = ['playerBans', ...BAN_TABLE_NAMES] as const;
