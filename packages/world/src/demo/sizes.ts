const SIZES = {
  players: { min: 1, max: 100_000 },
  /** Pals in team and Palbox; the workers of the camps come on top. */
  palsPerPlayer: { min: 0, max: 900 },
  online: { min: 0, max: 100_000 },
  guilds: { min: 0, max: 100_000 },
  camps: { min: 0, max: 100_000 },
};

type SizeName = keyof typeof SIZES;

/** The size of a demo world. Missing sizes follow from the number of players; there is always a guild with a camp. */
export type DemoSizes = { readonly [Name in SizeName]?: number };

/** Reads `players=10000,palsPerPlayer=20`; an empty text is all defaults. Throws a RangeError that names the problem. */
export function parseDemoSizes(text: string): DemoSizes {
  const sizes: { -readonly [name in SizeName]?: number } = {};
  for (const part of text.split(',').map((piece) => piece.trim())) {
    if (part === '') continue;
    const [name = '', amount = ''] = part.split('=').map((piece) => piece.trim());
    if (!isSizeName(name)) {
      throw new RangeError(
        `"${part}": unknown size; known are ${Object.keys(SIZES).join(', ')}, as in players=32`,
      );
    }
    if (sizes[name] !== undefined) throw new RangeError(`"${part}": ${name} is given twice`);
    if (!/^[0-9]{1,9}$/.test(amount)) throw new RangeError(`"${part}": ${name} must be a whole number`);
    sizes[name] = Number(amount);
  }
  fullDemoSizes(sizes);
  return sizes;
}

/** Fills in missing sizes. Throws a RangeError when sizes contradict each other. */
export function fullDemoSizes(sizes: DemoSizes = {}): Required<DemoSizes> {
  const players = sizes.players ?? 32;
  const guilds = sizes.guilds ?? Math.max(1, Math.floor((players * 3) / 16));
  const full = {
    players,
    palsPerPlayer: sizes.palsPerPlayer ?? 24,
    online: sizes.online ?? Math.floor(players / 3),
    guilds,
    camps: sizes.camps ?? Math.floor((guilds * 4) / 3),
  };
  for (const [name, { min, max }] of Object.entries(SIZES)) {
    const size = full[name as SizeName]; // the keys of SIZES
    if (!Number.isInteger(size) || size < min || size > max) {
      throw new RangeError(`${name} must be a whole number from ${min} to ${max}, not ${size}`);
    }
  }
  if (full.online > players) throw new RangeError(`online=${full.online} is more than players=${players}`);
  if (guilds > players) throw new RangeError(`guilds=${guilds}: more guilds than players=${players}`);
  if (full.camps > 0 && guilds === 0) throw new RangeError(`camps=${full.camps} need at least one guild`);
  return full;
}

const isSizeName = (name: string): name is SizeName => Object.hasOwn(SIZES, name);
