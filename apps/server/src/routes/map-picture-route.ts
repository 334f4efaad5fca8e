import { join } from 'node:path';
import {
  getMapPictures,
  MAP_REGIONS,
  type MapPicture,
  type MapPictures,
  type PicturePlace,
  putMapPicture,
  Refusal,
  type Region,
  type RequestSchema,
  type RouteShape,
} from '@palatine/contract';
import {
  type FileState,
  readVersionedText,
  replaceVersion,
  type VersionedFile,
} from '@palatine/platform/file-versions';
import { formatJson, objectIn } from '@palatine/platform/json';
import { FILE_BYTES, UnreadableFileError } from '@palatine/platform/read-file';
import { serialize } from '@palatine/platform/response-bytes';
import { schemaProblems } from '@palatine/platform/schema-problems';
import type { MountFileWrite } from '@palatine/web/file-writes';
import { type Routes, replacedVersion } from '@palatine/web/routes';
import type { Service } from '../service/service.ts';
import { OPERATOR_PATH, type OperatorPictures } from './operator-pictures.ts';

/** Console/map.json. */
interface MapFile {
  readonly state: FileState | undefined;
  /** Undefined for an invalid file. */
  readonly content: Record<string, unknown> | undefined;
  readonly problem: string;
}

/** Mounts the places of the operator's pictures on the map. */
export function mountMapPictures(
  routes: Routes,
  { data, clock }: Service,
  pictures: OperatorPictures,
  write: MountFileWrite,
): void {
  const file: VersionedFile = {
    file: join(data.console, 'map.json'),
    versions: join(data.versions, 'Console', 'map.json'),
    maxBytes: FILE_BYTES.settings,
  };

  function answer(): MapPictures {
    const { state, content, problem } = readMapFile(file);
    const of = (region: Region) => pictureOf(pictures, region, content?.[region]);
    return { ETag: state?.etag ?? '', Main: of('Main'), Tree: of('Tree'), Problem: problem };
  }

  routes.read(getMapPictures, () => serialize(answer()));
  write(putMapPicture, ({ body, headers }) => {
    const replaced = replacedVersion(headers);
    const { content, problem } = readMapFile(file);
    if (content === undefined) {
      throw new Refusal('VALIDATION_FAILED', `Console/map.json is invalid, so it is not changed: ${problem}`);
    }
    const { Main, Tree } = body;
    const placed = { ...content, ...(Main && { Main }), ...(Tree && { Tree }) };
    replaceVersion(file, Buffer.from(formatJson(placed)), replaced, clock.now());
    const regions = MAP_REGIONS.filter((region) => body[region] !== undefined);
    return { reply: answer(), summary: `pictures of the map placed: ${regions.join(', ')}` };
  });
}

function readMapFile(file: VersionedFile): MapFile {
  const { state, text, fault } = readVersionedText(file);
  if (fault !== undefined) return { state, content: undefined, problem: fault };
  return text === undefined ? { state, content: {}, problem: '' } : { state, ...placesIn(text) };
}

function placesIn(text: string): Pick<MapFile, 'content' | 'problem'> {
  const { content, problem = '' } = objectIn(text);
  if (content === undefined || Object.keys(content).length === 0) return { content, problem };
  const { body: shape }: RouteShape = putMapPicture;
  const [wrong] = schemaProblems(shape as RequestSchema, content, 1); // the shapes of requests use nothing else
  if (wrong === undefined) return { content, problem: '' };
  return { content: undefined, problem: `${wrong.Path} ${wrong.Message}` };
}

function pictureOf(pictures: OperatorPictures, region: Region, place: unknown): MapPicture {
  const picture = pictures.mapOf(region.toLowerCase());
  const Place = place as PicturePlace | undefined; // checked by placesIn
  if (picture === undefined) return { ...(Place && { Place }) };
  const name = `map-${region.toLowerCase()}${picture.file.slice(picture.file.lastIndexOf('.'))}`;
  const Fault = faultOf(pictures, name);
  return {
    ...(Fault === undefined ? { Path: `${OPERATOR_PATH}/${name}?v=${picture.stamp}` } : { Fault }),
    Bytes: picture.bytes,
    ...(Place && { Place }),
  };
}

/** Why a file is not served; undefined for a picture. */
function faultOf(pictures: OperatorPictures, name: string): string | undefined {
  try {
    return pictures.readMap(name) === undefined ? `${name} is no png, webp or jpg` : undefined;
  } catch (error) {
    if (error instanceof UnreadableFileError) return `${name} ${error.reason}`;
    throw error;
  }
}
