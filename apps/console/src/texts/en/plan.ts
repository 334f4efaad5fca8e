import { countedIn } from '../plural.ts';

const counted = countedIn('en');

export const plan = {
  title: 'Floor plan; north is up',
  storeys: 'Storey',
  allStoreys: 'All storeys',
  storey: (number: string) => `Storey ${number}`,
  kinds: {
    structure: 'Structure',
    work: 'Work',
    storage: 'Storage',
    bed: 'Beds and baths',
    farm: 'Farms',
    defence: 'Defense',
    palbox: 'Palbox',
    other: 'Other',
  },
  hurt: (hp: string, max: string) => `damaged, ${hp} of ${max} HP`,
  underConstruction: 'under construction',
  hurtCount: (count: number) => counted(count, { one: 'damaged', other: 'damaged' }),
  unfinishedCount: (count: number) =>
    counted(count, { one: 'under construction', other: 'under construction' }),
};
