// The demo's items: ids by tier, the lowest first.

export const MATERIALS = [
  ['Wood', 'Stone', 'Fiber', 'Pal_crystal_S', 'Berries', 'Leather', 'Bone', 'Cloth', 'BerrySeeds'],
  [
    'CopperOre',
    'CopperIngot',
    'Coal',
    'Horn',
    'FireOrgan',
    'IceOrgan',
    'PalFluid',
    'MachineParts',
    'Charcoal',
  ],
  ['IronIngot', 'Cement', 'PalOil', 'Cloth2', 'ElectricOrgan', 'Gunpowder2', 'Medicines', 'PalCrystal_Ex'],
  ['CarbonFiber', 'MachineParts2', 'CrudeOil', 'AncientParts2', 'Diamond', 'Chromium', 'AIcore', 'Computer'],
] as const;

export const SPHERES = [
  'PalSphere',
  'PalSphere_Mega',
  'PalSphere_Giga',
  'PalSphere_Tera',
  'PalSphere_Master',
  'PalSphere_Legend',
] as const;

export const AMMUNITION = [
  'Arrow',
  'RoughBullet',
  'HandgunBullet',
  'RifleBullet',
  'AssaultRifleBullet',
] as const;

/** Weapons of a player by stage of the game. */
export const WEAPONS = [
  ['Bat', 'Axe_Tier_00', 'Pickaxe_Tier_00', 'Torch'],
  ['WeakerBow', 'Axe_Tier_01', 'Pickaxe_Tier_01', 'Spear'],
  ['BowGun', 'Axe_Tier_02', 'Pickaxe_Tier_02', 'Musket'],
  ['HandGun_Default', 'SingleShotRifle', 'Pickaxe_Tier_02', 'GrapplingGun'],
  ['AssaultRifle_Default1', 'PumpActionShotgun', 'Pickaxe_Steal', 'Launcher_Default'],
  ['LaserRifle', 'AssaultRifle_Default3', 'Axe_Steal', 'BeamSword'],
] as const;

/** Head, body and shield. */
export const ARMOR = [
  ['FurHelmet', 'ClothArmor', 'Shield_01'],
  ['FurHelmet', 'FurArmor', 'Shield_01'],
  ['CopperHelmet', 'CopperArmor', 'Shield_02'],
  ['IronHelmet', 'IronArmorHeat', 'Shield_03'],
  ['StealHelmet', 'StealArmorCold', 'Shield_04'],
  ['PlasticHelmet', 'PlasticArmor', 'Shield_Ultra'],
  ['SFHelmet', 'SFArmor', 'Shield_SF'],
] as const;

export const GLIDERS = ['Glider_Old', 'Glider_Good', 'Glider_Super', 'Glider_Legendary'] as const;

export const ACCESSORIES = [
  'Accessory_HP_1',
  'Accessory_AT_1',
  'Accessory_WorkSpeed_1',
  'Accessory_HeatResist_1',
  'Accessory_AquaResist_1',
] as const;

export const MEALS = [
  'Baked_Berries',
  'GrilledMeat',
  'FriedEggs',
  'Pancake',
  'Salad',
  'Pizza',
  'Hamburger',
  'Cake',
] as const;

/** Key items by the level from which a player has them. */
export const KEY_ITEMS = [
  [6, 'Lantern'],
  [9, 'AutoMealPouch_Tier1'],
  [12, 'AdditionalInventory_001'],
  [15, 'SkillUnlock_Boar'],
  [18, 'UnlockEquipmentSlot_Weapon_01'],
  [20, 'AutoMealPouch_Tier2'],
  [22, 'SkillUnlock_Deer'],
  [24, 'AdditionalInventory_002'],
  [28, 'BossDefeatReward_WeaselDragon'],
  [30, 'UnlockEquipmentSlot_Accessory_01'],
  [32, 'AutoMealPouch_Tier3'],
  [36, 'AdditionalInventory_003'],
  [40, 'BossDefeatReward_GrassMammoth'],
  [42, 'Lantern_High'],
  [44, 'AutoMealPouch_Tier4'],
  [48, 'AdditionalInventory_004'],
  [52, 'UnlockEquipmentSlot_Weapon_02'],
  [56, 'UnlockEquipmentSlot_Accessory_02'],
  [58, 'AutoMealPouch_Tier5'],
  [62, 'BossDefeatReward_JetDragon'],
] as const satisfies readonly (readonly [level: number, itemId: string])[];

/** People who let themselves be caught. */
export const PEOPLE = [
  'SalesPerson_Wander',
  'PalDealer',
  'Male_Trader01_v08',
  'Female_Soldier01',
  'Hunter_Rifle',
  'Male_People02',
] as const;
