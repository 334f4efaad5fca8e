import { type Stats, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
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
/** Files that are looked at in one turn of the event loop. */
const MAX_FILES_PER_TURN = 256;
const ALPHA = /^boss_/;

interface MapListing {
  readonly atMs: number;
  readonly maps: ReadonlyMap<string, FoundFile>;
}

interface IconListing {
  readonly atMs: number;
  /** By kind and id in lower case. */
  readonly byKind: Readonly<Record<IconKind, ReadonlyMap<string, FoundFile>>>;
  /** The stamp of each icon, by kind and id. */
  readonly json: string;
}

/** Pictures in `Console/`, from a listing, never a path. Files that are no pictures are not served. */
export class OperatorPictures {
  readonly #folder: string;
  readonly #elapsed: () => number;
  #mapListing: MapListing | undefined;
  #iconListing: IconListing | undefined;
  #pendingIcons: Promise<IconListing> | undefined;
  /** The large ones, of which there are two: all who read one at a time share its bytes. */
  readonly #maps = new Map<string, { stamp: string; picture: Picture | undefined }>();

  constructor(folder: string, elapsed: () => number) {
    this.#folder = folder;
    this.#elapsed = elapsed;
  }

  /** The picture of a region, such as `main`: the first of png, webp and jpg. */
  mapOf(region: string): FoundFile | undefined {
    const names = ['png', 'webp', 'jpg'].map((ending) => `map-${region}.${ending}`);
    return names.map((name) => this.#mapFiles().get(name)).find((found) => found !== undefined);
  }

  /** The picture in a file such as `map-main.png`. Throws an UnreadableFileError. */
  readMap(name: string): { found: FoundFile; picture: Picture } | undefined {
    const found = this.#mapFiles().get(name);
    if (found === undefined) return undefined;
    const known = this.#maps.get(name);
    const picture =
      known?.stamp === found.stamp ? known.picture : readPicture(found.file, FILE_BYTES.picture);
    this.#maps.set(name, { stamp: found.stamp, picture });
    return picture && { found, picture };
  }

  /** The stamp of each icon, by kind and id. */
  async iconsJson(): Promise<string> {
    return (await this.#icons()).json;
  }

  /** The icon of an id in any case; of an alpha without one that of its Pal. Undefined for a file that is no picture. */
  async readIcon(kind: IconKind, id: string): Promise<{ found: FoundFile; picture: Picture } | undefined> {
    const icons = (await this.#icons()).byKind[kind];
    const key = id.toLowerCase();
    const found = icons.get(key) ?? (kind === 'pals' ? icons.get(key.replace(ALPHA, '')) : undefined);
    const picture = found && readQuietly(found.file);
    return found && picture && { found, picture };
  }

  #mapFiles(): MapListing['maps'] {
    const atMs = this.#elapsed();
    if (this.#mapListing === undefined || atMs - this.#mapListing.atMs >= LISTED_MS) {
      this.#mapListing = { atMs, maps: mapsIn(this.#folder) };
    }
    return this.#mapListing.maps;
  }

  /** Requests at the same time share one look at the folder. */
  async #icons(): Promise<IconListing> {
    if (this.#iconListing !== undefined && this.#elapsed() - this.#iconListing.atMs < LISTED_MS) {
      return this.#iconListing;
    }
    this.#pendingIcons ??= this.#listIcons().finally(() => {
      this.#pendingIcons = undefined;
    });
    return this.#pendingIcons;
  }

  async #listIcons(): Promise<IconListing> {
    const atMs = this.#elapsed();
    const byKind = await iconsIn(join(this.#folder, 'icons'));
    const stamps = ICON_KINDS.map((kind) => [kind, stampsOf(byKind[kind].values())]);
    this.#iconListing = { atMs, byKind, json: JSON.stringify(Object.fromEntries(stamps)) };
    return this.#iconListing;
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
  const maps = new Map<string, FoundFile>();
  for (const name of namesOf(folder).filter((each) => MAP_NAME.test(each))) {
    const map = found(folder, name);
    if (map !== undefined) maps.set(name, map);
  }
  return maps;
}

async function iconsIn(folder: string): Promise<IconListing['byKind']> {
  return {
    pals: await iconsOf(join(folder, 'pals')),
    items: await iconsOf(join(folder, 'items')),
    technologies: await iconsOf(join(folder, 'technologies')),
  };
}

async function iconsOf(folder: string): Promise<Map<string, FoundFile>> {
  const names = namesOf(folder).filter((name) => ICON_NAME.test(name));
  const icons = new Map<string, FoundFile>();
  for (const [index, name] of names.sort().slice(0, MOST_ICONS).entries()) {
    if (index % MAX_FILES_PER_TURN === 0) await nextTurn();
    const icon = found(folder, name);
    if (icon !== undefined) icons.set(icon.id.toLowerCase(), icon);
  }
  return icons;
}

/** The stamp of each icon, by its id. */
function stampsOf(icons: Iterable<FoundFile>): Record<string, string> {
  return Object.fromEntries(Array.from(icons, ({ id, stamp }) => [id, stamp]));
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
