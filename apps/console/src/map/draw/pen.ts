import { guildColour as colourOfGuild } from '../../data/guild-hues.ts';
import type { ThemeName, WorldPoint } from '../../ground/regions.ts';
import { pixelOf, type View } from '../geometry/view.ts';

/** What everything is drawn with: a canvas in CSS pixels, what it shows, and the colours of the page. */
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
