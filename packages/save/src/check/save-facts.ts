import { ZERO_GUID } from '../format/guid.ts';
import type { SaveGuid } from '../format/save-types.ts';
import type { LevelFacts } from './level-facts.ts';
import type { PlayerFacts } from './player-facts.ts';

export type SaveFacts = ReturnType<typeof saveFacts>;

/** The facts of a save and where each record is found. Of two records with one id the first is used. */
export function saveFacts(level: LevelFacts, players: readonly PlayerFacts[]) {
  const records = {
    level,
    characters: firstOfEach(level.characters, ({ id }) => id),
    itemContainers: firstOfEach(level.itemContainers, ({ id }) => id),
    characterContainers: firstOfEach(level.characterContainers, ({ id }) => id),
    groups: firstOfEach(level.groups, ({ key }) => key),
    camps: firstOfEach(level.camps, ({ key }) => key),
    mapObjects: firstOfEach(level.mapObjects, ({ id }) => id),
  };
  const bodies = firstOfEach(
    level.characters.filter(({ isPlayer }) => isPlayer),
    ({ playerUid }) => playerUid,
  );
  const boxes = players.flatMap(({ file, containers }) =>
    [...containers.values()].map((id) => ({ id, file })),
  );
  const words = {
    /** `the Pal Anubis (id …)`, `the player Zoe (id …)`. */
    character(id: SaveGuid): string {
      const character = records.characters.get(id);
      if (character === undefined) return `the character ${id}`;
      const name = character.nickname || character.species || 'without a name';
      return `the ${character.isPlayer ? 'player' : 'Pal'} ${name} (id ${id})`;
    },

    playerName: (uid: SaveGuid) => bodies.get(uid)?.nickname || uid,

    guild(id: SaveGuid): string {
      const name = records.groups.get(id)?.guild?.name;
      return name ? `the guild ${name} (id ${id})` : `the group ${id}`;
    },

    /** `belongs to the guild Rayne (id …)`, `is in no guild`. */
    membership: (id: SaveGuid) => (id === ZERO_GUID ? 'is in no guild' : `belongs to ${words.guild(id)}`),

    camp(id: SaveGuid): string {
      const guildId = records.camps.get(id)?.guildId ?? ZERO_GUID;
      const name = records.groups.get(guildId)?.guild?.name;
      return name ? `the camp ${id} of the guild ${name}` : `the camp ${id}`;
    },

    /** `the PalBoxV2 (id …)`. */
    mapObject(id: SaveGuid): string {
      const objectId = records.mapObjects.get(id)?.objectId;
      return objectId ? `the ${objectId} (id ${id})` : `the object ${id}`;
    },

    /** `the Palbox of Zoe`, `the workers of the camp …`; by its id where unnamed. */
    container(id: SaveGuid): string {
      containerNames ??= nameContainers();
      return containerNames.get(id)?.() ?? `the container ${id}`;
    },
  };

  let containerNames: ReturnType<typeof nameContainers> | undefined;
  function nameContainers() {
    const names = new Map<SaveGuid, () => string>();
    for (const object of level.mapObjects) {
      for (const id of [...object.itemContainerIds, ...object.characterContainerIds]) {
        names.set(id, () => `the container of ${words.mapObject(object.id)}`);
      }
    }
    for (const { guildId, chestId } of level.guildExtras) {
      names.set(chestId, () => `the chest of ${words.guild(guildId)}`);
    }
    for (const { key, director } of level.camps) {
      if (director !== null) names.set(director.containerId, () => `the workers of ${words.camp(key)}`);
    }
    for (const player of players) {
      for (const [kind, id] of player.containers) {
        names.set(id, () => `the ${CONTAINER_WORDS[kind]} of ${words.playerName(player.uid)}`);
      }
    }
    names.delete(ZERO_GUID);
    return names;
  }

  return {
    ...records,
    ...words,
    /** The player files that name a container, by its id. */
    playerContainers: Map.groupBy(boxes, ({ id }) => id),
  };
}

const CONTAINER_WORDS = {
  common: 'inventory',
  essential: 'key items',
  weapons: 'weapons',
  armor: 'armor',
  food: 'food',
  dropSlot: 'drop slot',
  team: 'team',
  palbox: 'Palbox',
} as const;

function firstOfEach<T>(records: readonly T[], idOf: (record: T) => SaveGuid): Map<SaveGuid, T> {
  return new Map(records.toReversed().map((record) => [idOf(record), record]));
}
