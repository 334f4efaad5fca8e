import { words } from '@palatine/contract/words';

// Closed sets of names that are not sent over the wire (the contract has those). Where a set is an enumeration of
// the game, the index is its value. Saves prefix such a name (`EPalGenderType::Male`); here it is bare.
// Source: palworld-save-pal and PalworldModdingKit, see data/README.md; checked by test/catalogue.test.ts.

/** The works a Pal can have a rank in, in the order of every `work` list; also the keys of extra suitabilities. */
export const WORK_SUITABILITIES = words(
  'EmitFlame Watering Seeding GenerateElectricity Handcraft Collection Deforest Mining OilExtraction',
  'ProductMedicine Cool Transport MonsterFarm',
);

/** The works a Pal at a base can be kept from. */
export const DISABLE_WORK_PREFERENCES = ['BaseCampBattle', ...WORK_SUITABILITIES] as const;

export const ELEMENTS = words('None Normal Fire Water Leaf Electricity Ice Earth Dark Dragon');

export const EQUIP_CONTAINERS = ['Weapons', 'Armor', 'Food'] as const;

export const ITEM_TYPES_A = words(
  'None Weapon SpecialWeapon Armor Accessory Material Consume Ammo Food Essential Glider MonsterEquipWeapon',
  'Blueprint CaptureItemModifier',
);

/** Forms of a Pal beside the ordinary one. */
export const PAL_VARIANTS = words('GYM RAID PREDATOR SUMMON POLICE QUEST OILRIG TOWER BOSS FORM');

/** Kinds of Palatine, not of the game. */
export const MAP_OBJECT_KINDS = words('building storage guildChest defense palbox dropItem other');

/** Kinds of points of the world, defined by Palatine. */
export const PLACE_KINDS = words('fastTravel mapUnlock relic alpha bounty oilRig dungeon predator');

/** Numbers of the game that belong to no row and no formula; data/limits.json has the values. */
export const LIMIT_NAMES = words(
  'playerLevelCap palLevelCap teamSlots palboxPages palboxSlotsPerPage guildChestSlots itemsSlotsPerPouch',
  'equippedSkills passives talentMax alphaTalentMin rankMax soulRankMax sanity friendshipMin friendshipMax',
  'playerMaxHpBase playerMaxHpPerStatusPoint playerStomach',
);
export type LimitName = (typeof LIMIT_NAMES)[number];
