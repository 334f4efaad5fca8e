import type { Guid } from '@palatine/contract';
import type { Camp, Character, Guild } from '../state/model.ts';
import type { WorldRecords } from './world-records.ts';

/** Labels of records in sentences for the owner. */
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
