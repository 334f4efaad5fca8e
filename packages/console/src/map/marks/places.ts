import type { CatalogueEntries } from '../../data/catalogue.ts';
import type { MarkLayerId } from '../layers.ts';
import type { Mark } from './mark.ts';
import { TOWER_ENTRANCES } from './tower-entrances.ts';

/** What a player has found and defeated: ids of places and bosses, in upper case. */
export interface Progress {
  readonly places: ReadonlySet<string>;
  /** Undefined where nobody knows. */
  readonly bosses: ReadonlySet<string> | undefined;
}

const LAYER_OF_KIND: Readonly<Record<string, MarkLayerId>> = {
  fastTravel: 'fastTravel',
  mapUnlock: 'mapUnlocks',
  relic: 'relics',
  alpha: 'bosses',
  bounty: 'bosses',
  predator: 'bosses',
  oilRig: 'dungeons',
  dungeon: 'dungeons',
};

/** Kinds that have a layer of their own, which says what they are. */
const SELF_EVIDENT: ReadonlySet<string> = new Set(['fastTravel', 'mapUnlock', 'relic', 'dungeon']);

/** What the names of places are made of, in the language of the page. */
export interface PlaceNames {
  /** Of a relic type or a boss. */
  subject(kind: string, subject: string): string;
  /** Of a kind of places that have no names of their own. */
  kind(kind: string): string;
}

/** The points of the catalogue as marks; with a progress, each says whether that player has been there. */
export function placeMarks(
  places: readonly CatalogueEntries['Places'][],
  names: PlaceNames,
  progress: Progress | undefined,
): Mark[] {
  return places.flatMap((place) => {
    const { ID, Name, Kind, X, Y, Z, Subject, Level } = place;
    const layer = TOWER_ENTRANCES.has(ID) ? 'towers' : LAYER_OF_KIND[Kind];
    if (layer === undefined) return [];
    const done = progress === undefined ? undefined : isDone(place, progress);
    return [
      {
        layer,
        id: ID,
        name: Name || names.subject(Kind, Subject) || names.kind(Kind),
        note: SELF_EVIDENT.has(Kind) ? '' : names.kind(Kind),
        subject: Subject,
        x: X,
        y: Y,
        ...(Z !== '' && { z: Z }),
        ...(Level !== '' && { level: Level }),
        ...(done !== undefined && { done }),
      },
    ];
  });
}

/** Undefined for places that no record of a player names: dungeons, predators, oil rigs. */
function isDone({ Kind, ID, Subject }: CatalogueEntries['Places'], progress: Progress): boolean | undefined {
  switch (Kind) {
    case 'fastTravel':
    case 'mapUnlock':
    case 'relic':
      return progress.places.has(ID.toUpperCase());
    case 'alpha':
    case 'bounty':
      return progress.bosses?.has(Subject.toUpperCase());
    default:
      return undefined;
  }
}
