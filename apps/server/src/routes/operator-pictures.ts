import { type Stats, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { namesInFolder } from '@palatine/platform/json';
import { FILE_BYTES, readFileBytes, UnreadableFileError } from '@palatine/platform/read-file';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Where the pictures of the operator are. */
export const OPERATOR_PATH = '/console/operator';

const ICON_KINDS = ['pals', 'items', 'technologies'] as const;
type IconKind = (typeof ICON_KINDS)[number];

/** A file of the operator's folder, as it was found. */
export interface FoundFile {
  readonly file: string;
  /** Without its ending, as the operator has written it. */
  readonly id: string;
  readonly bytes: number;
  /** Changes whenever the file does. */
  readonly stamp: string;
}

/** A picture of the operator. */
interface Picture {
  readonly bytes: Buffer;
  readonly contentType: 'image/png' | 'image/webp' | 'image/jpeg';
}

interface FoundPicture {
  readonly found: FoundFile;
  readonly picture: Picture;
}

const MAP_NAME = /^map-(main|tree)\.(png|webp|jpg)$/;
const ICON_NAME = /^[A-Za-z0-9_]+\.(png|webp)$/;
/** More than the game has of any kind. */
const MAX_ICONS = 10_000;
/** How long a listing counts. */
const LISTED_MS = 2000;
/** Files that are looked at in one turn of the event loop. */
const MAX_FILES_PER_TURN = 256;
const ALPHA = /^boss_/;

/** Pictures in `Console/`, from a listing, never a path. Files that are no pictures are not served. */
export class OperatorPictures {
  readonly #mapFiles: () => ReadonlyMap<string, FoundFile>;
  readonly #icons: () => Promise<IconListing>;
  /** The large ones, of which there are two: all who read one at a time share its bytes. */
  readonly #maps = new Map<string, { stamp: string; picture: Picture | undefined }>();

  constructor(folder: string, elapsed: () => number) {
    this.#mapFiles = keptShortly(elapsed, () => filesIn(folder, MAP_NAME));
    this.#icons = keptShortly(elapsed, () => listIcons(join(folder, 'icons')));
  }

  /** The picture of a region, such as `main`: the first of png, webp and jpg. */
  mapOf(region: string): FoundFile | undefined {
    const names = ['png', 'webp', 'jpg'].map((ending) => `map-${region}.${ending}`);
    return names.map((name) => this.#mapFiles().get(name)).find((found) => found !== undefined);
  }

  /** The picture in a file such as `map-main.png`. Throws an UnreadableFileError. */
  readMap(name: string): FoundPicture | undefined {
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

  /** The icon of an id in any case; of an alpha without one that of its Pal. Throws an UnreadableFileError. */
  async readIcon(kind: IconKind, id: string): Promise<FoundPicture | undefined> {
    const icons = (await this.#icons()).byKind[kind];
    const key = id.toLowerCase();
    const found = icons.get(key) ?? (kind === 'pals' ? icons.get(key.replace(ALPHA, '')) : undefined);
    const picture = found && readPicture(found.file, FILE_BYTES.icon);
    return found && picture && { found, picture };
  }
}

/** Keeps what was listed for a while; those who ask meanwhile share it. */
function keptShortly<T>(elapsed: () => number, list: () => T): () => T {
  let kept: { atMs: number; listing: T } | undefined;
  return () => {
    const atMs = elapsed();
    if (kept === undefined || atMs - kept.atMs >= LISTED_MS) kept = { atMs, listing: list() };
    return kept.listing;
  };
}

interface IconListing {
  /** By kind and id in lower case. */
  readonly byKind: Readonly<Record<IconKind, ReadonlyMap<string, FoundFile>>>;
  /** The stamp of each icon, by kind and id. */
  readonly json: string;
}

async function listIcons(folder: string): Promise<IconListing> {
  const byKind = {
    pals: await iconsIn(join(folder, 'pals')),
    items: await iconsIn(join(folder, 'items')),
    technologies: await iconsIn(join(folder, 'technologies')),
  };
  const stamps = ICON_KINDS.map((kind) => {
    const icons = Array.from(byKind[kind].values(), ({ id, stamp }) => [id, stamp]);
    return [kind, Object.fromEntries(icons)];
  });
  return { byKind, json: JSON.stringify(Object.fromEntries(stamps)) };
}

async function iconsIn(folder: string): Promise<Map<string, FoundFile>> {
  const icons = new Map<string, FoundFile>();
  for (const [index, name] of namesOf(folder, ICON_NAME).sort().slice(0, MAX_ICONS).entries()) {
    if (index % MAX_FILES_PER_TURN === 0) await nextTurn();
    const icon = found(folder, name);
    if (icon !== undefined) icons.set(icon.id.toLowerCase(), icon);
  }
  return icons;
}

function filesIn(folder: string, pattern: RegExp): Map<string, FoundFile> {
  const files = new Map<string, FoundFile>();
  for (const name of namesOf(folder, pattern)) {
    const file = found(folder, name);
    if (file !== undefined) files.set(name, file);
  }
  return files;
}

/** None where there is no such folder, or a file in its place. */
function namesOf(folder: string, pattern: RegExp): string[] {
  try {
    return namesInFolder(folder).filter((name) => pattern.test(name));
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

/** By the first bytes of a file: its name says nothing. No SVG, which is a program. */
function pictureType(bytes: Buffer): Picture['contentType'] | undefined {
  const begins = (text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text;
  if (begins('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (begins('RIFF') && begins('WEBP', 8)) return 'image/webp';
  return begins('\xff\xd8\xff') ? 'image/jpeg' : undefined;
}

/** Reads a picture; undefined for a file that is gone, or is none. Throws an UnreadableFileError. */
function readPicture(file: string, maxBytes: number): Picture | undefined {
  const bytes = readFileBytes(file, maxBytes);
  const contentType = bytes && pictureType(bytes);
  return bytes && contentType && { bytes, contentType };
}

/** A file of somebody else is shown as a picture and as nothing else, whatever is in it. */
const PICTURE_HEADERS = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const;

const FOR_EVER = 'public, max-age=31536000, immutable';

/**
 * Serves the operator's pictures and icons, to everybody as the console itself: a browser sends no token for a picture.
 * One that is asked for with its stamp (`?v=`) is kept by the browser for ever.
 */
export function mountOperatorPictures(app: FastifyInstance, pictures: OperatorPictures): void {
  app.get('/console/icons.json', async (_request, reply) => {
    const icons = await pictures.iconsJson();
    return reply
      .headers(PICTURE_HEADERS)
      .header('cache-control', 'no-cache')
      .header('content-type', 'application/json; charset=utf-8')
      .send(icons);
  });
  app.get<{ Params: { '*': string } }>(`${OPERATOR_PATH}/*`, async (request, reply) => {
    const found = await lookUp(pictures, request.params['*']);
    return found === undefined ? reply.callNotFound() : send(request, reply, found);
  });
}

/** `map-main.png`, or `icons/pals/SheepBall`. */
async function lookUp(pictures: OperatorPictures, path: string): Promise<FoundPicture | undefined> {
  const [first = '', kindName, id, ...more] = path.split('/');
  const kind = ICON_KINDS.find((known) => known === kindName);
  try {
    if (kindName === undefined) return pictures.readMap(first);
    if (first !== 'icons' || kind === undefined || id === undefined || more.length > 0) return undefined;
    return await pictures.readIcon(kind, id);
  } catch (error) {
    if (error instanceof UnreadableFileError) return undefined; // GET /v1/palatine/map-picture says why of a map
    throw error;
  }
}

function send(request: FastifyRequest, reply: FastifyReply, { found, picture }: FoundPicture): FastifyReply {
  const { v } = request.query as { v?: unknown };
  const etag = `"${found.stamp}"`;
  reply
    .headers(PICTURE_HEADERS)
    .header('cache-control', v === found.stamp ? FOR_EVER : 'no-cache')
    .header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.header('content-type', picture.contentType).send(picture.bytes);
}
