import { computed, signal } from '@preact/signals';
import { preferences, setPreference } from '../data/preferences.ts';
import type { Resource } from '../data/resource.ts';
import { isInBox, type WorldPoint } from '../ground/regions.ts';
import { boxOf, centreOf, EDGE_PX, type View } from './geometry/view.ts';
import { DRAWN_ORDER, LAYERS, LAYERS_AT_FIRST, type LayerId } from './layers.ts';
import { readMapAddress } from './map-address.ts';
import { keyOf, type Mark, markFilter } from './marks/mark.ts';
import { type Placing, placedImages } from './marks/placing.ts';
import { readMarks } from './marks/read-marks.ts';
import { readPast } from './past/read-past.ts';
import { type RangeName, replayAt } from './past/replay.ts';
import { replayedMarks } from './past/trail.ts';

/** A mark of the list, with its distance from the middle of the view. */
export interface ListedMark {
  readonly mark: Mark;
  readonly distanceCm: number;
}

/** Warnings are shown to whoever had them last time. */
function layersAtFirst(): ReadonlySet<LayerId> {
  return new Set([...LAYERS_AT_FIRST, ...(preferences.peek().warnings ? (['warnings'] as const) : [])]);
}

export function createMapState(query: URLSearchParams, nowMs: number) {
  const start = readMapAddress(query);
  const layers = signal<ReadonlySet<LayerId>>(start.layers ?? layersAtFirst());
  const followed = signal(start.follow ?? '');
  const replay = signal(start.timeMs === undefined ? undefined : replayAt(start.timeMs, nowMs));
  const heatRange = signal<RangeName>('day');
  const find = signal('');
  const chosen = signal('');
  const onlyMissing = signal(false);
  const view = signal<View | undefined>(undefined);
  const placing = signal<Placing | undefined>(undefined);
  const everybody = computed(() => layers.value.has('offline') || replay.value !== undefined);
  const sources = readMarks({ layers, chosen, everybody, view });
  const past = readPast({ layers, followed, replay, heatRange });
  const reads: Partial<Record<LayerId, Resource<unknown>>> = { ...sources.resources, ...past.resources };
  const known = computed(() => {
    const { marks } = sources;
    const players = [...(marks.value.get('online') ?? []), ...(marks.value.get('offline') ?? [])];
    return new Map(players.map((mark) => [mark.id, mark]));
  });
  const all = computed(() => {
    if (replay.value === undefined) return sources.marks.value;
    const online = replayedMarks(past.trails.value, replay.value.atMs, known.value);
    return new Map([...sources.marks.value, ['online', online], ['offline', []]]);
  });

  const drawn = computed(() => {
    const fits = markFilter(find.value);
    const missing = onlyMissing.value && chosen.value !== '';
    const kept = (mark: Mark) => fits(mark) && !(missing && mark.done === true);
    const shown = DRAWN_ORDER.filter((layer) => layers.value.has(layer));
    return new Map(shown.map((layer) => [layer, (all.value.get(layer) ?? []).filter(kept)]));
  });
  const byKey = computed(() => new Map([...all.value.values()].flat().map((mark) => [keyOf(mark), mark])));
  return {
    layers,
    /** The search, as typed. */
    find,
    /** Key of the mark whose card is open; ''. */
    selected: signal(''),
    /** Several marks that were clicked as one. */
    heap: signal<readonly Mark[]>([]),
    /** Key of the mark under the pointer or the cursor of the list; ''. */
    hovered: signal(''),
    /** PlayerUID of who is kept in the middle; ''. */
    followed,
    /** PlayerUID of whose progress is shown; ''. */
    chosen,
    onlyMissing,
    /** The view at rest; undefined before the map has a size. */
    view,
    /** The replay that is shown; undefined while the map is live. */
    replay,
    heatRange,
    /** Keys of players who stay beside foreign bases. */
    warned: signal<ReadonlySet<string>>(new Set()),
    /** Around which rings of distances are drawn; undefined for none. */
    ruler: signal<WorldPoint | undefined>(undefined),
    /** Who is within so many metres of a place counts as near. */
    nearM: signal(500),
    /** The operator's picture that is put into place; undefined while none is. */
    placing,
    /** The operator's pictures where they are drawn. */
    images: computed(() => placedImages(sources.pictures.images.value, placing.value)),
    sources,
    past,
    /** What a layer is read from; undefined where nothing is read for it. */
    reads,
    /** What the layers that are shown are read from, each with the first layer that needs it. */
    shownReads: computed(() => {
      const found = new Map<Resource<unknown>, LayerId>();
      for (const { id } of LAYERS) {
        const read = layers.value.has(id) ? reads[id] : undefined;
        if (read !== undefined && !found.has(read)) found.set(read, id);
      }
      return [...found].map(([read, id]) => ({ id, read }));
    }),
    /** The marks that are drawn, by layer. */
    drawn,
    /** What the list holds: what is drawn in view; with a search, everything that fits. The nearest first. */
    listed: computed((): readonly ListedMark[] => {
      if (view.value === undefined) return [];
      const { x, y } = centreOf(view.value);
      const box = boxOf(view.value, EDGE_PX);
      const marks = [...drawn.value.values()].flat();
      return (find.value.trim() === '' ? marks.filter((mark) => isInBox(box, mark)) : marks)
        .map((mark) => ({ mark, distanceCm: Math.hypot(mark.x - x, mark.y - y) }))
        .sort((one, other) => one.distanceCm - other.distanceCm);
    }),
    /** A mark by its key. */
    markOf: (key: string) => byKey.value.get(key),
    /** The mark of a player by PlayerUID, wherever they are. */
    playerOf: (uid: string) => byKey.value.get(`online:${uid}`) ?? byKey.value.get(`offline:${uid}`),
    toggle(layer: LayerId): void {
      const next = new Set(layers.peek());
      if (!next.delete(layer)) next.add(layer);
      layers.value = next;
      if (layer === 'warnings') setPreference('warnings', next.has(layer));
    },
  };
}

/** What the map page knows and shows. The page sets the signals that can be set; the others follow. */
export type MapState = ReturnType<typeof createMapState>;
