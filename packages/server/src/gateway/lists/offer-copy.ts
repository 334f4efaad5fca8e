import type { DatabaseSync } from 'node:sqlite';
import {
  type BanProposal,
  banProposal,
  parseOfferKey,
  type SeenMark,
  type StoredMessage,
  worldOf,
} from '@palatine/fleet';

/** A ban of a world, as the world has said last. */
export interface WorldBan {
  readonly world: string;
  readonly ban: BanProposal;
}

/** What worlds have told of the bans that they give themselves, in tables of its own. */
export function offerCopy(database: DatabaseSync) {
  database.exec(`
    create table if not exists fleetWorldBan (
      world text not null,
      kind text not null,
      id text not null,
      value text not null,
      primary key (world, kind, id)
    ) strict, without rowid;
    create table if not exists fleetWorldBanMark (
      one integer primary key check (one = 1),
      sequence integer not null,
      timeMs integer not null
    ) strict;
  `);
  const set = database.prepare('insert or replace into fleetWorldBan values (?, ?, ?, ?)');
  const get = database.prepare('select value from fleetWorldBan where world = ? and kind = ? and id = ?');
  const all = database.prepare('select world, value from fleetWorldBan order by world, kind, id');
  const mark = database.prepare('select sequence, timeMs from fleetWorldBanMark');
  const setMark = database.prepare('insert or replace into fleetWorldBanMark values (1, ?, ?)');

  return {
    get mark(): SeenMark {
      const row = mark.get() as unknown as SeenMark | undefined;
      return row ?? { sequence: 0, timeMs: 0 };
    },
    setMark({ sequence, timeMs }: SeenMark): void {
      setMark.run(sequence, timeMs);
    },
    /** Takes a message of PROPOSALS over. Undefined for one that is not of the world that its subject names. */
    take({ subject, text }: StoredMessage): WorldBan | undefined {
      const world = worldOf(subject);
      const named = parseOfferKey(subject.split('.')[2] ?? '');
      const ban = unpack(text);
      if (world === undefined || ban === undefined) return undefined;
      if (named?.Kind !== ban.Kind || named.Id !== ban.Id) return undefined;
      set.run(world, ban.Kind, ban.Id, text);
      return { world, ban };
    },
    get(world: string, { Kind, Id }: Pick<BanProposal, 'Kind' | 'Id'>): BanProposal | undefined {
      const row = get.get(world, Kind, Id) as { value: string } | undefined;
      return row && unpack(row.value);
    },
    all(): WorldBan[] {
      const rows = all.all() as unknown as { world: string; value: string }[];
      return rows.flatMap(({ world, value }) => {
        const ban = unpack(value);
        return ban === undefined ? [] : [{ world, ban }];
      });
    },
  };
}

function unpack(text: string): BanProposal | undefined {
  try {
    return banProposal.unpack(text);
  } catch {
    return undefined; // of a newer world, or no proposal
  }
}
