import { searchKey } from '@palatine/contract';
import { FlaskConical, MapPin, Package, PawPrint } from 'lucide';
import type { HitKind, PaletteHit, PaletteSource } from '../commands/palette-hit.ts';
import { type CatalogueHit, type CatalogueKind, search } from '../data/catalogue.ts';
import { rankText } from '../data/catalogue-search.ts';
import { formatPlace, formatShownPlace } from '../data/format.ts';
import type { IconShape } from '../kit/Icon.tsx';
import { hrefOf, navigate } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';

const KINDS = {
  Items: { hit: 'item', icon: Package },
  Pals: { hit: 'species', icon: PawPrint },
  Technologies: { hit: 'technology', icon: FlaskConical },
  Places: { hit: 'place', icon: MapPin },
} as const satisfies Partial<Record<CatalogueKind, { hit: HitKind; icon: IconShape }>>;
type Kind = keyof typeof KINDS;
const CATALOGUE_KINDS = Object.keys(KINDS) as Kind[];

/** Items, species, technologies and places by their names in the chosen language, their English names and their ids. */
export const catalogueSource: PaletteSource = {
  id: 'catalogue',
  kinds: CATALOGUE_KINDS.map((kind) => KINDS[kind].hit),
  delayMs: 0,
  find(text, { kinds, limit }) {
    const kindsOfCatalogue = CATALOGUE_KINDS.filter((kind) => kinds.has(KINDS[kind].hit));
    return search(text, kindsOfCatalogue, limit).flatMap((hit) =>
      isKind(hit.kind) ? [hitOf(hit, hit.kind, text)] : [],
    );
  },
};

function isKind(kind: CatalogueKind): kind is Kind {
  return kind in KINDS;
}

function hitOf(hit: CatalogueHit, kind: Kind, text: string): PaletteHit {
  const { id, name } = hit;
  const href = hrefTo(hit);
  return {
    ...KINDS[kind],
    kind: KINDS[kind].hit,
    id,
    name,
    note: noteOf(hit),
    score: nameScore(hit, text),
    ...(href !== undefined && { run: () => navigate(href) }),
  };
}

/** A name that fits comes before an English name or an id that fits as well. */
function nameScore({ name, score }: CatalogueHit, text: string): number {
  return Math.max(rankText(searchKey(name), searchKey(text)), score - 0.25);
}

function noteOf(hit: CatalogueHit): string {
  if (hit.kind === 'Technologies') return texts.value.commands.technologyLevel(hit.entry.Level);
  return hit.kind === 'Places' ? formatShownPlace(hit.entry) : hit.id;
}

/** Where an entry is shown; a technology has no page, and is the target of actions. */
function hrefTo(hit: CatalogueHit): string | undefined {
  if (hit.kind === 'Items') return hrefOf('/items', { item: hit.id });
  if (hit.kind === 'Places') {
    return hrefOf('/map', { at: formatPlace(hit.entry).replace(' ', ''), zoom: '4' });
  }
  return hit.kind === 'Technologies' ? undefined : hrefOf('/pals', { species: hit.id });
}
