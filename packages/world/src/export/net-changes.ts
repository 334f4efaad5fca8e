import type { Guid } from '@palatine/contract';
import { goneCampsOf } from './gone-camps.ts';
import { namesOf } from './names.ts';
import { findChangedTables } from './net-bases.ts';
import { findPals } from './net-characters.ts';
import { findItems } from './net-items.ts';
import { findProgress } from './net-progress.ts';
import type { NetChanges, NetSearch, PlayerChanges } from './net-search.ts';
import type { WorldRecords } from './world-records.ts';

/** What happened between two states of one world, whatever the order in which it happened. */
export function netChanges(before: WorldRecords, after: WorldRecords): NetChanges {
  const { camps, left } = goneCampsOf(before, after);
  const players = new Map<Guid, PlayerChanges>();
  const names = namesOf(after, before);
  const others: string[] = [];
  const of = (uid: Guid) => {
    const changes = players.get(uid) ?? noChanges(uid);
    players.set(uid, changes);
    return changes;
  };
  const search: NetSearch = { before: left, after, names, others, of };
  findItems(search);
  findPals(search);
  findProgress(search);
  findChangedTables(search);
  return { players: [...players.values()], deletedCamps: camps, others, names };
}

function noChanges(uid: Guid): PlayerChanges {
  return { uid, items: [], instances: [], pals: [], amounts: [], relics: [], learnt: [], forgotten: [] };
}
