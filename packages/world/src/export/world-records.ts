import type { Guid } from '@palatine/contract';
import { words } from '@palatine/contract/words';
import type { Camp, Character, Guild } from '../state/model.ts';
import type { World, WorldTables } from '../state/world.ts';

/** The tables that hold what a save holds, and much of which an edit can write. */
export const RECORD_TABLES = words('players characters containers guilds camps mapObjects discoveries');
export type RecordTable = (typeof RECORD_TABLES)[number];

/** The records of a world at one moment, by table and key. */
export type WorldRecords = { readonly [Name in RecordTable]: ReadonlyMap<string, WorldTables[Name]> };

/** The records as they are now. Records are never changed in place, so the tables alone are copied. */
export function recordsOf(world: World): WorldRecords {
  const records = RECORD_TABLES.map((name) => [name, new Map<string, object>(world[name].entries())]);
  return Object.fromEntries(records) as WorldRecords; // each map holds the records of its table
}

/** A record that is new (`before` is undefined), gone (`after` is undefined) or another one than before. */
export interface RecordChange<T> {
  readonly key: string;
  readonly before: T | undefined;
  readonly after: T | undefined;
}

/** The records that differ: gone and changed ones in the order of before, then new ones. */
export function* changesBetween<T extends object>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
  isSame: (before: T, after: T) => boolean,
): Generator<RecordChange<T>> {
  for (const [key, record] of before) {
    const now = after.get(key);
    if (now === record || (now !== undefined && isSame(record, now))) continue;
    yield { key, before: record, after: now };
  }
  for (const [key, record] of after) if (!before.has(key)) yield { key, before: undefined, after: record };
}

export type Names = ReturnType<typeof namesOf>;

/** `records`: the worlds to look names up in, the newest first. */
export function namesOf(...records: readonly WorldRecords[]) {
  let containers: Map<Guid, string> | undefined;
  const names = {
    player: (uid: Guid): string => nameOfPlayer(records, uid),
    /** `Anubis of Zoe`, `Zoe` for a player's body. */
    character(character: Character): string {
      if (character.playerUid !== null) return character.nickname || names.player(character.playerUid);
      const { nickname, species, ownerUid, id } = character;
      const called = nickname === '' ? species : `${species} "${nickname}"`;
      return ownerUid === null ? `${called} (${id})` : `${called} of ${names.player(ownerUid)}`;
    },
    /** `Items of Zoe`, `the chest of the guild Rayne`, `an ItemChest of the base 0123…`. */
    container(id: Guid): string {
      containers ??= namesOfContainers(records, names);
      return containers.get(id) ?? `the container ${id}`;
    },
    camp: ({ name, id }: Camp): string => (name === '' ? `the base ${id}` : `the base "${name}" (${id})`),
    guild: ({ name, id }: Guild): string => `the guild ${name || id}`,
  };
  return names;
}

function nameOfPlayer(records: readonly WorldRecords[], uid: Guid): string {
  for (const { players, characters } of records) {
    const characterId = players.get(uid)?.characterId;
    const nickname = characters.get(characterId ?? '')?.nickname;
    if (nickname) return nickname;
  }
  return `the player ${uid}`;
}

function namesOfContainers(records: readonly WorldRecords[], names: Names): Map<Guid, string> {
  const byId = new Map<Guid, string>();
  const add = (id: Guid | null, name: string) => {
    if (id !== null && !byId.has(id)) byId.set(id, name);
  };
  for (const { players, guilds, mapObjects } of records) {
    for (const { uid, inventory } of players.values()) {
      for (const [inventoryName, id] of Object.entries(inventory)) {
        add(id, `${inventoryName} of ${names.player(uid)}`);
      }
    }
    for (const guild of guilds.values()) add(guild.chestId, `the chest of ${names.guild(guild)}`);
    for (const { containerId, objectId, id } of mapObjects.values())
      add(containerId, `the ${objectId} ${id}`);
  }
  return byId;
}
