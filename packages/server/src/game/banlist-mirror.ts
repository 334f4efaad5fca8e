import { type BanlistFilters, type IPBan, Refusal, type UserBan } from '@palatine/contract';
import {
  BAN_TABLE_NAMES,
  type BanFilters,
  type BanTableName,
  matchesBan,
  parseBanFilters,
  type SearchableBan,
  searchableBan,
} from '@palatine/world';
import { type BanCursor, type BanPage, formatCursor, parseBanPage } from './banlist-page.ts';
import type { BanNews, CachedResponse, ListedBanChange } from './protocol.ts';
import { RecentResponses } from './recent-responses.ts';
import { joinBytes, withEtag } from './response-format.ts';

/** Different queries that wait for their turn. */
const MAX_WAITING = 256;
const CACHE_BOUNDS = { bytes: 32 * 1024 * 1024, entries: 256 };

/** An entry of the list, with everything that a response or a filter needs of it. */
interface Row {
  key: string;
  /** Its place in the list. */
  order: number;
  /** As the route answers it, with the comma before it. */
  json: Uint8Array;
  ban: SearchableBan;
}

interface Table {
  rows: Map<string, Row>;
  /** By the name in lower case. */
  byName: Map<string, Set<Row>>;
}

interface BanQuery {
  /** Undefined when nothing can match. */
  filters: BanFilters | undefined;
  page: BanPage;
}

interface WaitingQuery {
  query: BanQuery;
  response: PromiseWithResolvers<CachedResponse>;
}

/** How many responses were made, and how. */
export interface BanlistFigures {
  /** From the cache. */
  cached: number;
  /** By the index of names. */
  indexed: number;
  /** By a scan of the list. */
  scanned: number;
}

const encoder = new TextEncoder();

/**
 * The ban list on the HTTP side, which answers GET /banlist without the game thread. The game loop sends it what
 * changes, so the list is here in the order of the world. Equal queries share one response until the list changes.
 */
export class BanlistMirror {
  readonly figures: BanlistFigures = { cached: 0, indexed: 0, scanned: 0 };
  readonly #tables: Record<BanTableName, Table> = { userBans: emptyTable(), ipBans: emptyTable() };
  readonly #cache = new RecentResponses(CACHE_BOUNDS);
  readonly #waiting = new Map<string, WaitingQuery>();
  #head: Pick<BanNews, 'Version' | 'BannedMessage'> = { Version: 1, BannedMessage: '' };
  #lastOrder = 0;

  /** What the response cache holds. */
  get cacheSize(): Pick<RecentResponses, 'bytes' | 'entries'> {
    const { bytes, entries } = this.#cache;
    return { bytes, entries };
  }

  /** How many entries a list holds. */
  count(table: BanTableName, active: boolean): number {
    let count = 0;
    for (const { ban } of this.#tables[table].rows.values()) if (ban.active === active) count++;
    return count;
  }

  /** Takes over what the game loop sends. */
  apply({ Version, BannedMessage, whole, changes }: BanNews): void {
    this.#head = { Version, BannedMessage };
    this.#cache.clear();
    if (whole) this.#clear();
    for (const change of changes) this.#set(change);
  }

  /**
   * The response to a query. One that needs a scan of the list waits for its turn, one scan for each turn of the event
   * loop. Throws SERVER_BUSY when too many different ones wait.
   */
  respond(query: BanlistFilters): CachedResponse | Promise<CachedResponse> {
    const parsed = { filters: parseBanFilters(query), page: parseBanPage(query) };
    if (parsed.filters !== undefined && namesIn(parsed.filters).length > 0) {
      this.figures.indexed++;
      return this.#make(parsed);
    }
    const key = JSON.stringify(parsed);
    const cached = this.#cache.get(key);
    if (cached === undefined) return this.#waiting.get(key)?.response.promise ?? this.#wait(key, parsed);
    this.figures.cached++;
    return cached;
  }

  #wait(key: string, query: BanQuery): Promise<CachedResponse> {
    if (this.#waiting.size >= MAX_WAITING) {
      throw new Refusal('SERVER_BUSY', 'too many different queries of the ban list wait');
    }
    const response = Promise.withResolvers<CachedResponse>();
    if (this.#waiting.size === 0) setImmediate(() => this.#answerNext());
    this.#waiting.set(key, { query, response });
    return response.promise;
  }

  #answerNext(): void {
    const [next] = this.#waiting;
    if (next === undefined) return;
    const [key, { query, response }] = next;
    this.#waiting.delete(key);
    if (this.#waiting.size > 0) setImmediate(() => this.#answerNext());
    try {
      this.figures.scanned++;
      const made = this.#make(query);
      this.#cache.set(key, made);
      response.resolve(made);
    } catch (error) {
      response.reject(error);
    }
  }

  #make({ filters, page }: BanQuery): CachedResponse {
    const listed = { userBans: [] as Uint8Array[], ipBans: [] as Uint8Array[] };
    let room = page.limit;
    let last: BanCursor | undefined;
    for (const { table, row } of this.#matching(filters, page.after)) {
      if (room === 0) return this.#responseOf(listed, last);
      room--;
      listed[table].push(row.json);
      last = { table, key: row.key, order: row.order };
    }
    return this.#responseOf(listed, undefined);
  }

  /** The rows that match, after a place in the list. */
  *#matching(
    filters: BanFilters | undefined,
    after: BanCursor | undefined,
  ): Generator<{ table: BanTableName; row: Row }> {
    if (filters === undefined) return;
    const first = after === undefined ? 0 : BAN_TABLE_NAMES.indexOf(after.table);
    for (const table of BAN_TABLE_NAMES.slice(first)) {
      const afterOrder = after?.table === table ? this.#orderOf(after) : 0;
      for (const row of this.#candidates(table, filters)) {
        if (row.order > afterOrder && matchesBan(row.ban, filters)) yield { table, row };
      }
    }
  }

  #orderOf({ table, key, order }: BanCursor): number {
    return this.#tables[table].rows.get(key)?.order ?? order;
  }

  /** The rows that an exact filter leaves, in the order of the list. */
  #candidates(table: BanTableName, filters: BanFilters): Iterable<Row> {
    const { rows, byName } = this.#tables[table];
    const [name] = namesIn(filters);
    if (name === undefined) return rows.values();
    return [...(byName.get(name) ?? [])].sort((one, other) => one.order - other.order);
  }

  #responseOf(
    { userBans, ipBans }: Record<BanTableName, Uint8Array[]>,
    next: BanCursor | undefined,
  ): CachedResponse {
    const { Version, BannedMessage } = this.#head;
    const head = JSON.stringify({ Version, BannedMessage }).slice(0, -1);
    const end = next === undefined ? '' : `,"Next":${JSON.stringify(formatCursor(next))}`;
    return withEtag(
      joinBytes([
        encoder.encode(`{"Banlist":${head},"UserEntries":[`),
        ...withoutFirstComma(userBans),
        encoder.encode('],"IPEntries":['),
        ...withoutFirstComma(ipBans),
        encoder.encode(`]}${end}}`),
      ]),
    );
  }

  #clear(): void {
    for (const name of BAN_TABLE_NAMES) this.#tables[name] = emptyTable();
    this.#lastOrder = 0;
  }

  #set({ table, key, json }: ListedBanChange): void {
    const { rows, byName } = this.#tables[table];
    const before = rows.get(key);
    if (before !== undefined) removeFrom(byName, before);
    if (json === undefined) {
      rows.delete(key);
      return;
    }
    // The game loop has made the text from an entry of this table.
    const ban = searchableBan(JSON.parse(json) as UserBan | IPBan);
    this.#lastOrder++;
    const row = { key, order: before?.order ?? this.#lastOrder, json: encoder.encode(`,${json}`), ban };
    rows.set(key, row);
    const named = byName.get(ban.name);
    if (named === undefined) byName.set(ban.name, new Set([row]));
    else named.add(row);
  }
}

/** The names that a query asks for. The index finds the entries of one; `matchesBan` sees to the others. */
function namesIn({ userId, ip, userIP }: BanFilters): string[] {
  return [userId, ip, userIP].filter((name) => name !== undefined);
}

function emptyTable(): Table {
  return { rows: new Map(), byName: new Map() };
}

function removeFrom(byName: Table['byName'], row: Row): void {
  const named = byName.get(row.ban.name);
  named?.delete(row);
  if (named?.size === 0) byName.delete(row.ban.name);
}

function withoutFirstComma([first, ...others]: readonly Uint8Array[]): Uint8Array[] {
  return first === undefined ? [] : [first.subarray(1), ...others];
}
