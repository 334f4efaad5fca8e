import type { CatalogueEntries } from '../../data/catalogue.ts';
import type { MarkLayerId } from '../layers.ts';
import type { Mark } from './mark.ts';

/** Discoveries and defeats of a player: ids of places and bosses, in upper case. */
export interface Progress {
  readonly places: ReadonlySet<string>;
  /** Undefined if unknown. */
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

/** The sources of the names of places, in the language of the page. */
export interface PlaceNames {
  subject(kind: string, subject: string): string;
  kind(kind: string): string;
}

/** The points of the catalogue as marks; with a progress, each says whether that player has been there. */
export function placeMarks(
  places: readonly CatalogueEntries['Places'][],
  names: PlaceNames,
  progress: Progress | undefined,
): Mark[] {
  return places.flatMap(({ ID, Name, Kind, X, Y, Z, Subject, Level }) => {
    const kind = KINDS[Kind];
    if (kind === undefined) return [];
    const { layer, record, isPlain = false } = kind;
    const done = record && progress?.[record]?.has((record === 'places' ? ID : Subject).toUpperCase());
    return [
      {
        layer: TOWER_ENTRANCES.has(ID) ? 'towers' : layer,
        id: ID,
        name: Name || names.subject(Kind, Subject) || names.kind(Kind),
        note: isPlain ? '' : names.kind(Kind),
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
