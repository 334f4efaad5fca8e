import {
  type Guid,
  POSITION_STREAM,
  type PositionMove,
  type PositionRow,
  type PositionStatus,
  type PositionsMessage,
  type PositionsSnapshot,
} from '@palatine/contract';
import { isKnownLocation } from '@palatine/world/find-player';
import type { World } from '@palatine/world/world';

/** Position of a player. Units: whole cm. */
export interface PlayerPlace extends Readonly<Record<'x' | 'y' | 'z', number>> {
  readonly uid: Guid;
  readonly online: boolean;
}

/** Positions of all players with a known one, in whole centimeters. */
export function playerPlaces(world: World): PlayerPlace[] {
  const places: PlayerPlace[] = [];
  for (const location of world.locations.values()) {
    if (!isKnownLocation(world, location)) continue;
    const { uid, x, y, z } = location;
    places.push({ uid, x: wholeCm(x), y: wholeCm(y), z: wholeCm(z), online: world.sessions.has(uid) });
  }
  return places;
}

const MAX_CM = 2 ** 31 - 1;

/** Limits a coordinate to 32 bits, which a damaged save may exceed; 0 for anything but a number. */
function wholeCm(cm: number): number {
  return Math.min(MAX_CM, Math.max(-MAX_CM, Math.round(cm))) || 0;
}

/** Whether a position belongs to a view. Units: cm. */
export type PlaceFilter = (x: number, y: number) => boolean;

const FAR_CM_SQUARED = POSITION_STREAM.movedCm ** 2;
const CM_PER_METER = 100;

/** Players on a part of the map, and their changes: one view and message for all watchers. */
export class PositionView {
  readonly #belongs: PlaceFilter;
  #atMs = 0;
  #rows: PlayerPlace[] = [];
  #indexes: Map<Guid, number> | undefined;

  constructor(belongs: PlaceFilter) {
    this.#belongs = belongs;
  }

  /** The message for watchers: undefined for no change, a snapshot after a restart of the list. `atMs`: since 1970. */
  update(places: readonly PlayerPlace[], atMs: number): PositionsMessage | undefined {
    this.#atMs = atMs;
    const indexes = this.#indexes;
    const count = places.reduce((sum, { uid }) => sum + (indexes?.has(uid) ? 1 : 0), 0);
    if (indexes === undefined || count < this.#rows.length) {
      this.#begin(places); // a player of the list is gone
      return this.snapshot();
    }
    const Rows: PositionMove[] = [];
    const Online: PositionStatus[] = [];
    const previous = this.#rows.length;
    for (const place of places) {
      const index = indexes.get(place.uid);
      if (index === undefined) {
        this.#addWhenInside(place, indexes);
        continue;
      }
      const row = this.#rows[index] as PlayerPlace; // the indexes refer to rows
      const moves = this.#moves(row, place);
      if (moves) Rows.push([index, meters(place.x), meters(place.y), meters(place.z)]);
      if (row.online !== place.online) Online.push([index, place.online ? 1 : 0]);
      if (moves) this.#rows[index] = place;
      else if (row.online !== place.online) this.#rows[index] = { ...row, online: place.online };
    }
    const Added = this.#rows.slice(previous).map(asRow);
    if (Rows.length + Online.length + Added.length === 0) return undefined;
    return {
      Type: 'moves',
      At: new Date(this.#atMs).toISOString(),
      Rows,
      ...(Added.length > 0 && { Added }),
      ...(Online.length > 0 && { Online }),
    };
  }

  /** The whole list after the last update. */
  snapshot(): PositionsSnapshot {
    return { Type: 'snapshot', At: new Date(this.#atMs).toISOString(), Rows: this.#rows.map(asRow) };
  }

  #begin(places: readonly PlayerPlace[]): void {
    this.#rows = [];
    this.#indexes = new Map();
    for (const place of places) this.#addWhenInside(place, this.#indexes);
  }

  #addWhenInside(place: PlayerPlace, indexes: Map<Guid, number>): void {
    if (this.#belongs(place.x, place.y)) indexes.set(place.uid, this.#rows.push(place) - 1);
  }

  /** Whether a row has to be sent: it has moved, and is or was inside. */
  #moves(row: PlayerPlace, { x, y, z }: PlayerPlace): boolean {
    const far = (x - row.x) ** 2 + (y - row.y) ** 2 + (z - row.z) ** 2 > FAR_CM_SQUARED;
    return far && (this.#belongs(x, y) || this.#belongs(row.x, row.y));
  }
}

function asRow({ uid, x, y, z, online }: PlayerPlace): PositionRow {
  return [uid, meters(x), meters(y), meters(z), online ? 1 : 0];
}

export function meters(cm: number): number {
  return Math.round(cm / CM_PER_METER);
}
