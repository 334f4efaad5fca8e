import type { DatabaseSync } from 'node:sqlite';
import {
  type Guid,
  isSentenceCode,
  type PlayerSession,
  type PlayerSessions,
  type SentenceCode,
  type SessionsPage,
  sentence,
} from '@palatine/contract';
import type { SessionFacts } from '../game/unit-of-work.ts';
import type { TimeRange } from './series-store.ts';

/** After a longer absence of the service, it is unknown whether a session continued. */
const RESUMED_WITHIN_MS = 10 * 60_000;
/** Sessions contain addresses of people: at most a year. */
const KEPT_MS = 365 * 24 * 3_600_000;
const SERVICE_STOPPED: SentenceCode = 'left.serviceStopped';

/** A page of the sessions in a range of time. */
interface PageQuery extends TimeRange {
  readonly limit: number;
  readonly before: number;
  readonly withAddress: boolean;
}

export type SessionsQuery = PageQuery & { readonly uid: Guid };
export type PresenceQuery = PageQuery & { readonly uid: Guid | undefined };
/** A page of sessions whose players have PlayerUIDs and no names: those are in the world. */
export type Presence = Omit<SessionsPage, 'Sessions'> & { Sessions: (PlayerSession & { Uid: Guid })[] };

interface SessionRow
  extends Record<'id' | 'player' | 'connected' | 'began', number>,
    Record<'reason' | 'ip' | 'platform', string> {
  ended: number | null;
}

export function sessionStore(database: DatabaseSync, players: PlayerNumbers) {
  const begin = database.prepare(
    `insert into sessions (player, connected, began, ended, reason, ip, platform)
     values (?, ?, ?, null, '', ?, ?) returning *`,
  );
  const open = database.prepare('select * from sessions where ended is null');
  const openOf = database.prepare('select * from sessions where ended is null and player = ?');
  const end = database.prepare('update sessions set ended = max(began, ?), reason = ? where id = ?');
  const describe = database.prepare('update sessions set ip = ?, platform = ? where id = ?');
  const inRange = 'player = ? and began < ? and coalesce(ended, ?) > ?';
  const count = database.prepare('select count(*) as n from sessions where player = ?');
  const sum = database.prepare(
    `select count(*) as n, coalesce(sum(min(coalesce(ended, ?), ?) - max(began, ?)), 0) as ms
     from sessions where ${inRange}`,
  );
  const page = database.prepare(
    `select * from sessions where ${inRange} and id < ? order by id desc limit ?`,
  );
  // Two searches of the index by end; `coalesce` would read every session of a year.
  const present = '(ended > ?1 or ended is null) and began < ?2 and (?3 is null or player = ?3)';
  const countPresent = database.prepare(
    `select (select count(*) from sessions) as total, count(*) as matching from sessions where ${present}`,
  );
  const presentPage = database.prepare(
    `select * from sessions where ${present} and +id < ?4 order by +id desc limit ?5`,
  );
  const forget = database.prepare('delete from sessions where ended < ?');

  function beginOf({ uid, connectedAtMs, ip, platform }: SessionFacts, beganMs: number): SessionRow {
    const row = begin.get(players.numberOf(uid), connectedAtMs, beganMs, ip, platform);
    return row as unknown as SessionRow; // all columns
  }

  return {
    /** Records that a session began, ended or got more details. `seenMs`: now. */
    change(session: SessionFacts, seenMs: number): void {
      const { connectedAtMs, ip, platform, ended } = session;
      let row = openOf.get(players.numberOf(session.uid)) as SessionRow | undefined;
      if (row?.connected !== connectedAtMs) {
        if (row !== undefined) end.run(connectedAtMs, SERVICE_STOPPED, row.id);
        row = beginOf(session, connectedAtMs);
      }
      describe.run(ip || row.ip, platform || row.platform, row.id);
      if (ended !== undefined) end.run(Math.min(ended.atMs, seenMs), ended.reason, row.id);
    },

    /** Sessions on start: those that ended meanwhile ended when last seen; after a long absence, all did. */
    begin(online: readonly SessionFacts[], nowMs: number, lastSeenMs: number): void {
      const byPlayer = new Map(online.map((session) => [players.numberOf(session.uid), session]));
      for (const row of open.all() as unknown as SessionRow[]) {
        const session = byPlayer.get(row.player);
        const continued = row.began > lastSeenMs || nowMs - lastSeenMs <= RESUMED_WITHIN_MS;
        if (continued && session?.connectedAtMs === row.connected) byPlayer.delete(row.player);
        else end.run(lastSeenMs, SERVICE_STOPPED, row.id);
      }
      for (const session of byPlayer.values()) {
        beginOf(session, session.connectedAtMs > lastSeenMs ? session.connectedAtMs : nowMs);
      }
    },

    /** Hourly maintenance. `now`: seconds since 1970. */
    tidy: (now: number) => void forget.run(now * 1000 - KEPT_MS),

    read({ uid, fromMs, toMs, limit, before, withAddress }: SessionsQuery, nowMs: number): PlayerSessions {
      const player = players.find(uid) ?? -1;
      const range = [player, toMs, nowMs, fromMs] as const;
      const { n: matching, ms } = sum.get(nowMs, toMs, fromMs, ...range) as { n: number; ms: number };
      const rows = page.all(...range, before, limit + 1) as unknown as SessionRow[];
      return {
        Uid: uid,
        Total: (count.get(player) as { n: number }).n,
        Matching: matching,
        TotalSeconds: Math.max(0, Math.floor(ms / 1000)),
        ...pageOf(rows, limit, (row) => sessionOf(row, withAddress)),
      };
    },

    readPresence({ uid, fromMs, toMs, limit, before, withAddress }: PresenceQuery): Presence {
      const range = [fromMs, toMs, uid === undefined ? null : (players.find(uid) ?? -1)] as const;
      const { total, matching } = countPresent.get(...range) as { total: number; matching: number };
      const rows = presentPage.all(...range, before, limit + 1) as unknown as SessionRow[];
      const shown = (row: SessionRow) => ({ Uid: players.uidOf(row.player), ...sessionOf(row, withAddress) });
      return { Total: total, Matching: matching, ...pageOf(rows, limit, shown) };
    },
  };
}

/** A page of `limit` rows; a further row is on the next one. */
function pageOf<Shown>(rows: readonly SessionRow[], limit: number, show: (row: SessionRow) => Shown) {
  const next = rows.length > limit && { Next: String(rows[limit - 1]?.id) };
  return { Sessions: rows.slice(0, limit).map(show), ...next };
}

function sessionOf({ began, ended, reason, ip, platform }: SessionRow, withAddress: boolean): PlayerSession {
  return {
    From: new Date(began).toISOString(),
    ...(ended !== null && { To: new Date(ended).toISOString() }),
    ...reasonFields(reason),
    Platform: platform,
    ...(withAddress && { IP: ip }),
  };
}

/** A reason is stored as the code of its sentence, where the service words it. */
function reasonFields(reason: string): Pick<PlayerSession, 'Reason' | 'Code'> {
  return isSentenceCode(reason) ? { Reason: sentence(reason).Message, Code: reason } : { Reason: reason };
}

/** Numbers of players in the history, which take less room than a PlayerUID in each row. */
export function playerNumbers(database: DatabaseSync) {
  const add = database.prepare('insert into players (uid) values (?)');
  const byUid = database.prepare('select id from players where uid = ?');
  const byNumber = database.prepare('select uid from players where id = ?');
  const find = (uid: Guid) => byUid.get(uid)?.id as number | undefined; // the columns of the table
  return {
    find,
    /** Number of a player; assigns one to a new player. */
    numberOf: (uid: Guid): number => find(uid) ?? Number(add.run(uid).lastInsertRowid),
    uidOf: (number: number): Guid => String(byNumber.get(number)?.uid ?? ''),
  };
}
export type PlayerNumbers = ReturnType<typeof playerNumbers>;
