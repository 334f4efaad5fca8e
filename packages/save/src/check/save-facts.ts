import { ZERO_GUID } from '../format/guid.ts';
import type { SaveGuid } from '../format/save-types.ts';
import type {
  CampFacts,
  CharacterFacts,
  CharacterSlotFacts,
  ContainerFacts,
  GroupFacts,
  ItemSlotFacts,
  LevelFacts,
  MapObjectFacts,
} from './level-facts.ts';
import type { PlayerFacts } from './player-facts.ts';

/** The facts of a save and where each record is found. Of two records with one id the first is used. */
export class SaveFacts {
  readonly level: LevelFacts;
  readonly players: readonly PlayerFacts[];
  readonly characters: ReadonlyMap<SaveGuid, CharacterFacts>;
  readonly itemContainers: ReadonlyMap<SaveGuid, ContainerFacts<ItemSlotFacts>>;
  readonly characterContainers: ReadonlyMap<SaveGuid, ContainerFacts<CharacterSlotFacts>>;
  readonly groups: ReadonlyMap<SaveGuid, GroupFacts>;
  readonly camps: ReadonlyMap<SaveGuid, CampFacts>;
  readonly mapObjects: ReadonlyMap<SaveGuid, MapObjectFacts>;
  #bodies: ReadonlyMap<SaveGuid, CharacterFacts> | undefined;
  #playerContainers: Map<SaveGuid, string[]> | undefined;
  #containerNames: Map<SaveGuid, () => string> | undefined;

  constructor(level: LevelFacts, players: readonly PlayerFacts[]) {
    this.level = level;
    this.players = players;
    this.characters = firstOfEach(level.characters, ({ id }) => id);
    this.itemContainers = firstOfEach(level.itemContainers, ({ id }) => id);
    this.characterContainers = firstOfEach(level.characterContainers, ({ id }) => id);
    this.groups = firstOfEach(level.groups, ({ key }) => key);
    this.camps = firstOfEach(level.camps, ({ key }) => key);
    this.mapObjects = firstOfEach(level.mapObjects, ({ id }) => id);
  }

  /** `the Pal Anubis (id …)`, `the player Zoe (id …)`. */
  character(id: SaveGuid): string {
    const character = this.characters.get(id);
    if (character === undefined) return `the character ${id}`;
    const name = character.nickname || character.species || 'without a name';
    return `the ${character.isPlayer ? 'player' : 'Pal'} ${name} (id ${id})`;
  }

  /** The player files that name a container, by its id. */
  playerContainers(): ReadonlyMap<SaveGuid, readonly string[]> {
    if (this.#playerContainers !== undefined) return this.#playerContainers;
    const files = new Map<SaveGuid, string[]>();
    for (const { file, containers } of this.players) {
      for (const id of containers.values()) files.set(id, [...(files.get(id) ?? []), file]);
    }
    this.#playerContainers = files;
    return files;
  }

  playerName(uid: SaveGuid): string {
    this.#bodies ??= firstOfEach(
      this.level.characters.filter(({ isPlayer }) => isPlayer),
      ({ playerUid }) => playerUid,
    );
    return this.#bodies.get(uid)?.nickname || uid;
  }

  guild(id: SaveGuid): string {
    const name = this.groups.get(id)?.guild?.name;
    return name ? `the guild ${name} (id ${id})` : `the group ${id}`;
  }

  /** `belongs to the guild Rayne (id …)`, `is in no guild`. */
  membership(id: SaveGuid): string {
    return id === ZERO_GUID ? 'is in no guild' : `belongs to ${this.guild(id)}`;
  }

  camp(id: SaveGuid): string {
    const guildId = this.camps.get(id)?.guildId ?? ZERO_GUID;
    const name = this.groups.get(guildId)?.guild?.name;
    return name ? `the camp ${id} of the guild ${name}` : `the camp ${id}`;
  }

  /** `the PalBoxV2 (id …)`. */
  mapObject(id: SaveGuid): string {
    const objectId = this.mapObjects.get(id)?.objectId;
    return objectId ? `the ${objectId} (id ${id})` : `the object ${id}`;
  }

  /** `the Palbox of Zoe`, `the workers of the camp …`; by its id where unnamed. */
  container(id: SaveGuid): string {
    this.#containerNames ??= this.#nameContainers();
    return this.#containerNames.get(id)?.() ?? `the container ${id}`;
  }

  #nameContainers(): Map<SaveGuid, () => string> {
    const names = new Map<SaveGuid, () => string>();
    for (const object of this.level.mapObjects) {
      for (const id of [...object.itemContainerIds, ...object.characterContainerIds]) {
        names.set(id, () => `the container of ${this.mapObject(object.id)}`);
      }
    }
    for (const { guildId, chestId } of this.level.guildExtras) {
      names.set(chestId, () => `the chest of ${this.guild(guildId)}`);
    }
    for (const { key, director } of this.level.camps) {
      if (director !== null) names.set(director.containerId, () => `the workers of ${this.camp(key)}`);
    }
    for (const player of this.players) {
      for (const [kind, id] of player.containers) {
        names.set(id, () => `the ${CONTAINER_WORDS[kind]} of ${this.playerName(player.uid)}`);
      }
    }
    names.delete(ZERO_GUID);
    return names;
  }
}

const CONTAINER_WORDS = {
  common: 'inventory',
  essential: 'key items',
  weapons: 'weapons',
  armor: 'armour',
  food: 'food',
  dropSlot: 'drop slot',
  team: 'team',
  palbox: 'Palbox',
} as const;

function firstOfEach<T>(records: readonly T[], idOf: (record: T) => SaveGuid): Map<SaveGuid, T> {
  const byId = new Map<SaveGuid, T>();
  for (const record of records) {
    const id = idOf(record);
    if (!byId.has(id)) byId.set(id, record);
  }
  return byId;
}
