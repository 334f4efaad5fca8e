import { type FindKind, type FindReply, find, searchFleetPlayers, searchKey } from '@palatine/contract';
import { Flag, FlaskConical, Home, MapPin, Package, PawPrint, UserRound } from 'lucide';
import { type PaletteSource, registerSource } from '../commands/palette.ts';
import type { HitKind, PaletteHit } from '../commands/registry.ts';
import { type CatalogueHit, type CatalogueKind, nameOf, palName, search } from '../data/catalogue.ts';
import { rankText } from '../data/catalogue-search.ts';
import { formatShownPlace, mapHref } from '../data/format.ts';
import type { IconShape } from '../kit/Button.tsx';
import { atFleet, worldHref } from '../navigation/place.ts';
import { hrefOf, navigate } from '../navigation/router.ts';
import { client, may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';

/** Registers what the palette finds beside pages and actions. @returns how to take it back */
export function registerSources(): () => void {
  const stops = (atFleet ? [fleetPlayersSource] : [findSource, catalogueSource]).map(registerSource);
  return () => {
    for (const stop of stops) stop();
  };
}

/** ms without another letter before the service is asked. */
const DELAY_MS = 80;

interface FoundKind {
  readonly hit: HitKind;
  readonly icon: IconShape;
  href(id: string): string;
}

const KINDS: Readonly<Record<FindKind, FoundKind>> = {
  Player: { hit: 'player', icon: UserRound, href: (id) => hrefOf(`/players/${id}`) },
  Guild: { hit: 'guild', icon: Flag, href: (id) => hrefOf(`/guilds/${id}`) },
  Camp: { hit: 'base', icon: Home, href: (id) => hrefOf(`/bases/${id}`) },
  Pal: { hit: 'pal', icon: PawPrint, href: (id) => hrefOf('/pals', { pal: id }) },
};
const FIND_KINDS = Object.keys(KINDS) as FindKind[];

/** Players, guilds, bases and nicknamed Pals, as the service finds them. */
const findSource: PaletteSource = {
  kinds: FIND_KINDS.map((kind) => KINDS[kind].hit),
  delayMs: DELAY_MS,
  async find(text, { kinds, limit, signal }) {
    if (!may(find)) return [];
    const Kinds = FIND_KINDS.filter((kind) => kinds.has(KINDS[kind].hit)).join(',');
    const { Hits } = await client().find({ query: { Text: text, Kinds, Limit: limit }, signal });
    return Hits.map(hitOf);
  },
};

function hitOf({ Kind, Id, Name, Note, Score }: FindReply['Hits'][number]): PaletteHit {
  const { hit, icon, href } = KINDS[Kind];
  return {
    kind: hit,
    id: Id,
    name: Name || texts.value.commands.unnamed(Note),
    note: Name === '' && Kind === 'Guild' ? '' : noteOf(Kind, Note),
    icon,
    score: Score - 0.25, // after a shown name that fits as well as a former name or an id
    run: () => navigate(href(Id)),
  };
}

function noteOf(kind: FindKind, note: string): string {
  if (note === '') return '';
  if (kind === 'Camp') return texts.value.commands.near(nameOf('Places', note));
  return kind === 'Pal' ? palName(note) : note;
}

/** The players of every world; choosing one opens the console of that world. */
const fleetPlayersSource: PaletteSource = {
  kinds: ['player'],
  delayMs: DELAY_MS,
  async find(text, { limit, signal }) {
    if (!may(searchFleetPlayers)) return [];
    const query = { Find: text, Limit: limit };
    const { Rows } = await client().call(searchFleetPlayers, { query, signal });
    return Rows.map(({ World, WorldName, Uid, Name }) => ({
      kind: 'player',
      id: `${World} ${Uid}`,
      name: Name,
      note: WorldName,
      icon: UserRound,
      run: () => location.assign(worldHref(World, `/players/${Uid}`)),
    }));
  },
};

const ENTRIES = {
  Items: { kind: 'item', icon: Package },
  Pals: { kind: 'species', icon: PawPrint },
  Technologies: { kind: 'technology', icon: FlaskConical },
  Places: { kind: 'place', icon: MapPin },
} as const satisfies Partial<Record<CatalogueKind, Pick<PaletteHit, 'kind' | 'icon'>>>;
type EntryKind = keyof typeof ENTRIES;

/** Items, species, technologies and places by their names in the chosen language, their English names and their ids. */
const catalogueSource: PaletteSource = {
  kinds: Object.values(ENTRIES).map(({ kind }) => kind),
  delayMs: 0,
  find(text, { kinds, limit }) {
    const wanted = (Object.keys(ENTRIES) as EntryKind[]).filter((kind) => kinds.has(ENTRIES[kind].kind));
    return search(text, wanted, limit).map((hit) => entryHit(hit, text));
  },
};

function entryHit(hit: CatalogueHit, text: string): PaletteHit {
  const { kind, id, name, score } = hit;
  const href = entryHref(hit);
  return {
    ...ENTRIES[kind as EntryKind], // one of those that are searched
    id,
    name,
    note: entryNote(hit),
    // A name that fits comes before an English name or an id that fits as well.
    score: Math.max(rankText(searchKey(name), searchKey(text)), score - 0.25),
    ...(href !== undefined && { run: () => navigate(href) }),
  };
}

function entryNote(hit: CatalogueHit): string {
  if (hit.kind === 'Technologies') return texts.value.commands.technologyLevel(hit.entry.Level);
  return hit.kind === 'Places' ? formatShownPlace(hit.entry) : hit.id;
}

function entryHref(hit: CatalogueHit): string | undefined {
  if (hit.kind === 'Items') return hrefOf('/items', { item: hit.id });
  if (hit.kind === 'Places') return mapHref(hit.entry);
  return hit.kind === 'Technologies' ? undefined : hrefOf('/pals', { species: hit.id });
}
