/** The themes of the console. */
export type ThemeName = 'light' | 'dark';

/** One colour for each value of a relief, as red, green, blue. */
export type ColourTable = Uint8Array;

/** The values from here on are land; those below are sea, rising towards the shore. */
export const SHORE = 64;
/** Height above the sea of value 255, in cm. */
export const TOP_CM = 62_000;

/** Heights above the sea, in m, at which the ramps have their colours. */
const STOPS_M = [0, 25, 60, 120, 200, 320, 620] as const;
const RAMPS: Readonly<Record<ThemeName, { sea: string; shallow: string; land: readonly string[] }>> = {
  light: {
    sea: '#c9dbe2',
    shallow: '#d5e5e9',
    land: ['#dee6ce', '#cdddba', '#c4cea4', '#d6caa0', '#ceba9c', '#d6cec8', '#fafafc'],
  },
  dark: {
    sea: '#0f1d26',
    shallow: '#14262f',
    land: ['#263834', '#2e443a', '#3e503e', '#585842', '#685c4a', '#847c76', '#c4ccd2'],
  },
};

/** The height of a value of the relief above the sea, in cm; 0 for the sea. */
export function heightOf(value: number): number {
  return value < SHORE ? 0 : ((value - SHORE) / (255 - SHORE)) ** 2 * TOP_CM;
}

/** The colours of a theme: 256 times red, green, blue. */
export function colourTable(theme: ThemeName): ColourTable {
  const { sea, shallow, land } = RAMPS[theme];
  const table = new Uint8Array(256 * 3);
  for (let value = 0; value < 256; value++) {
    const colour =
      value < SHORE
        ? mixed(rgbOf(sea), rgbOf(shallow), (value / SHORE) ** 3)
        : onRamp(land, heightOf(value) / 100);
    table.set(colour, value * 3);
  }
  return table;
}

type Rgb = readonly [number, number, number];

function onRamp(colours: readonly string[], heightM: number): Rgb {
  const above = STOPS_M.findIndex((stop) => stop >= heightM);
  if (above === 0) return rgbOf(colours[0]);
  if (above < 0) return rgbOf(colours.at(-1));
  const [low = 0, high = 1] = [STOPS_M[above - 1], STOPS_M[above]];
  return mixed(rgbOf(colours[above - 1]), rgbOf(colours[above]), (heightM - low) / (high - low));
}

function rgbOf(hex = '#000000'): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function mixed([r, g, b]: Rgb, [r2, g2, b2]: Rgb, part: number): Rgb {
  const mix = (from: number, to: number) => Math.round(from + (to - from) * part);
  return [mix(r, r2), mix(g, g2), mix(b, b2)];
}
