import { statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { namesIfFolder } from '@palatine/platform/json';
import { FILE_BYTES, readFileBytes, UnreadableFileError } from '@palatine/platform/read-file';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Where the pictures of the operator are. */
export const OPERATOR_PATH = '/console/operator';

const ICON_KINDS = ['pals', 'items', 'technologies'] as const;
type IconKind = (typeof ICON_KINDS)[number];

export interface PictureFile {
  readonly file: string;
  /** File name without extension. */
  readonly id: string;
  readonly bytes: number;
  /** Changes whenever the file does. */
  readonly stamp: string;
}

interface Picture {
  readonly bytes: Buffer;
  readonly contentType: 'image/png' | 'image/webp' | 'image/jpeg';
}

interface StoredPicture {
  readonly file: PictureFile;
  readonly picture: Picture;
}

const MAP_NAME = /^map-(main|tree)\.(png|webp|jpg)$/;
const ICON_NAME = /^[A-Za-z0-9_]+\.(png|webp)$/;
/** More than the game has of any kind. */
const MAX_ICONS = 10_000;
const LISTING_TTL_MS = 2000;
const MAX_FILES_PER_TURN = 256;
const ALPHA = /^boss_/;

export type OperatorPictures = ReturnType<typeof operatorPictures>;

/** Pictures in `Console/`, from a listing, never a path. Other files are not served. */
export function operatorPictures(folder: string, elapsed: () => number) {
  const mapFiles = cachedBriefly(elapsed, () => filesIn(folder, MAP_NAME));
  const icons = cachedBriefly(elapsed, () => listIcons(join(folder, 'icons')));
  /** The two large ones: concurrent readers share their bytes. */
  const maps = new Map<string, { stamp: string; picture: Picture | undefined }>();
  return {
    /** The picture of a region, such as `main`: the first of png, webp and jpg. */
    mapOf(region: string): PictureFile | undefined {
      const names = ['png', 'webp', 'jpg'].map((ending) => `map-${region}.${ending}`);
      return names.map((name) => mapFiles().get(name)).find((file) => file !== undefined);
    },

    /** The picture in a file such as `map-main.png`. Throws an UnreadableFileError. */
    readMap(name: string): StoredPicture | undefined {
      const file = mapFiles().get(name);
      if (file === undefined) return undefined;
      const cached = maps.get(name);
      const picture =
        cached?.stamp === file.stamp ? cached.picture : readPicture(file.file, FILE_BYTES.picture);
      maps.set(name, { stamp: file.stamp, picture });
      return picture && { file, picture };
    },

    /** The stamp of each icon, by kind and id. */
    iconsJson: async () => (await icons()).json,

    /** The icon of an id in any case; of an alpha without one that of its Pal. Throws an UnreadableFileError. */
    async readIcon(kind: IconKind, id: string): Promise<StoredPicture | undefined> {
      const ofKind = (await icons()).byKind[kind];
      const key = id.toLowerCase();
      const file = ofKind?.get(key) ?? (kind === 'pals' ? ofKind?.get(key.replace(ALPHA, '')) : undefined);
      const picture = file && readPicture(file.file, FILE_BYTES.icon);
      return file && picture && { file, picture };
    },
  };
}

function cachedBriefly<T>(elapsed: () => number, list: () => T): () => T {
  let cached: { atMs: number; listing: T } | undefined;
  return () => {
    const atMs = elapsed();
    if (cached === undefined || atMs - cached.atMs >= LISTING_TTL_MS) cached = { atMs, listing: list() };
    return cached.listing;
  };
}

interface IconListing {
  /** By kind and id in lower case. */
  readonly byKind: Partial<Record<IconKind, ReadonlyMap<string, PictureFile>>>;
  readonly json: string;
}

async function listIcons(folder: string): Promise<IconListing> {
  const byKind: Partial<Record<IconKind, ReadonlyMap<string, PictureFile>>> = {};
  const stamps: Partial<Record<IconKind, object>> = {};
  for (const kind of ICON_KINDS) {
    const icons = await iconsIn(join(folder, kind));
    byKind[kind] = icons;
    stamps[kind] = Object.fromEntries(Array.from(icons.values(), ({ id, stamp }) => [id, stamp]));
  }
  return { byKind, json: JSON.stringify(stamps) };
}

async function iconsIn(folder: string): Promise<Map<string, PictureFile>> {
  const icons = new Map<string, PictureFile>();
  for (const [index, name] of namesOf(folder, ICON_NAME).sort().slice(0, MAX_ICONS).entries()) {
    if (index % MAX_FILES_PER_TURN === 0) await nextTurn();
    const icon = pictureFile(folder, name);
    if (icon !== undefined) icons.set(icon.id.toLowerCase(), icon);
  }
  return icons;
}

function filesIn(folder: string, pattern: RegExp): Map<string, PictureFile> {
  const files = new Map<string, PictureFile>();
  for (const name of namesOf(folder, pattern)) {
    const file = pictureFile(folder, name);
    if (file !== undefined) files.set(name, file);
  }
  return files;
}

function namesOf(folder: string, pattern: RegExp): string[] {
  return namesIfFolder(folder).filter((name) => pattern.test(name));
}

function pictureFile(folder: string, name: string): PictureFile | undefined {
  const file = join(folder, name);
  try {
    const stats = statSync(file);
    const { size, mtimeMs } = stats;
    const stamp = `${Math.floor(mtimeMs).toString(36)}-${size.toString(36)}`;
    return stats.isFile() ? { file, id: basename(name, extname(name)), bytes: size, stamp } : undefined;
  } catch {
    return undefined; // a dangling link, or permission is denied
  }
}

/** Determined by the first bytes of a file, not by its name. No SVG: it may contain scripts. */
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

/** Makes browsers treat a file as a picture only, whatever is in it. */
const PICTURE_HEADERS = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const;

const FOR_EVER = 'public, max-age=31536000, immutable';

/** Serves the operator's pictures without a token: browsers send none. With its stamp (`?v=`) one is cached for ever. */
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
async function lookUp(pictures: OperatorPictures, path: string): Promise<StoredPicture | undefined> {
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

function send(request: FastifyRequest, reply: FastifyReply, { file, picture }: StoredPicture): FastifyReply {
  const { v } = request.query as { v?: unknown };
  const etag = `"${file.stamp}"`;
  reply
    .headers(PICTURE_HEADERS)
    .header('cache-control', v === file.stamp ? FOR_EVER : 'no-cache')
    .header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.header('content-type', picture.contentType).send(picture.bytes);
}
