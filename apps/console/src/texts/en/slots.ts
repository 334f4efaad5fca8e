import { countedIn } from '../plural.ts';

const counted = countedIn('en');

export const slots = {
  free: 'Empty',
  moreFree: (count: number) => `and ${counted(count, { one: 'more empty slot', other: 'more empty slots' })}`,
  rounds: (count: number) => counted(count, { one: 'round', other: 'rounds' }),
  durabilityIs: (percent: number) => `Durability ${percent} %`,
  whoHas: 'Holders',
  itemId: 'the ItemID',
  count: 'Count',
  slot: 'Slot',
  rarity: 'Rarity',
  weight: 'Weight of one',
  stack: 'Maximum stack',
  durability: 'Durability',
  ammunition: 'Rounds loaded',
  passives: 'Passives',
  inside: 'Inside',
  level: (level: string) => `Level ${level}`,
  lucky: 'Lucky',
  ofMax: (value: string, max: string) => `${value} of ${max}`,
  rarities: {
    common: 'Common',
    uncommon: 'Uncommon',
    rare: 'Rare',
    epic: 'Epic',
    legendary: 'Legendary',
  },
};
