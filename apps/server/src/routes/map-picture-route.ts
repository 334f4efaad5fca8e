import { getMapPictures, type MapPicture, type MapPictures, type Region } from '@palatine/contract';
import { UnreadableFileError } from '@palatine/platform/read-file';
import { serialize } from '@palatine/platform/response-bytes';
import type { Routes } from '@palatine/web/routes';
import { OPERATOR_PATH, type OperatorPictures } from './operator-pictures.ts';

/** Mounts the list of the operator's pictures of the map. */
export function mountMapPictures(routes: Routes, pictures: OperatorPictures): void {
  const of = (region: Region) => pictureOf(pictures, region);
  routes.read(getMapPictures, () => serialize({ Main: of('Main'), Tree: of('Tree') } satisfies MapPictures));
}

function pictureOf(pictures: OperatorPictures, region: Region): MapPicture {
  const picture = pictures.mapOf(region.toLowerCase());
  if (picture === undefined) return {};
  const name = `map-${region.toLowerCase()}${picture.file.slice(picture.file.lastIndexOf('.'))}`;
  const Fault = faultOf(pictures, name);
  return {
    ...(Fault === undefined ? { Path: `${OPERATOR_PATH}/${name}?v=${picture.stamp}` } : { Fault }),
    Bytes: picture.bytes,
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
