import { getCatalogue, getMapMarks, getPlayerProgress, searchCamps } from '@palatine/contract';
import { computed, effect, type ReadonlySignal } from '@preact/signals';
import { catalogue, nameOf, palName } from '../../data/catalogue.ts';
import { chooseHues, setGuildHues } from '../../data/guild-hues.ts';
import { onEvent } from '../../data/live.ts';
import { type Resource, resource } from '../../data/resource.ts';
import { client, may } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';
import type { LayerId, MarkLayerId } from '../layers.ts';
import { allRows } from './all-pages.ts';
import { campMarks } from './camps.ts';
import { lyingMarks } from './lying.ts';
import type { Mark } from './mark.ts';
import { type Progress, placeMarks } from './places.ts';
import { progressOf } from './progress.ts';
import { readPeople } from './read-people.ts';
import { type GroundImage, readPictures } from './read-pictures.ts';

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
  readonly pictures: ReadonlySignal<readonly GroundImage[]>;
  /** What a layer is read from, for errors and reading again. */
  readonly resources: Readonly<Partial<Record<LayerId, Resource<unknown>>>>;
  close(): void;
}

const LYING: ReadonlySet<LayerId> = new Set(['summoned', 'drops', 'chests']);

/**
 * @param chosen PlayerUID of the player whose progress is shown; '' for nobody
 * @param everybody whether players who are offline are wanted too
 */
export function readMarks(
  layers: ReadonlySignal<ReadonlySet<LayerId>>,
  chosen: ReadonlySignal<string>,
  everybody: ReadonlySignal<boolean>,
): MarkSources {
  const people = readPeople(everybody);
  const pictures = readPictures();
  const camps = resource(async (signal) =>
    may(searchCamps) ? allRows((query) => client().searchCamps({ query, signal })) : [],
  );
  const wantsLying = computed(() => [...LYING].some((layer) => layers.value.has(layer)));
  const lying = resource(async (signal) =>
    wantsLying.value && may(getMapMarks)
      ? client().getMapMarks({
          query: { Layers: 'Summoned,Drops,Supplies,DeathChests,Treasure,Eggs' },
          signal,
        })
      : undefined,
  );
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
      setGuildHues(
        chooseHues(bases.map(({ GuildId, Place }) => ({ guildId: GuildId, x: Place.X, y: Place.Y }))),
      );
    }),
    onEvent(({ Type }) => {
      if (Type === 'base.deleted' || Type === 'base.restored' || Type === 'base.built') void camps.refresh();
      if (Type === 'summoned') void lying.refresh();
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
      drops: lying,
      explored,
      relics: found,
      picture: pictures.resource,
    },
    pictures: pictures.images,
    close() {
      for (const stop of stops) stop();
      for (const { dispose } of [camps, lying, explored, found, pictures.resource]) dispose();
      people.close();
    },
  };
}

function placeNames() {
  const { kinds } = texts.value.map;
  return {
    kind: (kind: string) => kinds[kind] ?? kind,
    subject(kind: string, subject: string) {
      if (subject === '') return '';
      return nameOf(kind === 'relic' ? 'Relics' : 'Bosses', subject);
    },
  };
}

function thingNames() {
  return {
    pal: palName,
    item: (id: string) => nameOf('Items', id),
    object: (id: string) => nameOf('MapObjects', id),
  };
}
