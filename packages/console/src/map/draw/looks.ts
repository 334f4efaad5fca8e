import type { GlyphName, SpriteLook } from '../../ground/sprites.ts';
import type { MarkLayerId } from '../layers.ts';
import type { Mark } from '../marks/mark.ts';
import { guildColour, type Palette } from './palette.ts';

/** How marks of a layer are drawn: as dots in the colour of their guild, or as a glyph on a disc. */
export const DOTS: ReadonlySet<MarkLayerId> = new Set(['online', 'offline']);

/** The glyph of each layer. */
export const GLYPHS: Readonly<Record<MarkLayerId, GlyphName>> = {
  online: 'player',
  offline: 'player',
  bases: 'base',
  fastTravel: 'fastTravel',
  towers: 'tower',
  mapUnlocks: 'fastTravel',
  bosses: 'boss',
  relics: 'relic',
  dungeons: 'dungeon',
  summoned: 'boss',
  drops: 'drop',
  chests: 'drop',
};
const RADII: Readonly<Partial<Record<MarkLayerId, number>>> = {
  bases: 9.5,
  towers: 9.5,
  relics: 6.5,
  drops: 6.5,
};
const RADIUS = 8;
const DOT_RADIUS = 5;

/** Radius of a mark in pixels. */
export function radiusOf({ layer }: Pick<Mark, 'layer'>): number {
  return DOTS.has(layer) ? DOT_RADIUS : (RADII[layer] ?? RADIUS);
}

/** The colour of what a mark is. */
export function inkOf({ layer, guildId }: Pick<Mark, 'layer' | 'guildId'>, palette: Palette): string {
  switch (layer) {
    case 'online':
    case 'offline':
    case 'bases':
      return guildColour(palette, guildId);
    case 'fastTravel':
      return palette.info;
    case 'mapUnlocks':
      return palette.accent;
    case 'towers':
    case 'bosses':
    case 'summoned':
      return palette.danger;
    case 'relics':
      return palette.ok;
    case 'dungeons':
      return palette.warn;
    default:
      return palette.quiet;
  }
}

/** The sprite of a mark that is no dot. What the chosen player has done is ticked; bases are filled. */
export function lookOf(mark: Mark, palette: Palette): SpriteLook {
  const ink = inkOf(mark, palette);
  const { surface } = palette;
  const look = { glyph: GLYPHS[mark.layer], radius: radiusOf(mark), ticked: mark.done === true };
  return mark.layer === 'bases'
    ? { ...look, fill: ink, ring: surface, ink: surface }
    : { ...look, fill: surface, ring: ink, ink };
}

/** How strongly a mark is drawn: what is done already stands back. */
export function strengthOf({ done }: Mark): number {
  return done === true ? 0.55 : 1;
}
