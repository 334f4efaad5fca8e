import type { SQLInputValue } from 'node:sqlite';
import { parseGuid, steamUserId } from '@palatine/contract';
import { foldName, ftsQuery } from './player-text.ts';

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

/** The least characters that the index of parts of names finds. */
const TRIGRAM = 3;
/** Of what may be a part of a UserId the index is asked for the end only: the beginning nearly all players have. */
const PART_OF_ID = /^[!-~]+?(?<end>[0-9a-f]{6})$/i;

/** Those whom a text names: by the PlayerUID, the whole name, or the UserId. */
export function exactMatch(text: string, byUserId: boolean): ExactMatch {
  const uid = parseGuid(text);
  if (uid !== undefined) return exactly('players_by_uid', { sql: 'uid = ?', values: [uid] });
  const name = exactly('players_by_name', { sql: 'name_key = ?', values: [foldName(text)] });
  if (!byUserId) return name;
  const sql = "(user_id = ? and user_id <> '')";
  const userId = exactly('players_by_user_id', { sql, values: [steamUserId(text) ?? text] });
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
  if ([...text].length < TRIGRAM) {
    const { column, sql, values } = beginningOf(text);
    return {
      sql: `select id from players indexed by players_by_${column} where ${sql}`,
      values,
      conditions: [],
    };
  }
  const end = byUserId ? PART_OF_ID.exec(text)?.groups?.end : undefined;
  return {
    sql: 'select rowid as id from players_text where players_text match ?',
    values: [ftsQuery(end ?? text, columnsOf(byUserId))],
    conditions: end === undefined ? [] : [partOf(text, byUserId)],
  };
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
  if ([...text].length < TRIGRAM) return beginningOf(text);
  const sql = `${NAME_CONTAINS}(?, ${columnsOf(byUserId).join(', ')})`;
  return { sql, values: [foldName(text)] };
}

/** Of one or two characters. */
function beginningOf(text: string): Sql & { column: string } {
  const column = [...text].length === 1 ? 'first_character' : 'first_two';
  return { column, sql: `${column} = ?`, values: [foldName(text)] };
}

function columnsOf(byUserId: boolean): string[] {
  return byUserId ? ['name', 'former', 'user_id'] : ['name', 'former'];
}
