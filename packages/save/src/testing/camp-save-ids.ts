import type { SaveGuid } from '../format/save-types.ts';
import { aGuid } from './save-builder.ts';

/** Ids of the records of `aCampSave`, by what they are. */
export const CAMP_SAVE = {
  zoe: aGuid(11),
  guild: aGuid(20),
  camp: aGuid(30),
  otherCamp: aGuid(31),
  zoeBody: aGuid(101),
  worker: aGuid(102),
  otherWorker: aGuid(103),
  traveler: aGuid(104),
  palbox: aGuid(40),
  workers: aGuid(41),
  otherWorkers: aGuid(42),
  booth: aGuid(43),
  chestItems: aGuid(50),
  dropItems: aGuid(51),
  equipment: aGuid(52),
  guildChest: aGuid(53),
  rockItems: aGuid(54),
  sword: aGuid(60),
  armor: aGuid(61),
  guildSword: aGuid(62),
  palboxObject: aGuid(70),
  station: aGuid(71),
  chest: aGuid(72),
  /** Belongs to the chest and is in no camp. */
  drop: aGuid(73),
  dropOfDrop: aGuid(74),
  boothObject: aGuid(75),
  guildChestObject: aGuid(76),
  /** Natural objects of the camp. */
  rock: aGuid(77),
  treasure: aGuid(78),
  /** Outside the camp, built onto the camp's palbox and chest and onto each other. */
  foundation: aGuid(80),
  wall: aGuid(81),
  otherPalboxObject: aGuid(82),
  repair: aGuid(90),
  stationWork: aGuid(91),
  otherWork: aGuid(92),
} as const;

/** The id of the second half of a map object, its concrete model. */
export const concreteIdOf = (object: SaveGuid): SaveGuid => `C${object.slice(1)}`;
