import { guildColour as colourOfGuild } from '../../data/guild-hues.ts';
import type { ThemeName } from '../../ground/colour-table.ts';

/** The colours of the page that the canvas uses. */
export interface Palette {
  readonly theme: ThemeName;
  readonly sea: string;
  readonly surface: string;
  readonly text: string;
  readonly quiet: string;
  readonly line: string;
  readonly accent: string;
  readonly warn: string;
  readonly danger: string;
  readonly info: string;
  readonly ok: string;
  readonly neutral: string;
  /** The font of labels. */
  readonly font: string;
}

/** Reads the colours of the page as the theme has them now. */
export function readPalette(root: HTMLElement, theme: ThemeName): Palette {
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
