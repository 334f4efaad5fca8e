import { strokes } from './paths.ts';

/** What lies on the map. */
export const MAP_MARKS = {
  player: strokes('M12 6a6 6 0 1 0 0 12 6 6 0 1 0 0-12z'),
  base: strokes('M4 11.5 12 4.5l8 7', 'M6.5 9.8V19.5h11V9.8', 'M10 19.5v-5h4v5'),
  fastTravel: strokes('M12 3.5 16 9l-4 11.5L8 9z', 'M8 9h8'),
  tower: strokes('M8 20.5 9.5 8h5L16 20.5z', 'M7.5 4.5V8h9V4.5M12 4.5V8', 'M11 20.5V16h2v4.5'),
  dungeon: strokes('M4.5 20V12a7.5 7.5 0 0 1 15 0v8z', 'M8.5 20v-7.5a3.5 3.5 0 0 1 7 0V20'),
  boss: strokes('M12 3.8l2.5 5.4 5.7.7-4.2 4 1.1 5.8L12 16.8l-5.1 2.9L8 13.9l-4.2-4 5.7-.7z'),
  relic: strokes(
    'M12 4c2.8 0 4.5 1.9 4.5 4.3 0 2-1 3.2-2 4.2l1.5 7.5H8l1.5-7.5c-1-1-2-2.2-2-4.2C7.5 5.9 9.2 4 12 4z',
    'M10.3 8.5h.01M13.7 8.5h.01',
  ),
  drop: strokes('M4.5 10.5h15v9h-15z', 'M4.5 10.5 7 6h10l2.5 4.5M4.5 14h15M12 13v2.5'),
} as const;

/** What is told of a Pal. */
export const PAL_MARKS = {
  male: strokes('M10 9a5.5 5.5 0 1 0 0 11 5.5 5.5 0 1 0 0-11z', 'M14 10.5 20 4.5M15 4.5h5v5'),
  female: strokes('M12 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 1 0 0-11z', 'M12 14.5v6.5M8.8 18h6.4'),
  lucky: strokes('M12 3.5l1.9 6.6 6.6 1.9-6.6 1.9L12 20.5l-1.9-6.6L3.5 12l6.6-1.9z'),
  alpha: strokes('M4 17.5 3.5 7l5 4L12 4.5l3.5 6.5 5-4-.5 10.5z', 'M4 20.5h16'),
  star: strokes('M12 3.8l2.5 5.4 5.7.7-4.2 4 1.1 5.8L12 16.8l-5.1 2.9L8 13.9l-4.2-4 5.7-.7z'),
  hurt: strokes(
    'M12 20C6.5 16 3.5 12.7 3.5 9A4.3 4.3 0 0 1 12 7.7 4.3 4.3 0 0 1 20.5 9c0 3.7-3 7-8.5 11z',
    'M12.5 8 10.5 11.5h3.5L12 15',
  ),
  sick: strokes('M10 4.5a2 2 0 0 1 4 0v9a4 4 0 1 1-4 0z', 'M12 9v7.5M17 6h2.5M17 9.5h2.5'),
  hungry: strokes(
    'M7 3.5v6a2 2 0 0 0 2 2v9M11 3.5v6a2 2 0 0 1-2 2M9 3.5v5',
    'M16.5 20.5v-7h-2c0-5 .7-8.5 2-10z',
  ),
  low: strokes(
    'M12 4a8 8 0 1 0 0 16 8 8 0 1 0 0-16z',
    'M8.5 16c1-1.5 2.2-2.2 3.5-2.2s2.5.7 3.5 2.2M9 9.5h.01M15 9.5h.01',
  ),
} as const;
export type PalMark = keyof typeof PAL_MARKS;
