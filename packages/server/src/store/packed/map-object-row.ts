import type { MapObject } from '@palatine/world';
import type { NameRef } from './names.ts';
import { type PackedBox, packBox, type RowFormat, unpackBox, withoutNullsAtEnd } from './row-format.ts';

/** Null, or missing at the end, is false or no id. */
type MapObjectPlaces = [
  objectId: NameRef,
  campId: string,
  x: number,
  y: number,
  z: number,
  yawDeg: number,
  hp: number,
  maxHp: number,
  class_: NameRef,
  builderUid?: string | null,
  containerId?: string | null,
  storage?: boolean | null,
  natural?: boolean | null,
  ownerId?: string | null,
  booth?: PackedBox | null,
  underConstruction?: boolean | null,
];

export const MAP_OBJECT_ROW: RowFormat<MapObject, MapObjectPlaces> = {
  pack(object, names) {
    const { location, booth } = object;
    const places: MapObjectPlaces = [
      names.refOf(object.objectId),
      object.campId,
      location.x,
      location.y,
      location.z,
      object.yawDeg,
      object.hp,
      object.maxHp,
      names.refOf(object.class),
      object.builderUid,
      object.containerId,
      object.storage || null,
      object.natural || null,
      object.ownerId,
      booth === null ? null : packBox(booth),
      object.underConstruction || null,
    ];
    return withoutNullsAtEnd(places);
  },

  unpack(key, packed, shared) {
    const booth = packed[14] ?? null;
    return {
      id: key,
      objectId: shared.name(packed[0]),
      campId: shared.id(packed[1]),
      location: { x: packed[2], y: packed[3], z: packed[4] },
      yawDeg: packed[5],
      hp: packed[6],
      maxHp: packed[7],
      class: shared.name(packed[8]) as MapObject['class'], // packed above
      containerId: shared.id(packed[10] ?? null),
      storage: packed[11] ?? false,
      booth: booth === null ? null : unpackBox(booth, shared),
      builderUid: shared.id(packed[9] ?? null),
      ownerId: shared.id(packed[13] ?? null),
      natural: packed[12] ?? false,
      underConstruction: packed[15] ?? false,
    };
  },
};
