import type { DatabaseSync } from 'node:sqlite';
import type { Guid, PlayerSession, PlayerSessions } from '@palatine/contract';
import type { SessionFacts } from '../game/session-changes.ts';
import type { HistoryQueries } from './history-protocol.ts';

/** After a longer absence of the service, it is unknown whether a session continued. */
const RESUMED_WITHIN_MS = 10 * 60_000;
/** Sessions contain addresses of people: at most a year. */
const KEPT_MS = 365 * 24 * 3_600_000;
const SERVICE_STOPPED = 'service stopped';

interface SessionRow {
  id: number;
  player: number;
  connected: number;
  began: number;
  ended: number | null;
  reason: string;
  ip: string;
  platform: string;
}

export function sessionStore(database: DatabaseSync, players: ReturnType<typeof playerNumbers>) {
  const begin = database.prepare(
    `insert into sessions (player, connected, began, ended, reason, ip, platform)
     values (?, ?, ?, null, '', ?, ?)`,
  );
  const open = database.prepare('select * from sessions where ended is null');
  const openOf = database.prepare('select * from sessions where ended is null and player = ?');
  const end = database.prepare('update sessions set ended = ?, reason = ? where id = ?');
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

  const forget = database.prepare('delete from sessions where ended < ?');

  const openSession = (player: number) => openOf.get(player) as SessionRow | undefined;

  function beginOf({ uid, connectedAtMs, ip, platform }: SessionFacts, beganMs: number): void {
    begin.run(players.numberOf(uid), connectedAtMs, beganMs, ip, platform);
  }

  function endOf({ id, began }: SessionRow, endedMs: number, reason: string): void {
    end.run(Math.max(began, endedMs), reason, id);
  }

  return {
    /** Records that a session began, ended or got more details. `seenMs`: now. */
    change(session: SessionFacts, seenMs: number): void {
      const row = openSession(players.numberOf(session.uid));
      const same = row?.connected === session.connectedAtMs;
      if (row !== undefined && !same) endOf(row, session.connectedAtMs, SERVICE_STOPPED);
      if (!same) beginOf(session, session.connectedAtMs);
      const current = openSession(players.numberOf(session.uid));
      if (current === undefined) return;
      if (session.ip !== '' || session.platform !== '') {
        describe.run(session.ip || current.ip, session.platform || current.platform, current.id);
      }
      if (session.ended !== undefined)
        endOf(current, Math.min(session.ended.atMs, seenMs), session.ended.reason);
    },

    /** Sessions on start: those that ended meanwhile ended when last seen; after a long absence, all did. */
    begin(online: readonly SessionFacts[], nowMs: number, lastSeenMs: number): void {
      const byPlayer = new Map(online.map((session) => [players.numberOf(session.uid), session]));
      for (const row of open.all() as unknown as SessionRow[]) {
        const session = byPlayer.get(row.player);
        const continued = row.began > lastSeenMs || nowMs - lastSeenMs <= RESUMED_WITHIN_MS;
        if (continued && session?.connectedAtMs === row.connected) byPlayer.delete(row.player);
        else endOf(row, lastSeenMs, SERVICE_STOPPED);
      }
      for (const session of byPlayer.values()) {
        beginOf(session, session.connectedAtMs > lastSeenMs ? session.connectedAtMs : nowMs);
      }
    },

    tidy(nowMs: number): void {
      forget.run(nowMs - KEPT_MS);
    },

    read(query: HistoryQueries['sessions'], nowMs: number): PlayerSessions {
      const { uid, fromMs, toMs, limit, before, withAddress } = query;
      const player = players.find(uid) ?? -1;
      const range = [player, toMs, nowMs, fromMs] as const;
      const { n: matching, ms } = sum.get(nowMs, toMs, fromMs, ...range) as { n: number; ms: number };
      const rows = page.all(...range, before, limit + 1) as unknown as SessionRow[];
      const listed = rows.slice(0, limit);
      return {
        Uid: uid,
        Total: (count.get(player) as { n: number }).n,
        Matching: matching,
        TotalSeconds: Math.max(0, Math.floor(ms / 1000)),
        Sessions: listed.map((row) => asSession(row, withAddress)),
        ...(rows.length > limit && { Next: String(listed.at(-1)?.id) }),
      };
    },
  };
}

function asSession({ began, ended, reason, ip, platform }: SessionRow, withAddress: boolean): PlayerSession {
  return {
    From: new Date(began).toISOString(),
    ...(ended !== null && { To: new Date(ended).toISOString() }),
    Reason: reason,
    Platform: platform,
    ...(withAddress && { IP: ip }),
  };
}

/** Numbers of players in the history, which take less room than a PlayerUID in each row. */
export function playerNumbers(database: DatabaseSync) {
  const add = database.prepare('insert into players (uid) values (?)');
  const all = database.prepare('select id, uid from players order by id');
  const numbers = new Map<Guid, number>();
  const uids = new Map<number, Guid>();

  /** Reloads the table after it was emptied or a transaction was rolled back. */
  function load(): void {
    numbers.clear();
    uids.clear();
    for (const row of all.iterate()) {
      const { id, uid } = row as unknown as { id: number; uid: Guid }; // the columns of the query
      numbers.set(uid, id);
      uids.set(id, uid);
    }
  }

  load();
  return {
    load,
    /** Number of a player; assigns one to a new player. */
    numberOf(uid: Guid): number {
      const known = numbers.get(uid);
      if (known !== undefined) return known;
      const number = Number(add.run(uid).lastInsertRowid);
      numbers.set(uid, number);
      uids.set(number, uid);
      return number;
    },
    find: (uid: Guid): number | undefined => numbers.get(uid),
    uidOf: (number: number): Guid | undefined => uids.get(number),
  };
}
