import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { UnreadableFileError } from '../../data-folder/read-file.ts';
import { type FoundFile, ICON_KINDS, type OperatorPictures } from './operator-pictures.ts';
import type { Picture } from './picture-file.ts';

/** Where the pictures of the operator are. */
export const OPERATOR_PATH = '/console/operator';

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

interface Found {
  readonly found: FoundFile;
  readonly picture: Picture;
}

/** `map-main.png`, or `icons/pals/SheepBall`. */
async function lookUp(pictures: OperatorPictures, path: string): Promise<Found | undefined> {
  const [first = '', kindName, id, ...more] = path.split('/');
  if (kindName === undefined) return readMap(pictures, first);
  const kind = ICON_KINDS.find((known) => known === kindName);
  if (first !== 'icons' || kind === undefined || id === undefined || more.length > 0) return undefined;
  return pictures.readIcon(kind, id);
}

function readMap(pictures: OperatorPictures, name: string): Found | undefined {
  try {
    return pictures.readMap(name);
  } catch (error) {
    if (error instanceof UnreadableFileError) return undefined; // GET /v1/palatine/map-picture says why
    throw error;
  }
}

function send(request: FastifyRequest, reply: FastifyReply, { found, picture }: Found): FastifyReply {
  const { v } = request.query as { v?: unknown };
  const etag = `"${found.stamp}"`;
  reply
    .headers(PICTURE_HEADERS)
    .header('cache-control', v === found.stamp ? FOR_EVER : 'no-cache')
    .header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.header('content-type', picture.contentType).send(picture.bytes);
}
