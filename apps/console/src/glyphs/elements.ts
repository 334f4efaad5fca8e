import { glyphs } from './paths.ts';

/** What kinds of work draw as well. */
export const BOLT = 'M13.5 3 6 13.5h5L10.5 21 18 10.5h-5z';
export const CRYSTAL = 'M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9M9.7 4.7 12 7l2.3-2.3M9.7 19.3 12 17l2.3 2.3';

/** The glyphs of the elements, by the game's names. */
export const ELEMENTS = glyphs({
  Fire: 'M12 3c.8 3.6 5.5 5.6 5.5 11a5.5 5.5 0 0 1-11 0c0-2.2 1-3.7 2.3-5 .2 1.5.9 2.3 1.8 2.7C10.2 8.5 10.6 5.5 12 3z',
  Water: 'M12 3.5c3 4 5.5 6.7 5.5 10.5a5.5 5.5 0 0 1-11 0c0-3.8 2.5-6.5 5.5-10.5z',
  Leaf: 'M6 18C4.5 10 9.5 4.8 20 4.5c.3 9.5-4.5 15-14 13.5zM4.5 20.5C7 15 10.5 11.5 15 9.5',
  Electricity: BOLT,
  Ice: CRYSTAL,
  Earth: 'M2.5 18.5 9 7.5l4 6.5 2.5-3.5 6 8zM7.2 10.6 9 12l1.8-1.4',
  Dark: 'M19 14.5A7.8 7.8 0 1 1 10 4.3a6.3 6.3 0 0 0 9 10.2z',
  Dragon:
    'M3.5 5.5c7-1.5 13.5.8 17 6.5-2.8-.6-4.6 0-5.7 1.6-1.4-1-3-1-4.2.1-.8 1-.9 2.3-.4 4.3C6.2 16 4 11.5 3.5 5.5zM3.5 5.5c4 1.5 6.3 4 7.1 8.2M3.5 5.5c5 .6 9 3 11.3 8.1',
  Normal: 'M12 5.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 1 0 0-13z',
});
export type ElementId = keyof typeof ELEMENTS;

/** The element of a name of the game; the neutral one for any other. */
export function elementOf(name: string | undefined): ElementId {
  return name !== undefined && Object.hasOwn(ELEMENTS, name) ? (name as ElementId) : 'Normal';
}
