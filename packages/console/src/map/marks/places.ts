import type { CatalogueEntries } from '../../data/catalogue.ts';
import type { MarkLayerId } from '../layers.ts';
import type { Mark } from './mark.ts';

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

/**
 * Fast travel points at the entrances of the towers, by their ids in the catalogue. Source: their English names in the
 * game's table, which end in "Tower Entrance". Where the bosses themselves stand is not proved.
 */
export const TOWER_ENTRANCES: ReadonlySet<string> = new Set([
  '49C3516D459F15C70ABEE88CD7F4D331', // Moonflower
  '5970E8E648D2A83AFDFF7C9151D9BEF5', // Eternal Pyre
  '603ED0CD4CFB9AFDC9E11F805594CCE5', // Rayne Syndicate
  '65B10BB14ABDA9C2109167B21901D195', // PIDF
  '9521FEBF4A6D0D02AE9F80AE9513B99C', // Feybreak
  'A51FC0C147435750046C48B254793A8B', // Free Pal Alliance
  'AEBCC3FF41ACF9252B3499A89E0BAD55', // Azure Covenant
  'E0819EFB41581AEAC3A029B0EE2FE195', // PAL Genetic Research Unit
]);
