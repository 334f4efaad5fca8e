import {
  type CampRow,
  getMapMarks,
  getPlayerProgress,
  type MapMarksReply,
  type ObjectMark,
  type PlayerProgress,
  type SummonedMark,
  searchCamps,
} from '@palatine/contract';
import { computed, effect, type ReadonlySignal } from '@preact/signals';
import { catalogue, lookUp, nameOf, palName } from '../../data/catalogue.ts';
import { givenGuildName, setGuildBases } from '../../data/guilds.ts';
import { onEvent } from '../../data/live.ts';
import { resource } from '../../data/resource.ts';
import { allRows } from '../../data/rows.ts';
import { client, may } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';
import type { LayerId, MarkLayerId } from '../layers.ts';
import { type Mark, type NamedPlace, placed } from './mark.ts';
import { readPictures } from './pictures.ts';
import { type PlaceNames, type Progress, placeMarks } from './places.ts';
import { type PeopleOptions, readPeople } from './read-people.ts';
import REGION_POINTS from './regions.json';

/** After these the list of bases is another. */
const BASE_EVENTS: ReadonlySet<string> = new Set(['base.deleted', 'base.restored', 'base.built']);

/** Layers of the service that make up a layer of the map. */
const LYING: readonly (readonly [LayerId, string])[] = [
  ['summoned', 'Summoned'],
  ['drops', 'Drops'],
  ['chests', 'Supplies,DeathChests,Treasure,Eggs'],
];

interface MarkOptions extends Pick<PeopleOptions, 'everybody' | 'view'> {
  readonly layers: ReadonlySignal<ReadonlySet<LayerId>>;
  /** PlayerUID of the player whose progress is shown; '' without one. */
  readonly chosen: ReadonlySignal<string>;
}

export function readMarks({ layers, chosen, everybody, view }: MarkOptions) {
  const people = readPeople({ everybody, view });
  const pictures = readPictures();
  const camps = resource(async (signal) =>
    may(searchCamps) ? allRows((query) => client().searchCamps({ query, signal })) : [],
  );
  const lying = resource(async (signal) => {
    const shown = LYING.filter(([layer]) => layers.value.has(layer));
    const Layers = shown.map(([, names]) => names).join();
    return Layers !== '' && may(getMapMarks)
      ? client().getMapMarks({ query: { Layers }, signal })
      : undefined;
  });
  const placesRead = resource(async (signal) => {
    const uid = chosen.value;
    return uid !== '' && may(getPlayerProgress)
      ? client().getPlayerProgress({ params: { uid }, signal })
      : undefined;
  });
  const progress = computed(
    () => placesRead.value.value && (progressOf(placesRead.value.value) ?? ('unknown' as const)),
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
    const progressed = progress.value === 'unknown' ? undefined : progress.value;
    return placeMarks(catalogue.value?.entries('Places') ?? [], placeNames(), progressed);
  });
  const things = computed(() => (lying.value.value === undefined ? [] : lyingMarks(lying.value.value)));
  const bases = computed(() => campMarks(camps.value.value ?? [], texts.value.map.unnamed));
  return {
    /** Players, by layer. */
    people: people.marks,
    unplaced: people.unplaced,
    /** All other marks, by layer; undefined while they are unknown, such as those of a layer that was never shown. */
    still: computed(() => {
      const rest = Map.groupBy([...places.value, ...things.value], ({ layer }) => layer);
      return new Map<MarkLayerId, readonly Mark[]>([...rest, ['bases', bases.value]]);
    }),
    /** The names of parts of the world, where a point for fast travel has them. */
    regions: computed(() =>
      REGION_POINTS.flatMap((id): NamedPlace[] => {
        const point = lookUp('Places', id);
        const [name = ''] = point?.Name.split(/ [-–—] |[:：·]/) ?? [];
        return point === undefined || name === '' ? [] : [{ name: name.trim(), x: point.X, y: point.Y }];
      }),
    ),
    /** The chosen player's discoveries; `unknown` where the world does not hold them. */
    progress,
    /** The resource of a layer, for errors and reading again. */
    resources: {
      ...people.resources,
      bases: camps,
      areas: camps,
      ...Object.fromEntries(LYING.map(([layer]) => [layer, lying])),
      relics: placesRead,
      picture: pictures.resource,
    },
    pictures,
    close() {
      for (const stop of stops) stop();
      for (const { dispose } of [camps, lying, placesRead, pictures.resource]) dispose();
      people.close();
    },
  };
}

/** The discoveries and defeats of a player; undefined where the world does not know. */
function progressOf({ Found, Bosses }: Pick<PlayerProgress, 'Found' | 'Bosses'>): Progress | undefined {
  if (Found === undefined) return undefined;
  const places = [...Found.FastTravel, ...Object.values(Found.Relics).flat()];
  const defeated = Bosses && Object.entries(Bosses.normalBossDefeatFlags).filter(([, is]) => is);
  return {
    places: new Set(places.map((id) => id.toUpperCase())),
    bosses: defeated && new Set(defeated.map(([id]) => id.toUpperCase())),
  };
}

/**
 * Bases as marks. Most guilds are unnamed, and are labeled with their head.
 * @param unnamed what such a guild is called
 */
function campMarks(camps: readonly CampRow[], unnamed: (head: string) => string): Mark[] {
  return camps.map(({ Id, GuildId, GuildName, HeadName, Place, AreaRangeCm, Level }) => ({
    layer: 'bases',
    id: Id,
    name: givenGuildName(GuildName),
    note: givenGuildName(GuildName) === '' ? unnamed(HeadName) : '',
    guildId: GuildId,
    level: Level,
    areaCm: AreaRangeCm,
    href: `/bases/${Id}`,
    ...placed(Place),
  }));
}

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

type Layers = Pick<MapMarksReply, 'Summoned' | 'Drops' | 'Supplies' | 'DeathChests' | 'Treasure' | 'Eggs'>;

/** Dropped things and summoned beings, as marks with their names in the language of the page. */
function lyingMarks({ Summoned, Drops, ...chests }: Layers): Mark[] {
  const things = (layer: MarkLayerId, marks: readonly ObjectMark[] = []) =>
    marks.map((mark) => thing(layer, mark));
  return [
    ...(Summoned?.Marks ?? []).map(summoned),
    ...things('drops', Drops?.Marks),
    ...[chests.Supplies, chests.DeathChests, chests.Treasure, chests.Eggs].flatMap((layer) =>
      things('chests', layer?.Marks),
    ),
  ];
}

function summoned({ Id, PalID, Nickname, Level, Place }: SummonedMark): Mark {
  return {
    layer: 'summoned',
    id: Id,
    name: Nickname || palName(PalID),
    note: Nickname === '' ? '' : palName(PalID),
    level: Level,
    subject: PalID,
    ...placed(Place),
  };
}

function thing(layer: MarkLayerId, mark: ObjectMark): Mark {
  const { Id, ObjectId, ItemID, Count, Stacks } = mark;
  const what = nameOf('MapObjects', ObjectId);
  const more = Stacks > 1 ? ` + ${Stacks - 1}` : '';
  const held = ItemID === '' ? '' : `${Count} × ${nameOf('Items', ItemID)}${more}`;
  return {
    layer,
    id: Id,
    name: layer === 'drops' && held !== '' ? held : what,
    note: layer === 'drops' ? '' : held,
    subject: ItemID || ObjectId,
    ...placed(mark.Place),
  };
}
