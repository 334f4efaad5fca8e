import { ZERO_GUID } from '../format/guid.ts';
import type { SaveGuid } from '../format/save-types.ts';
import { expectGvasHeader, SAVE_CLASSES } from '../read/gvas-header.ts';
import { readInstanceId } from './character-facts.ts';
import { FactReader } from './fact-reader.ts';
import { damageOf } from './read-level-facts.ts';
import type { ViolationList } from './violation-list.ts';

/** The facts of a player file that invariants are about. */
export interface PlayerFacts {
  readonly file: string;
  uid: SaveGuid;
  /** As `IndividualId` says. */
  individualUid: SaveGuid;
  instanceId: SaveGuid;
  /** By the kind of container, such as `common`. */
  readonly containers: Map<PlayerContainer, SaveGuid>;
  technologies: string[];
  relics: RelicFacts;
}

export interface RelicFacts {
  /** `RelicPossessNum`; null where absent. */
  inHand: number | null;
  /** `CapturePower` of `RelicPossessNumMap`; null where that key is absent. */
  capturePower: number | null;
  hasMap: boolean;
  /** Relics that were collected, by the flags of all types; null before 1.0. */
  collected: number | null;
  /** `RelicBonusExpTableIndex`: how many collected relics have given EXP. */
  bonusIndex: number;
}

/** The properties that name the containers of a player, in lower case. */
const CONTAINERS = {
  commoncontainerid: 'common',
  essentialcontainerid: 'essential',
  weaponloadoutcontainerid: 'weapons',
  playerequiparmorcontainerid: 'armor',
  foodequipcontainerid: 'food',
  dropslotcontainerid: 'dropSlot',
  otomocharactercontainerid: 'team',
  palstoragecontainerid: 'palbox',
} as const;

export type PlayerContainer = (typeof CONTAINERS)[keyof typeof CONTAINERS];

const CONTAINER_NAMES: ReadonlyMap<string, PlayerContainer> = new Map(Object.entries(CONTAINERS));

/** Reads the facts of a player file. What cannot be read is a violation of D1. */
export function readPlayerFacts(gvas: Buffer, violations: ViolationList): PlayerFacts {
  const reader = new FactReader(gvas, violations);
  const player = noPlayer(violations.file);
  damageOf(violations, '', () => {
    expectGvasHeader(reader, SAVE_CLASSES.player);
    reader.fields((name) => {
      if (name === 'savedata') reader.structFields((field) => readField(reader, player, field));
    });
  });
  return player;
}

function noPlayer(file: string): PlayerFacts {
  return {
    file,
    uid: ZERO_GUID,
    individualUid: ZERO_GUID,
    instanceId: ZERO_GUID,
    containers: new Map([...CONTAINER_NAMES.values()].map((kind) => [kind, ZERO_GUID])),
    technologies: [],
    relics: {
      inHand: null,
      capturePower: null,
      hasMap: false,
      collected: null,
      bonusIndex: 0,
    },
  };
}

function readField(reader: FactReader, player: PlayerFacts, name: string): void {
  const container = CONTAINER_NAMES.get(name);
  if (container !== undefined) {
    player.containers.set(container, reader.containerId());
    return;
  }
  switch (name) {
    case 'playeruid':
      player.uid = reader.guidValue();
      break;
    case 'individualid':
      if (reader.isStruct()) readIndividual(reader, player);
      break;
    case 'inventoryinfo':
      reader.structFields((inner) => readField(reader, player, inner));
      break;
    case 'unlockedrecipetechnologynames':
      player.technologies = reader.strings();
      break;
    case 'recorddata':
      reader.structFields((record) => readRelics(reader, player.relics, record));
      break;
  }
}

function readIndividual(reader: FactReader, player: PlayerFacts): void {
  const { playerUid, instanceId } = readInstanceId(reader);
  player.individualUid = playerUid;
  player.instanceId = instanceId;
}

function readRelics(reader: FactReader, relics: RelicFacts, name: string): void {
  switch (name) {
    case 'relicpossessnum':
      relics.inHand = reader.number();
      break;
    case 'relicpossessnummap':
      readRelicMap(reader, relics);
      break;
    case 'relicbonusexptableindex':
      relics.bonusIndex = reader.number();
      break;
    case 'relicobtainforinstanceflagbytype':
      relics.collected = countFlags(reader);
      break;
  }
}

function readRelicMap(reader: FactReader, relics: RelicFacts): void {
  relics.hasMap = true;
  const count = reader.pairs(8);
  for (let index = 0; index < count; index += 1) {
    const type = reader.text();
    const held = reader.i32();
    if (type.endsWith('::CapturePower')) relics.capturePower = held;
  }
}

function countFlags(reader: FactReader): number {
  let flags = 0;
  const types = reader.structs();
  for (let index = 0; index < types; index += 1) {
    reader.fields((name) => {
      if (name === 'flags') flags += reader.pairs(5);
    });
  }
  return flags;
}
