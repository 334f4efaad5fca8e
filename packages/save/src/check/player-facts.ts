import { ZERO_GUID } from '../format/guid.ts';
import type { SaveGuid } from '../format/save-types.ts';
import { readInstanceId } from '../read/character.ts';
import { expectGvasHeader, SAVE_CLASSES } from '../read/gvas-header.ts';
import { fieldTable, readFields, readStruct, type SaveReader } from '../read/save-reader.ts';
import { FactReader } from './fact-reader.ts';
import { damageOf } from './read-level-facts.ts';
import type { ViolationList } from './violation.ts';

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

export type PlayerFacts = ReturnType<typeof noPlayer>;

function noPlayer(file: string) {
  return {
    file,
    uid: ZERO_GUID,
    /** As `IndividualId` says. */
    individualUid: ZERO_GUID,
    instanceId: ZERO_GUID,
    /** By the kind of container, such as `common`. */
    containers: new Map<PlayerContainer, SaveGuid>(
      Object.values(CONTAINERS).map((kind) => [kind, ZERO_GUID]),
    ),
    technologies: [] as string[],
    relics: {
      /** `RelicPossessNum`; null where absent. */
      inHand: null as number | null,
      /** `CapturePower` of `RelicPossessNumMap`; null where that key is absent. */
      capturePower: null as number | null,
      hasMap: false,
      /** Relics that were collected, by the flags of all types; null before 1.0. */
      collected: null as number | null,
      /** `RelicBonusExpTableIndex`: how many collected relics have given EXP. */
      bonusIndex: 0,
    },
  };
}

type RelicFacts = PlayerFacts['relics'];

/** Reads the facts of a player file. What cannot be read is a violation of D1. */
export function readPlayerFacts(gvas: Buffer, violations: ViolationList): PlayerFacts {
  const reader = new FactReader(gvas, violations);
  const player = noPlayer(violations.file);
  damageOf(violations, '', () => {
    expectGvasHeader(reader, SAVE_CLASSES.player);
    reader.fields((name) => {
      if (name === 'savedata') readStruct(reader, FIELDS, player);
    });
  });
  return player;
}

const FIELDS = fieldTable<PlayerFacts>({
  ...Object.fromEntries(
    Object.entries(CONTAINERS).map(([name, kind]) => [
      name,
      (reader: SaveReader, player: PlayerFacts) => player.containers.set(kind, reader.containerId()),
    ]),
  ),
  playeruid: (reader, player) => (player.uid = reader.guidValue()),
  individualid: (reader, player) => {
    if (!reader.isStruct()) return;
    const { playerUid, instanceId } = readInstanceId(reader);
    player.individualUid = playerUid;
    player.instanceId = instanceId;
  },
  inventoryinfo: (reader, player) => readStruct(reader, FIELDS, player),
  unlockedrecipetechnologynames: (reader, player) => (player.technologies = reader.strings()),
  recorddata: (reader, player) => readStruct(reader, RELICS, player.relics),
});

const RELICS = fieldTable<RelicFacts>({
  relicpossessnum: (reader, relics) => (relics.inHand = reader.number()),
  relicpossessnummap: (reader, relics) => readRelicMap(reader, relics),
  relicbonusexptableindex: (reader, relics) => (relics.bonusIndex = reader.number()),
  relicobtainforinstanceflagbytype: (reader, relics) => (relics.collected = countFlags(reader)),
});

function readRelicMap(reader: SaveReader, relics: RelicFacts): void {
  relics.hasMap = true;
  const count = reader.pairs(8);
  for (let index = 0; index < count; index += 1) {
    const type = reader.text();
    const amount = reader.i32();
    if (type.endsWith('::CapturePower')) relics.capturePower = amount;
  }
}

function countFlags(reader: SaveReader): number {
  const sum = { flags: 0 };
  const types = reader.structs();
  for (let index = 0; index < types; index += 1) readFields(reader, TYPE_FLAGS, sum);
  return sum.flags;
}

const TYPE_FLAGS = fieldTable<{ flags: number }>({
  flags: (reader, sum) => (sum.flags += reader.pairs(5)),
});
