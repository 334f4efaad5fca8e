import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readBanlist } from '@palatine/data-dir/banlist-file';
import { openStore } from '@palatine/engine/store';
import { loadCatalogue } from '@palatine/world/catalogue';
import { checkWorld } from '@palatine/world/check-world';
import type { Player } from '@palatine/world/model';
import { TABLE_NAMES, type TableName, type World } from '@palatine/world/world';
import { apply, type Balances } from './crash-writes.ts';

interface AuditRow {
  id: number;
  /** The name of the write; '' for entries of other origin. */
  name: string;
  /** `OK`, `REPLAYED` or an error code. */
  outcome: string;
}

export interface DiskSnapshot {
  world: World;
  contradictions: string[];
  balances: Balances;
  audit: AuditRow[];
  /** UserIds that Banlist.json bans. */
  banned: Set<string>;
}

/** Reads a copy: opening the original would repair it before the next start has to. */
export function takeDiskSnapshot(data: string, sinceAuditId = 0): DiskSnapshot {
  const folder = mkdtempSync(join(tmpdir(), 'palatine-snapshot-'));
  try {
    for (const name of ['world.db', 'world.db-wal']) {
      if (existsSync(join(data, name))) copyFileSync(join(data, name), join(folder, name));
    }
    const file = join(folder, 'world.db');
    const world = readWorld(file);
    const database = new DatabaseSync(file);
    const audit = database
      .prepare('select id, reason as name, outcome from audit where id > ? order by id')
      .all(sinceAuditId) as unknown as AuditRow[]; // the columns just named
    database.close();
    return {
      world,
      contradictions: checkWorld(world, loadCatalogue()),
      balances: balancesOf(world),
      audit,
      banned: bannedBy(join(data, 'Banlist.json')),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function bannedBy(file: string): Set<string> {
  const { UserEntries } = readBanlist(file, '');
  return new Set(UserEntries.filter(({ Active }) => Active).map(({ UserId }) => UserId));
}

export function readWorld(file: string): World {
  const store = openStore(file);
  try {
    return store.load();
  } finally {
    store.close();
  }
}

/** Tables that change without a write: a start ends sessions, and old events are deleted. */
const VOLATILE_TABLES: readonly TableName[] = ['sessions', 'events'];

/** Everything a grant can change, and the number of records in each table. */
export function balancesOf(world: World): Balances {
  const balances: Balances = new Map();
  const add = (name: string, amount: number) => apply({ [name]: amount }, balances);
  for (const player of world.players.values()) addPlayer(world, player, add);
  for (const { id } of world.technologies.values()) add(`technology of the world/${id}`, 1);
  for (const table of TABLE_NAMES) {
    if (!VOLATILE_TABLES.includes(table)) add(table, world[table].size);
  }
  return balances;
}

function addPlayer(world: World, player: Player, add: (name: string, amount: number) => void): void {
  const { uid, inventory, team, palbox, technologies, relics } = player;
  for (const id of Object.values(inventory)) {
    const container = id === null ? undefined : world.containers.get(id);
    for (const { itemId, count, instance } of Object.values(container?.slots ?? {})) {
      add(`item/${uid}/${itemId}`, count);
      if (instance?.kind === 'egg') add(`egg/${uid}/${instance.species}/${instance.pal?.level ?? 1}`, 1);
    }
  }
  for (const { containerId } of [team, palbox]) {
    for (const pal of world.pick(world.characters, world.charactersByBox.keys(containerId))) {
      add(`pal/${uid}/${pal.species}/${pal.level}`, 1);
    }
  }
  for (const id of technologies) add(`technology/${uid}/${id}`, 1);
  for (const [type, count] of Object.entries(relics)) add(`relic/${uid}/${type}`, count);
  add(`points/${uid}/technology`, player.technologyPoints);
  add(`points/${uid}/ancient`, player.ancientTechnologyPoints);
  add(`exp/${uid}`, player.characterId === null ? 0 : (world.characters.get(player.characterId)?.exp ?? 0));
}
