import type { MapObject } from '../../state/model.ts';
import { ARCHIVE_VERSION } from './archive-shape.ts';

/** What version 2 did not note of an object. Migration 0010 gives the objects of older world files the same. */
const UNNOTED: Pick<
  MapObject,
  'yawDeg' | 'booth' | 'builderUid' | 'ownerId' | 'natural' | 'underConstruction'
> = {
  yawDeg: 0,
  booth: null,
  builderUid: null,
  ownerId: null,
  natural: false,
  underConstruction: false,
};

const OBJECT_LISTS = ['palBoxes', 'buildings', 'defenseModels', 'dropItems', 'otherMapObjects'] as const;

/** An archive of version 2 in the shape of the present version; any other value as it is. The caller checks the result. */
export function presentArchive(value: unknown): unknown {
  if (!isRecord(value) || value.version !== 2) return value;
  const lists = OBJECT_LISTS.filter((name) => Array.isArray(value[name])).map((name) => [
    name,
    (value[name] as unknown[]).map((object) => (isRecord(object) ? { ...UNNOTED, ...object } : object)),
  ]);
  return {
    ...value,
    version: ARCHIVE_VERSION,
    ...Object.fromEntries(lists),
    naturalObjects: [], // version 2 took the natural objects of a camp along: they are among the others
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
