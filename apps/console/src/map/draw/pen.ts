import { guildColor } from '../../data/guilds.ts';
import type { ThemeName, WorldPoint } from '../../ground/regions.ts';
import type { GlyphName, SpriteLook } from '../../ground/sprites.ts';
import { pixelOf, placeAt, type View } from '../geometry/view.ts';
import type { MarkLayerId } from '../layers.ts';
import { type Mark, near } from '../marks/mark.ts';

/** The drawing context: a canvas in CSS pixels, its view, and the colors of the page. */
export interface Pen {
  readonly context: CanvasRenderingContext2D;
  readonly view: View;
  readonly palette: Palette;
}

/** The colors of the page that the canvas uses, and the font of labels. */
export type Palette = ReturnType<typeof readPalette>;

/** Reads the colors of the page as the theme has them now. */
export function readPalette(root: HTMLElement, theme: ThemeName) {
  const style = getComputedStyle(root);
  const color = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    theme,
    sea: color('sea'),
    surface: color('surface'),
    text: color('text'),
    quiet: color('text-3'),
    line: theme === 'dark' ? 'rgb(255 255 255 / 7%)' : 'rgb(10 40 50 / 9%)',
    accent: color('accent'),
    warn: color('warn'),
    danger: color('danger'),
    info: color('info'),
    ok: color('ok'),
    neutral: color('neutral'),
    leaf: color('leaf'),
    dark: color('dark'),
    font: color('font') || 'sans-serif',
  };
}

/** Begins a circle about a place, to be filled and stroked. */
export function circle({ context, view }: Pen, place: WorldPoint, radiusPx: number): void {
  context.beginPath();
  context.arc(...pixelOf(view, place), radiusPx, 0, 2 * Math.PI);
}

/** Writes a text with a rim in the color of the surface. Where it stands is up to the alignment of the canvas. */
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

/** How marks of a layer are drawn: as dots in the color of their guild, or as a glyph on a disc. */
export const DOTS: ReadonlySet<MarkLayerId> = new Set(['online', 'offline']);

/** How the marks of each layer look: a glyph, in the color of their guild or one of the page, of a radius in pixels. */
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
  plans: { glyph: 'drop', ink: 'warn', radius: 6 },
  holders: { glyph: 'base', ink: 'guild', radius: 8 },
};
type Ink = 'guild' | 'info' | 'accent' | 'danger' | 'ok' | 'warn' | 'quiet';

export function radiusOf({ layer, radius }: Pick<Mark, 'layer' | 'radius'>): number {
  return radius ?? LOOKS[layer].radius;
}

export function inkOf({ layer, guildId }: Pick<Mark, 'layer' | 'guildId'>, palette: Palette): string {
  const { ink } = LOOKS[layer];
  return ink === 'guild' ? guildColor(guildId, palette.theme === 'dark') : palette[ink];
}

/** The sprite of a mark that is not a dot. A mark that the chosen player has done is ticked; bases are filled. */
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

/** Something that was drawn, for the pointer: a mark, or several that were put together. */
export interface Drawn extends WorldPoint {
  readonly marks: readonly Mark[];
  readonly radiusPx: number;
}

/** How long a player takes from one known place to the next, in ms: as often as places come. */
const STRIDE_MS = 1000;

/** Where a mark is drawn at a moment: on the way from where it was. */
export function placeOf({ x, y, was }: Mark, atMs: number): WorldPoint {
  if (was === undefined) return { x, y };
  const part = Math.min(1, Math.max(0, (atMs - was.atMs) / STRIDE_MS));
  return { x: was.x + (x - was.x) * part, y: was.y + (y - was.y) * part };
}

export function isMoving({ was }: Mark, atMs: number): boolean {
  return was !== undefined && atMs - was.atMs < STRIDE_MS;
}

/** A pointer this far off, in pixels, still means a mark: fingers and trembling hands. */
const SLACK_PX = 5;

/** The mark at a point whose middle is nearest, on a tie the upper one; undefined for none. */
export function hitTest(
  drawn: readonly Drawn[],
  view: View,
  across: number,
  down: number,
): Drawn | undefined {
  const { cmPerPixel } = view;
  const largest = drawn.reduce((max, { radiusPx }) => Math.max(max, radiusPx), 0);
  const nearest = near(drawn, placeAt(view, across, down), (largest + SLACK_PX) * cmPerPixel);
  return nearest.find(({ item, distanceCm }) => distanceCm <= (item.radiusPx + SLACK_PX) * cmPerPixel)?.item;
}
