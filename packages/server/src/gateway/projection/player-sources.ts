import type { SQLInputValue } from 'node:sqlite';
import { parseGuid } from '@palatine/contract';
import { foldName, ftsQuery, isPart } from './player-text.ts';

export interface Sql {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/** Where players are looked for: a select of their ids by an index. */
export interface PlayerSource extends Sql {
  /** What holds of those players and is not yet said by the source. */
  readonly conditions: readonly Sql[];
}

/** Of those whom a text names exactly: the source that finds them, and the condition that is true of them alone. */
export interface ExactMatch {
  readonly source: PlayerSource;
  readonly condition: Sql;
}

/** The SQL function behind parts of names where the index of parts is not used. */
export const NAME_CONTAINS = 'palatine_name_contains';

export function nameContains(wanted: unknown, ...texts: unknown[]): number {
  return Number(texts.some((text) => foldName(String(text)).includes(String(wanted))));
}

/** No text that begins with a prefix sorts behind the prefix and these. */
const LAST_CHARACTERS = '\u{10FFFF}\u{10FFFF}';

/** Those whom a text names: by the PlayerUID, the whole name, or the UserId. */
export function exactMatch(text: string, byUserId: boolean): ExactMatch {
  const uid = parseGuid(text);
  if (uid !== undefined) return exactly('players_by_uid', { sql: 'uid = ?', values: [uid] });
  const name = exactly('players_by_name', { sql: 'name_key = ?', values: [foldName(text)] });
  if (!byUserId) return name;
  const userId = exactly('players_by_user_id', { sql: "(user_id = ? and user_id <> '')", values: [text] });
  return {
    source: { ...joined(name.source, userId.source, 'union'), conditions: [] },
    condition: joined(name.condition, userId.condition, 'or'),
  };
}

/** All players of some worlds, of whom a text has to name a part. */
export function inWorlds(
  worlds: readonly string[],
  text: string | undefined,
  byUserId: boolean,
): PlayerSource {
  return {
    sql: 'select id from players indexed by players_by_world where world in (select value from json_each(?))',
    values: [JSON.stringify(worlds)],
    conditions: text === undefined ? [] : [partOf(text, byUserId)],
  };
}

/** The players of all worlds of whom a text names a part; fewer than three characters name the beginning. */
export function byPart(text: string, byUserId: boolean): PlayerSource {
  if (!isPart(text)) {
    const { sql, values } = beginningOf(text);
    return { sql: `select id from players indexed by players_by_name where ${sql}`, values, conditions: [] };
  }
  const values = [ftsQuery(text, columnsOf(byUserId))];
  return { sql: 'select rowid as id from players_text where players_text match ?', values, conditions: [] };
}

export const ALL_PLAYERS: PlayerSource = { sql: 'select id from players', values: [], conditions: [] };
export const ONLINE_PLAYERS: PlayerSource = {
  sql: 'select id from players indexed by players_online where online = 1',
  values: [],
  conditions: [],
};

function exactly(index: string, condition: Sql): ExactMatch {
  const sql = `select id from players indexed by ${index} where ${condition.sql}`;
  return { source: { sql, values: condition.values, conditions: [] }, condition };
}

function joined(one: Sql, other: Sql, word: 'union' | 'or'): Sql {
  return { sql: `${one.sql} ${word} ${other.sql}`, values: [...one.values, ...other.values] };
}

function partOf(text: string, byUserId: boolean): Sql {
  if (!isPart(text)) return beginningOf(text);
  const sql = `${NAME_CONTAINS}(?, ${columnsOf(byUserId).join(', ')})`;
  return { sql, values: [foldName(text)] };
}

function beginningOf(text: string): Sql {
  const key = foldName(text);
  return { sql: 'name_key >= ? and name_key < ?', values: [key, `${key}${LAST_CHARACTERS}`] };
}

function columnsOf(byUserId: boolean): string[] {
  return byUserId ? ['name', 'former', 'user_id'] : ['name', 'former'];
}
