import { words } from '@palatine/contract/words';
import { guildColor } from '../../data/guilds.ts';
import type { ThemeName, WorldPoint } from '../../ground/regions.ts';
import type { GlyphName } from '../../ground/sprites.ts';
import { pixelOf, placeAt, type View } from '../../ground/view.ts';
import type { MarkLayerId } from '../layers.ts';
import { type Mark, near } from '../marks/mark.ts';

/** The drawing context: a canvas in CSS pixels, its view, and the colors of the page. */
export interface Pen {
  readonly context: CanvasRenderingContext2D;
  readonly view: View;
  readonly palette: Palette;
}

export type Palette = ReturnType<typeof readPalette>;

const COLORS = words('sea surface text accent warn danger info ok neutral leaf dark');

export function readPalette(theme: ThemeName) {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const colors = Object.fromEntries(COLORS.map((name) => [name, color(name)]));
  return {
    ...(colors as Record<(typeof COLORS)[number], string>), // one of each name
    theme,
    quiet: color('text-3'),
    line: theme === 'dark' ? 'rgb(255 255 255 / 7%)' : 'rgb(10 40 50 / 9%)',
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

interface Look {
  readonly glyph: GlyphName;
  /** The color of the guild, or one of the page. */
  readonly ink: 'guild' | 'info' | 'accent' | 'danger' | 'ok' | 'warn' | 'quiet';
  readonly radius: number;
  /** The zoom from which on the marks have their names. */
  readonly namedFrom: number;
}

export const LOOKS: Readonly<Record<MarkLayerId, Look>> = {
  online: { glyph: 'player', ink: 'guild', radius: 5, namedFrom: 4 },
  offline: { glyph: 'player', ink: 'guild', radius: 5, namedFrom: 5 },
  bases: { glyph: 'base', ink: 'guild', radius: 9.5, namedFrom: 0 },
  fastTravel: { glyph: 'fastTravel', ink: 'info', radius: 8, namedFrom: 4 },
  towers: { glyph: 'tower', ink: 'danger', radius: 9.5, namedFrom: 0 },
  mapUnlocks: { glyph: 'fastTravel', ink: 'accent', radius: 8, namedFrom: 5 },
  bosses: { glyph: 'boss', ink: 'danger', radius: 8, namedFrom: 5 },
  relics: { glyph: 'relic', ink: 'ok', radius: 6.5, namedFrom: 7 },
  dungeons: { glyph: 'dungeon', ink: 'warn', radius: 8, namedFrom: 7 },
  summoned: { glyph: 'boss', ink: 'danger', radius: 8, namedFrom: 5 },
  drops: { glyph: 'drop', ink: 'quiet', radius: 6.5, namedFrom: Infinity },
  chests: { glyph: 'drop', ink: 'quiet', radius: 8, namedFrom: Infinity },
  plans: { glyph: 'drop', ink: 'warn', radius: 6, namedFrom: Infinity },
  holders: { glyph: 'base', ink: 'guild', radius: 8, namedFrom: 0 },
};

export function radiusOf({ layer, radius }: Pick<Mark, 'layer' | 'radius'>): number {
  return radius ?? LOOKS[layer].radius;
}

export function inkOf({ layer, guildId }: Pick<Mark, 'layer' | 'guildId'>, palette: Palette): string {
  const { ink } = LOOKS[layer];
  return ink === 'guild' ? guildColor(guildId, palette.theme === 'dark') : palette[ink];
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
