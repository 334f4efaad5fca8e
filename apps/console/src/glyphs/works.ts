import { BOLT, CRYSTAL } from './elements.ts';
import { glyphs } from './paths.ts';

/** The glyphs of the kinds of work, by the game's names and in its order. */
export const WORKS = glyphs({
  EmitFlame:
    'M12 3c.6 2.8 4.2 4.3 4.2 8.3a4.2 4.2 0 0 1-8.4 0c0-1.7.8-2.8 1.7-3.8.2 1.1.7 1.7 1.4 2C10.7 7 11 5 12 3zM5 20l14-2.5M5 17.5 19 20',
  Watering:
    'M12 3c2.2 3 4 5 4 7.7a4 4 0 0 1-8 0C8 8 9.8 6 12 3zM3.5 18.5c2-1.7 3.8-1.7 5.7 0s3.7 1.7 5.6 0 3.7-1.7 5.7 0',
  Seeding:
    'M12 20.5V11M12 12c0-4.3-2.8-6.5-7.5-6.5C4.5 10 7.5 12 12 12zM12 15.5c0-3.6 2.6-5.5 7.5-5.5 0 3.9-3 5.5-7.5 5.5z',
  GenerateElectricity: `${BOLT}M3.5 8.5 5 9.5M3 14h1.8M20.5 15.5 19 14.5M21 10h-1.8`,
  Handcraft: 'M13.5 4.5 19.5 10.5 17 13l-6-6zM13.5 9.5 4.5 18.5l1.5 1.5 9-9M11 7 8.5 6',
  Collection: 'M4 11h16l-2 8.5H6zM7.5 11C7.5 6.5 9.5 4 12 4s4.5 2.5 4.5 7M9.5 14v3M14.5 14v3',
  Deforest: 'M6 20.5 15.5 7M12.5 4.5c3-1.2 6-.5 7.5 1.5.9 2.4.3 5-2 7.5l-2.5-3.8-3.5-2.5z',
  Mining: 'M4 8.5c4.5-4.5 10.5-5 16-1.5M13 5.5 7.5 20.5M4 8.5l1.5.3M20 7l-1.3.8',
  OilExtraction:
    'M8.5 20.5 12 4l3.5 16.5M6.5 20.5h11M10.2 12.5h3.6M9.3 16.5h5.4M19 9.5c1 1.3 1.5 2 1.5 2.8a1.5 1.5 0 0 1-3 0c0-.8.5-1.5 1.5-2.8z',
  ProductMedicine:
    'M10 3.5h4M10.7 3.5v5.5l-5 8.5a2 2 0 0 0 1.7 3h9.2a2 2 0 0 0 1.7-3l-5-8.5V3.5M12 13v4.5M9.7 15.3h4.6',
  Cool: CRYSTAL,
  Transport: 'M4 9.5 11 6l7 3.5v7L11 20l-7-3.5zM4 9.5 11 13l7-3.5M11 13v7M15.5 3.5h5v5',
  MonsterFarm: 'M5.5 20V6l1.5-2 1.5 2v14M15.5 20V6l1.5-2 1.5 2v14M2.5 10h19M2.5 15.5h19',
});
export type WorkId = keyof typeof WORKS;

/** The kinds of work in the order of the game. */
export const WORK_IDS = Object.keys(WORKS) as WorkId[];
