import {
  type CampRow,
  type Found,
  getCatalogue,
  getMapMarks,
  getPlayerProgress,
  searchCamps,
} from '@palatine/contract';
import { computed, effect, type ReadonlySignal } from '@preact/signals';
import { catalogue, nameOf, palName } from '../../data/catalogue.ts';
import { setGuildBases } from '../../data/guild-hues.ts';
import { onEvent } from '../../data/live.ts';
import { type Resource, resource } from '../../data/resource.ts';
import { client, may } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';
import type { LayerId, MarkLayerId } from '../layers.ts';
import { allRows } from './all-pages.ts';
import { type LyingNames, lyingMarks } from './lying.ts';
import type { Mark } from './mark.ts';
import { type PlaceNames, type Progress, placeMarks } from './places.ts';
import { type PeopleWishes, readPeople } from './read-people.ts';
import { type PictureSource, readPictures } from './read-pictures.ts';

/** Everything that has a place, as it is known now. */
export interface MarkSources {
  /** The marks of each layer; undefined while they are not known, such as those of a layer that nobody has shown. */
  readonly marks: ReadonlySignal<ReadonlyMap<MarkLayerId, readonly Mark[]>>;
  /** What the chosen player has found; `unknown` where the world does not hold it. */
  readonly progress: ReadonlySignal<Progress | 'unknown' | undefined>;
  /** Cells that somebody has explored: their lower corners, in cm. */
  readonly explored: ReadonlySignal<
    { cellCm: number; cells: readonly (readonly [number, number])[] } | undefined
  >;
  /** The operator's own pictures of the ground. */
  readonly pictures: PictureSource;
  /** What a layer is read from, for errors and reading again. */
  readonly resources: Readonly<Partial<Record<LayerId, Resource<unknown>>>>;
  close(): void;
}

/** After these the list of bases is another. */
const BASE_EVENTS: ReadonlySet<string> = new Set(['base.deleted', 'base.restored', 'base.built']);

/** Layers of the service that make up a layer of the map. */
const LYING: readonly (readonly [LayerId, string])[] = [
  ['summoned', 'Summoned'],
  ['drops', 'Drops'],
  ['chests', 'Supplies,DeathChests,Treasure,Eggs'],
];

export interface MarkWishes extends Pick<PeopleWishes, 'everybody' | 'view'> {
  readonly layers: ReadonlySignal<ReadonlySet<LayerId>>;
  /** PlayerUID of the player whose progress is shown; '' for nobody. */
  readonly chosen: ReadonlySignal<string>;
}

export function readMarks({ layers, chosen, everybody, view }: MarkWishes): MarkSources {
  const outOfView = computed(() => layers.value.has('warnings')); // who is beside a base is told wherever that is
  const people = readPeople({ everybody, outOfView, view });
  const pictures = readPictures();
  const camps = resource(async (signal) =>
    may(searchCamps) ? allRows((query) => client().searchCamps({ query, signal })) : [],
  );
  const lyingWanted = computed(() =>
    LYING.filter(([layer]) => layers.value.has(layer))
      .map(([, names]) => names)
      .join(),
  );
  const lying = resource(async (signal) => {
    const Layers = lyingWanted.value;
    return Layers !== '' && may(getMapMarks)
      ? client().getMapMarks({ query: { Layers }, signal })
      : undefined;
  });
  const wantsExplored = computed(() => layers.value.has('explored'));
  const explored = resource(async (signal) =>
    wantsExplored.value && may(getMapMarks)
      ? client().getMapMarks({ query: { Layers: 'Explored' }, signal })
      : undefined,
  );
  const found = resource(async (signal) => {
    const uid = chosen.value;
    return uid !== '' && may(getPlayerProgress)
      ? client().getPlayerProgress({ params: { uid }, signal })
      : undefined;
  });
  const progress = computed(
    () => found.value.value && (progressOf(found.value.value) ?? ('unknown' as const)),
  );
  const stops = [
    effect(() => {
      const bases = camps.value.value ?? [];
      setGuildBases(bases.map(({ GuildId, Place }) => ({ guildId: GuildId, x: Place.X, y: Place.Y })));
    }),
    onEvent((event) => {
      if (event === undefined || BASE_EVENTS.has(event.Type)) void camps.refresh();
      if (event === undefined || event.Type === 'summoned') void lying.refresh();
    }),
  ];

  const places = computed(() => {
    if (!may(getCatalogue)) return [];
    const known = progress.value === 'unknown' ? undefined : progress.value;
    return placeMarks(catalogue.value?.entries('Places') ?? [], placeNames(), known);
  });
  const things = computed(() =>
    lying.value.value === undefined ? undefined : lyingMarks(lying.value.value, thingNames()),
  );
  const bases = computed(() => campMarks(camps.value.value ?? [], texts.value.map.unnamed));
  return {
    marks: computed(() => {
      const { online, offline } = people.marks.value;
      const rest = Map.groupBy([...places.value, ...(things.value ?? [])], ({ layer }) => layer);
      return new Map<MarkLayerId, readonly Mark[]>([
        ...rest,
        ['online', online],
        ['offline', offline],
        ['bases', bases.value],
      ]);
    }),
    progress,
    explored: computed(() => {
      const { Explored, CellCm = 0 } = explored.value.value ?? {};
      return Explored && { cellCm: CellCm, cells: Explored.Cells };
    }),
    resources: {
      ...people.resources,
      bases: camps,
      areas: camps,
      ...Object.fromEntries(LYING.map(([layer]) => [layer, lying])),
      explored,
      relics: found,
      picture: pictures.resource,
    },
    pictures,
    close() {
      for (const stop of stops) stop();
      for (const { dispose } of [camps, lying, explored, found, pictures.resource]) dispose();
      people.close();
    },
  };
}

/** What is told of the progress of a player. */
interface ToldProgress {
  readonly Found?: Found | undefined;
  readonly Bosses?: { readonly normalBossDefeatFlags: Readonly<Record<string, boolean>> } | undefined;
}

/** What a player has found and defeated; undefined where the world does not know. */
function progressOf({ Found, Bosses }: ToldProgress): Progress | undefined {
  if (Found === undefined) return undefined;
  const places = [...Found.FastTravel, ...Object.values(Found.Relics).flat()];
  const defeated = Bosses && Object.entries(Bosses.normalBossDefeatFlags).filter(([, is]) => is);
  return {
    places: new Set(places.map((id) => id.toUpperCase())),
    bosses: defeated && new Set(defeated.map(([id]) => id.toUpperCase())),
  };
}

/** The name that the game gives to a guild which nobody has named. */
const NAMELESS = 'Unnamed Guild';

/**
 * Bases as marks. Most guilds have no name of their own; they are called after their head.
 * @param unnamed what such a guild is called
 */
function campMarks(camps: readonly CampRow[], unnamed: (head: string) => string): Mark[] {
  return camps.map(({ Id, GuildId, GuildName, HeadName, Place, AreaRangeCm, Level }) => ({
    layer: 'bases',
    id: Id,
    name: GuildName === NAMELESS ? '' : GuildName,
    note: GuildName === '' || GuildName === NAMELESS ? unnamed(HeadName) : '',
    guildId: GuildId,
    level: Level,
    areaCm: AreaRangeCm,
    x: Place.X,
    y: Place.Y,
    z: Place.Z,
  }));
}

/** Names of places, in the language of the page. */
function placeNames(): PlaceNames {
  const { kinds } = texts.value.map;
  return {
    kind: (kind: string) => kinds[kind] ?? kind,
    subject(kind: string, subject: string) {
      if (subject === '') return '';
      return nameOf(kind === 'relic' ? 'Relics' : 'Bosses', subject);
    },
  };
}

/** Names of what lies about and of who was summoned, in the language of the page. */
function thingNames(): LyingNames {
  return {
    pal: palName,
    item: (id: string) => nameOf('Items', id),
    object: (id: string) => nameOf('MapObjects', id),
  };
}
