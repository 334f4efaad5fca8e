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
import { computed, effect } from '@preact/signals';
import { catalogue, lookUp, nameOf, palName } from '../../data/catalogue.ts';
import { givenGuildName, setGuildBases } from '../../data/guilds.ts';
import { onEvent } from '../../data/live.ts';
import { resource } from '../../data/resource.ts';
import { allRows } from '../../data/rows.ts';
import { client, may } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';
import type { LayerId, MarkLayerId } from '../layers.ts';
import { type Mark, type MarkChoices, type NamedPlace, placed } from './mark.ts';
import { readPictures } from './pictures.ts';
import { type Progress, placeMarks } from './places.ts';
import { readPeople } from './read-people.ts';
import REGION_POINTS from './regions.json';

/** After these the list of bases is another. */
const BASE_EVENTS: ReadonlySet<string> = new Set(['base.deleted', 'base.restored', 'base.built']);

/** Layers of the service that make up a layer of the map. */
const LYING: readonly (readonly [LayerId, string])[] = [
  ['summoned', 'Summoned'],
  ['drops', 'Drops'],
  ['chests', 'Supplies,DeathChests,Treasure,Eggs'],
];

export function readMarks(choices: MarkChoices) {
  const { layers, chosen } = choices;
  const people = readPeople(choices);
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
  const placesRead = resource(async (signal) =>
    chosen.value !== '' && may(getPlayerProgress)
      ? client().getPlayerProgress({ params: { uid: chosen.value }, signal })
      : undefined,
  );
  const progress = computed(
    () => placesRead.value.value && (progressOf(placesRead.value.value) ?? ('unknown' as const)),
  );
  const stops = [
    ...people.stops,
    ...[camps, lying, placesRead, pictures.resource].map(({ dispose }) => dispose),
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
    return placeMarks(catalogue.value?.entries('Places') ?? [], progressed);
  });
  const things = computed(() => lyingMarks(lying.value.value ?? {}));
  const bases = computed(() => (camps.value.value ?? []).map(campMark));
  return {
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
    resources: {
      ...people.resources,
      bases: camps,
      areas: camps,
      ...Object.fromEntries(LYING.map(([layer]) => [layer, lying])),
      relics: placesRead,
      picture: pictures.resource,
    },
    pictures,
    stops,
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

/** Most guilds are unnamed: their bases are labeled with their head. */
function campMark({ Id, GuildId, GuildName, HeadName, Place, AreaRangeCm, Level }: CampRow): Mark {
  const name = givenGuildName(GuildName);
  return {
    layer: 'bases',
    id: Id,
    name,
    note: name === '' ? texts.value.commands.unnamed(HeadName) : '',
    guildId: GuildId,
    level: Level,
    areaCm: AreaRangeCm,
    href: `/bases/${Id}`,
    ...placed(Place),
  };
}

/** Dropped things and summoned beings, as marks with their names in the language of the page. */
function lyingMarks({ Summoned, Drops, ...chests }: MapMarksReply): Mark[] {
  return [
    ...(Summoned?.Marks ?? []).map(summoned),
    ...(Drops?.Marks ?? []).map(dropped),
    ...Object.values(chests).flatMap(({ Marks }) => Marks.map(chest)),
  ];
}

function summoned({ Id, PalID, Nickname, Level, Place }: SummonedMark): Mark {
  return {
    layer: 'summoned',
    id: Id,
    name: Nickname || palName(PalID),
    note: Nickname === '' ? '' : palName(PalID),
    level: Level,
    ...placed(Place),
  };
}

function dropped(mark: ObjectMark): Mark {
  const { name, note, ...rest } = chest(mark);
  return { ...rest, layer: 'drops', name: note || name, note: '' };
}

function chest({ Id, ObjectId, ItemID, Count, Stacks, Place }: ObjectMark): Mark {
  const more = Stacks > 1 ? ` + ${Stacks - 1}` : '';
  return {
    layer: 'chests',
    id: Id,
    name: nameOf('MapObjects', ObjectId),
    note: ItemID && `${Count} × ${nameOf('Items', ItemID)}${more}`,
    ...placed(Place),
  };
}
