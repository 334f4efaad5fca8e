import { type CatalogueEntries, nameOf } from '../../data/catalogue.ts';
import { texts } from '../../texts/texts.ts';
import type { MarkLayerId } from '../layers.ts';
import type { Mark } from './mark.ts';
import TOWERS from './towers.json' with { type: 'json' };

/** Discoveries and defeats of a player: ids of places and bosses, in upper case. */
export interface Progress {
  readonly places: ReadonlySet<string>;
  readonly bosses: ReadonlySet<string> | undefined;
}

/** Kinds of places: their layer, the record of a player that names them, and whether their layer says what they are. */
const KINDS: Readonly<
  Record<string, { layer: MarkLayerId; record?: 'places' | 'bosses'; isPlain?: boolean }>
> = {
  fastTravel: { layer: 'fastTravel', record: 'places', isPlain: true },
  mapUnlock: { layer: 'mapUnlocks', record: 'places', isPlain: true },
  relic: { layer: 'relics', record: 'places', isPlain: true },
  alpha: { layer: 'bosses', record: 'bosses' },
  bounty: { layer: 'bosses', record: 'bosses' },
  predator: { layer: 'bosses' },
  oilRig: { layer: 'dungeons' },
  dungeon: { layer: 'dungeons', isPlain: true },
};

/** The points of the catalogue as marks; with a progress, each says whether that player has been there. */
export function placeMarks(
  places: readonly CatalogueEntries['Places'][],
  progress: Progress | undefined,
): Mark[] {
  return places.flatMap(({ ID, Name, Kind, X, Y, Z, Subject, Level }) => {
    const kind = KINDS[Kind];
    if (kind === undefined) return [];
    const { layer, record, isPlain = false } = kind;
    const kindName = texts.value.map.kinds[Kind] ?? Kind;
    const done = record && progress?.[record]?.has((record === 'places' ? ID : Subject).toUpperCase());
    return [
      {
        layer: TOWER_ENTRANCES.has(ID) ? 'towers' : layer,
        id: ID,
        name: Name || (Subject && nameOf(Kind === 'relic' ? 'Relics' : 'Bosses', Subject)) || kindName,
        note: isPlain ? '' : kindName,
        x: X,
        y: Y,
        ...(Z !== '' && { z: Z }),
        ...(Level !== '' && { level: Level }),
        ...(done !== undefined && { done }),
      },
    ];
  });
}

/**
 * Fast travel points at the entrances of the towers, by their ids in the catalogue. Source: their English names in the
 * game's table, which end in "Tower Entrance". Where the bosses themselves stand is not proved.
 */
export const TOWER_ENTRANCES: ReadonlySet<string> = new Set(TOWERS);
