import { words } from './words.ts';

/** The languages that the catalogue has display names in. */
export const CATALOGUE_LANGUAGES = words('en de es es-MX fr id it ko pl pt-BR ru th tr vi zh-Hans zh-Hant');
export type CatalogueLanguage = (typeof CATALOGUE_LANGUAGES)[number];

const NAMED = { ID: '', Name: '' } as const;

/** The tables of the catalogue, where their ids are used, and the columns that need a description. */
export const CATALOGUE_TABLES = {
  Items: {
    use: '`ItemID` of grants and inventories',
    columns: {
      ...NAMED,
      Type: 'such as `Weapon`',
      Subtype: 'such as `WeaponBow`',
      Stack: 'maximum units in a slot',
      Weight: 'of one unit',
      Rarity: '0 common, 1 uncommon, 2 rare, 3 epic, 4 legendary; other values are special',
      Inventory: 'where a grant puts it',
      Equip: 'where a player can equip it',
      State: '`weapon`, `armor` or `egg`: each unit has its own state',
      Durability: 'when unworn',
      Magazine: 'rounds',
      Disabled: 'switched off by the game; it can still be granted',
    },
  },
  Pals: {
    use: '`PalID`; `BOSS_` before the id of one with `HasAlpha` is its alpha',
    columns: {
      ...NAMED,
      Deck: 'number in the Paldeck',
      Variant: 'empty for the ordinary form',
      Base: 'the ordinary form of a variant',
      HasAlpha: '',
      Elements: 'main element first',
      Rarity: '',
      HP: 'base value, like `Attack` and `Defense`',
      Attack: '',
      Defense: '',
      Stomach: 'food when full',
      MalePercent: 'empty for those without gender',
      Work: 'ranks by work suitability, without those of 0',
      Passives: 'inborn',
      Egg: 'the `EggID` that it ordinarily hatches from',
      Disabled: '',
    },
  },
  Technologies: {
    use: '`Technology`',
    columns: {
      ...NAMED,
      Level: 'player level from which it can be learned',
      Cost: 'technology points, or ancient ones',
      Ancient: '',
      Requires: 'another technology',
      RequiresTower: 'tower boss',
      RequiresResearch: '',
    },
  },
  Passives: {
    use: '`Passives` of Pals and templates',
    columns: {
      ...NAMED,
      Rank: 'negative is bad, 4 and more rainbow',
      OnPals: 'may be rolled on a Pal',
      OnLuckyPals: 'may be rolled on a lucky Pal',
    },
  },
  Skills: {
    use: '`ActiveSkills` and `LearntSkills` of Pals and templates',
    columns: {
      ...NAMED,
      Element: '',
      Kind: '`Shot` or `Melee`',
      Power: '',
      CooldownSeconds: '',
      Listed: 'false for partner skills and those of bosses and people',
    },
  },
  NPCs: {
    use: '`NPCID`; those without a `CharacterID` can also be given as a `PalID`',
    columns: {
      ...NAMED,
      CharacterID: 'of a unique NPC: the NPC with the same body',
      HP: 'base value',
      Disabled: '',
    },
  },
  Eggs: {
    use: '`EggID`',
    columns: {
      ...NAMED,
      Element: '',
      Tier: '1 to 5',
      Rarity: '',
      Weight: '',
      PalRarityMin: 'rarity of the Pals that it ordinarily holds',
      PalRarityMax: '',
    },
  },
  MapObjects: {
    use: 'structures at bases',
    columns: {
      ...NAMED,
      Class: '`building`, `storage`, `guildChest`, `defense`, `palbox`, `dropItem` or `other`',
      Menu: 'its part of the build menu',
    },
  },
  Research: {
    use: 'the laboratory of a guild',
    columns: { ...NAMED, Category: '', Requires: 'other research', RequiredWork: '' },
  },
  Bosses: {
    use: '`Bosses` of the progression, by `Key` and `HardKey`',
    columns: {
      ID: '',
      Kind: '`tower`, `raid`, `alpha` or `bounty`',
      Name: '',
      Tower: 'name of the tower',
      CharacterID: 'Pal or NPC',
      HardCharacterID: '',
      Level: '',
      Key: '',
      HardKey: '',
    },
  },
  Expeditions: {
    use: 'the expeditions of a guild',
    columns: {
      ...NAMED,
      Seconds: '',
      Difficulty: '',
      Strength: 'that the Pals sent should have together',
      Element: 'that `ElementCount` of them should have',
      ElementCount: '',
      VisibleAfter: '`Key` or `HardKey` of a tower boss',
      UnlockAfter: 'the same',
    },
  },
  Relics: {
    use: '`Relics` of the progression',
    columns: {
      ID: '',
      Name: 'what it improves',
      ItemID: '',
      Places: 'how many are in the world',
      Costs: 'relics for each rank, from rank 1 on',
    },
  },
  Places: {
    use: 'points of the world',
    columns: {
      ID: '',
      Kind: '`fastTravel`, `mapUnlock`, `relic`, `alpha`, `bounty`, `oilRig`, `dungeon` or `predator`',
      Name: 'of those for travel; the others are named after their `Subject`',
      Region: '`MainMap` or `Tree`',
      X: 'world coordinate in cm, like `Y` and `Z`; `Z` is unknown for dungeons and predators',
      Y: '',
      Z: '',
      Subject: 'the `ID` of the relic or the boss',
      Level: '',
    },
  },
} as const satisfies Record<string, { use: string; columns: Record<string, string> }>;

export type CatalogueTableName = keyof typeof CATALOGUE_TABLES;
export const CATALOGUE_TABLE_NAMES = Object.keys(CATALOGUE_TABLES) as CatalogueTableName[];
export type CatalogueColumn<Name extends CatalogueTableName> =
  keyof (typeof CATALOGUE_TABLES)[Name]['columns'] & string;
