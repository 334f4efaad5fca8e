import { guildColour as colourOfGuild } from '../../data/guilds.ts';
import type { ThemeName, WorldPoint } from '../../ground/regions.ts';
import type { GlyphName, SpriteLook } from '../../ground/sprites.ts';
import { pixelOf, type View } from '../geometry/view.ts';
import type { MarkLayerId } from '../layers.ts';
import type { Mark } from '../marks/mark.ts';

/** The drawing context: a canvas in CSS pixels, its view, and the colours of the page. */
export interface Pen {
  readonly context: CanvasRenderingContext2D;
  readonly view: View;
  readonly palette: Palette;
}

/** The colours of the page that the canvas uses, and the font of labels. */
export type Palette = ReturnType<typeof readPalette>;

/** Reads the colours of the page as the theme has them now. */
export function readPalette(root: HTMLElement, theme: ThemeName) {
  const style = getComputedStyle(root);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    theme,
    sea: colour('sea'),
    surface: colour('surface'),
    text: colour('text'),
    quiet: colour('text-3'),
    line: theme === 'dark' ? 'rgb(255 255 255 / 7%)' : 'rgb(10 40 50 / 9%)',
    accent: colour('accent'),
    warn: colour('warn'),
    danger: colour('danger'),
    info: colour('info'),
    ok: colour('ok'),
    neutral: colour('neutral'),
    font: colour('font') || 'sans-serif',
  };
}

/** The colour of a guild's marks; grey for nobody's. */
export function guildColour({ theme }: Palette, guildId = ''): string {
  return colourOfGuild(guildId, theme === 'dark');
}

/** Begins a circle about a place, to be filled and stroked. */
export function circle({ context, view }: Pen, place: WorldPoint, radiusPx: number): void {
  context.beginPath();
  context.arc(...pixelOf(view, place), radiusPx, 0, 2 * Math.PI);
}

/** Writes a text with a rim in the colour of the surface. Where it stands is up to the alignment of the canvas. */
export function rimmedText({ context, palette }: Pen, text: string, across: number, down: number): void {
  context.lineJoin = 'round';
  context.lineWidth = 3;
  context.strokeStyle = palette.surface;
  context.fillStyle = palette.text;
  context.globalAlpha = 0.85;
  context.strokeText(text, across, down);
  context.globalAlpha = 1;
  context.fillText(text, across, down);
}

/** How marks of a layer are drawn: as dots in the colour of their guild, or as a glyph on a disc. */
export const DOTS: ReadonlySet<MarkLayerId> = new Set(['online', 'offline']);

/** How the marks of each layer look: a glyph, in the colour of their guild or one of the page, of a radius in pixels. */
export const LOOKS: Readonly<Record<MarkLayerId, { glyph: GlyphName; ink: Ink; radius: number }>> = {
  online: { glyph: 'player', ink: 'guild', radius: 5 },
  offline: { glyph: 'player', ink: 'guild', radius: 5 },
  bases: { glyph: 'base', ink: 'guild', radius: 9.5 },
  fastTravel: { glyph: 'fastTravel', ink: 'info', radius: 8 },
  towers: { glyph: 'tower', ink: 'danger', radius: 9.5 },
  mapUnlocks: { glyph: 'fastTravel', ink: 'accent', radius: 8 },
  bosses: { glyph: 'boss', ink: 'danger', radius: 8 },
  relics: { glyph: 'relic', ink: 'ok', radius: 6.5 },
  dungeons: { glyph: 'dungeon', ink: 'warn', radius: 8 },
  summoned: { glyph: 'boss', ink: 'danger', radius: 8 },
  drops: { glyph: 'drop', ink: 'quiet', radius: 6.5 },
  chests: { glyph: 'drop', ink: 'quiet', radius: 8 },
};
type Ink = 'guild' | 'info' | 'accent' | 'danger' | 'ok' | 'warn' | 'quiet';

export function radiusOf({ layer }: Pick<Mark, 'layer'>): number {
  return LOOKS[layer].radius;
}

export function inkOf({ layer, guildId }: Pick<Mark, 'layer' | 'guildId'>, palette: Palette): string {
  const { ink } = LOOKS[layer];
  return ink === 'guild' ? guildColour(palette, guildId) : palette[ink];
}

/** The sprite of a mark that is no dot. What the chosen player has done is ticked; bases are filled. */
export function lookOf(mark: Mark, palette: Palette): SpriteLook {
  const ink = inkOf(mark, palette);
  const { surface } = palette;
  const { glyph, radius } = LOOKS[mark.layer];
  const look = { glyph, radius, ticked: mark.done === true };
  return mark.layer === 'bases'
    ? { ...look, fill: ink, ring: surface, ink: surface }
    : { ...look, fill: surface, ring: ink, ink };
}

/** How strongly a mark is drawn: what is done already stands back. */
export function strengthOf({ done }: Mark): number {
  return done === true ? 0.55 : 1;
}
