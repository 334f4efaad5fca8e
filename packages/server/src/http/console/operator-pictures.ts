import { type Stats, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { FILE_BYTES, UnreadableFileError } from '../../data-folder/read-file.ts';
import { namesInFolder } from '../../data-folder/read-json.ts';
import { type Picture, readPicture } from './picture-file.ts';

export const ICON_KINDS = ['pals', 'items', 'technologies'] as const;
export type IconKind = (typeof ICON_KINDS)[number];

/** A file of the operator's folder, as it was found. */
export interface FoundFile {
  readonly file: string;
  /** Without its ending, as the operator has written it. */
  readonly id: string;
  readonly bytes: number;
  /** Changes whenever the file does. */
  readonly stamp: string;
}

const MAP_NAME = /^map-(main|tree)\.(png|webp|jpg)$/;
const ICON_NAME = /^[A-Za-z0-9_]+\.(png|webp)$/;
/** More than the game has of any kind. */
const MOST_ICONS = 10_000;
/** How long a listing counts. */
const LISTED_MS = 2000;
const ALPHA = /^boss_/;

interface Listing {
  readonly atMs: number;
  readonly maps: ReadonlyMap<string, FoundFile>;
  /** By kind and id in lower case. */
  readonly icons: Readonly<Record<IconKind, ReadonlyMap<string, FoundFile>>>;
}

/**
 * The pictures and icons that an operator has put into `Console/`. A request names an entry of a listing: no path is
 * made of it. What is no picture by its bytes is not served.
 */
export class OperatorPictures {
  readonly #folder: string;
  readonly #elapsed: () => number;
  #listing: Listing | undefined;
  /** The large ones, of which there are two: all who read one at a time share its bytes. */
  readonly #maps = new Map<string, { stamp: string; picture: Picture | undefined }>();

  constructor(folder: string, elapsed: () => number) {
    this.#folder = folder;
    this.#elapsed = elapsed;
  }

  /** The picture of a region, such as `main`: the first of png, webp and jpg. */
  mapOf(region: string): FoundFile | undefined {
    const names = ['png', 'webp', 'jpg'].map((ending) => `map-${region}.${ending}`);
    return names.map((name) => this.#list().maps.get(name)).find((found) => found !== undefined);
  }

  /** The picture in a file such as `map-main.png`. Throws an UnreadableFileError. */
  readMap(name: string): { found: FoundFile; picture: Picture } | undefined {
    const found = this.#list().maps.get(name);
    if (found === undefined) return undefined;
    const known = this.#maps.get(name);
    const picture =
      known?.stamp === found.stamp ? known.picture : readPicture(found.file, FILE_BYTES.picture);
    this.#maps.set(name, { stamp: found.stamp, picture });
    return picture && { found, picture };
  }

  /** The icons of each kind, by id. */
  icons(kind: IconKind): readonly FoundFile[] {
    return [...this.#list().icons[kind].values()];
  }

  /** The icon of an id in any case; of an alpha without one that of its Pal. Undefined for a file that is no picture. */
  readIcon(kind: IconKind, id: string): { found: FoundFile; picture: Picture } | undefined {
    const icons = this.#list().icons[kind];
    const key = id.toLowerCase();
    const found = icons.get(key) ?? (kind === 'pals' ? icons.get(key.replace(ALPHA, '')) : undefined);
    const picture = found && readQuietly(found.file);
    return found && picture && { found, picture };
  }

  #list(): Listing {
    const atMs = this.#elapsed();
    if (this.#listing === undefined || atMs - this.#listing.atMs >= LISTED_MS) {
      this.#listing = { atMs, maps: mapsIn(this.#folder), icons: iconsIn(join(this.#folder, 'icons')) };
    }
    return this.#listing;
  }
}

/** An icon that is too large, or no file, is as good as none. */
function readQuietly(file: string): Picture | undefined {
  try {
    return readPicture(file, FILE_BYTES.icon);
  } catch (error) {
    if (error instanceof UnreadableFileError) return undefined;
    throw error;
  }
}

function mapsIn(folder: string): Map<string, FoundFile> {
  const names = namesOf(folder).filter((name) => MAP_NAME.test(name));
  return new Map(names.flatMap((name) => entry(name, found(folder, name))));
}

function iconsIn(folder: string): Listing['icons'] {
  const ofKind = (kind: IconKind) => {
    const inside = join(folder, kind);
    const names = namesOf(inside).filter((name) => ICON_NAME.test(name));
    const files = names.sort().slice(0, MOST_ICONS);
    return new Map(
      files.flatMap((name) => {
        const icon = found(inside, name);
        return entry(icon?.id.toLowerCase() ?? '', icon);
      }),
    );
  };
  return { pals: ofKind('pals'), items: ofKind('items'), technologies: ofKind('technologies') };
}

function entry(key: string, file: FoundFile | undefined): [string, FoundFile][] {
  return file === undefined ? [] : [[key, file]];
}

/** None where there is no such folder, or a file in its place. */
function namesOf(folder: string): string[] {
  try {
    return namesInFolder(folder);
  } catch {
    return [];
  }
}

function found(folder: string, name: string): FoundFile | undefined {
  const file = join(folder, name);
  const stats = statsOf(file);
  if (!stats?.isFile()) return undefined;
  const { size, mtimeMs } = stats;
  return {
    file,
    id: basename(name, extname(name)),
    bytes: size,
    stamp: `${Math.floor(mtimeMs).toString(36)}-${size.toString(36)}`,
  };
}

/** Undefined for a link that leads nowhere, and for what this user may not look at. */
function statsOf(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
}
