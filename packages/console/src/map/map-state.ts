import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { preferences, setPreference } from '../data/preferences.ts';
import type { WorldPoint } from '../ground/regions.ts';
import { type GridIndex, gridIndex } from './geometry/grid-index.ts';
import { boxOf, centreOf, EDGE_PX, type View } from './geometry/view.ts';
import { LAYERS, LAYERS_AT_FIRST, type LayerId, type MarkLayerId } from './layers.ts';
import { type MapAddress, readMapAddress } from './map-address.ts';
import { markFilter } from './marks/filter.ts';
import { keyOf, type Mark } from './marks/mark.ts';
import { type Placing, placedImages } from './marks/placing.ts';
import { type MarkSources, readMarks } from './marks/read-marks.ts';
import type { GroundImage } from './marks/read-pictures.ts';
import { type PastSources, readPast } from './past/read-past.ts';
import { type RangeName, type Replay, replayAt } from './past/replay.ts';
import { replayedMarks } from './past/replayed-marks.ts';

/** A mark of the list, with its distance from the middle of the view. */
export interface ListedMark {
  readonly mark: Mark;
  readonly distanceCm: number;
}

/** What the map page knows and shows. Signals of the first part are set by the page, the others follow. */
export interface MapState {
  readonly layers: Signal<ReadonlySet<LayerId>>;
  /** The search, as typed. */
  readonly find: Signal<string>;
  /** Key of the mark whose card is open; ''. */
  readonly selected: Signal<string>;
  /** Several marks that were clicked as one. */
  readonly heap: Signal<readonly Mark[]>;
  /** Key of the mark under the pointer or the cursor of the list; ''. */
  readonly hovered: Signal<string>;
  /** PlayerUID of who is kept in the middle; ''. */
  readonly followed: Signal<string>;
  /** PlayerUID of whose progress is shown; ''. */
  readonly chosen: Signal<string>;
  readonly onlyMissing: Signal<boolean>;
  /** The view at rest; undefined before the map has a size. */
  readonly view: Signal<View | undefined>;
  /** The replay that is shown; undefined while the map is live. */
  readonly replay: Signal<Replay | undefined>;
  readonly heatRange: Signal<RangeName>;
  /** Keys of players who stay beside foreign bases. */
  readonly warned: Signal<ReadonlySet<string>>;
  /** Around which rings of distances are drawn; undefined for none. */
  readonly ruler: Signal<WorldPoint | undefined>;
  /** Who is within so many metres of a place counts as near. */
  readonly nearM: Signal<number>;
  /** The operator's picture that is put into place; undefined while none is. */
  readonly placing: Signal<Placing | undefined>;
  /** The operator's pictures where they are drawn. */
  readonly images: ReadonlySignal<readonly GroundImage[]>;
  readonly sources: MarkSources;
  readonly past: PastSources;
  /** The marks that are drawn, by layer. */
  readonly drawn: ReadonlySignal<ReadonlyMap<MarkLayerId, GridIndex<Mark>>>;
  /** What the list holds: what is drawn in view; with a search, everything that fits. The nearest first. */
  readonly listed: ReadonlySignal<readonly ListedMark[]>;
  /** A mark by its key. */
  markOf(key: string): Mark | undefined;
  toggle(layer: LayerId): void;
}

/** Warnings are shown to whoever had them last time. */
function layersAtFirst(): ReadonlySet<LayerId> {
  return new Set([...LAYERS_AT_FIRST, ...(preferences.peek().warnings ? (['warnings'] as const) : [])]);
}

export function createMapState(query: URLSearchParams, nowMs: number): MapState {
  const start: MapAddress = readMapAddress(query);
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

  const shown = computed(() => {
    const fits = markFilter(find.value);
    const missing = onlyMissing.value && chosen.value !== '';
    const kept = (mark: Mark) => fits(mark) && !(missing && mark.done === true);
    return LAYERS.flatMap((layer) => {
      if (!('marks' in layer) || !layers.value.has(layer.id)) return [];
      return [[layer.id, (all.value.get(layer.id) ?? []).filter(kept)] as const];
    });
  });
  const byKey = computed(() => new Map([...all.value.values()].flat().map((mark) => [keyOf(mark), mark])));
  const drawn = computed(
    () => new Map(shown.value.map(([layer, marks]) => [layer, gridIndex(marks)] as const)),
  );
  return {
    layers,
    find,
    selected: signal(''),
    heap: signal<readonly Mark[]>([]),
    hovered: signal(''),
    followed,
    chosen,
    onlyMissing,
    view,
    replay,
    heatRange,
    warned: signal<ReadonlySet<string>>(new Set()),
    ruler: signal<WorldPoint | undefined>(undefined),
    nearM: signal(500),
    placing,
    images: computed(() => placedImages(sources.pictures.images.value, placing.value)),
    sources,
    past,
    drawn,
    listed: computed(() => {
      if (view.value === undefined) return [];
      const { x, y } = centreOf(view.value);
      const box = boxOf(view.value, EDGE_PX);
      const marks =
        find.value.trim() === ''
          ? [...drawn.value.values()].flatMap((index) => index.within(box))
          : shown.value.flatMap(([, found]) => found);
      return marks
        .map((mark) => ({ mark, distanceCm: Math.hypot(mark.x - x, mark.y - y) }))
        .sort((one, other) => one.distanceCm - other.distanceCm);
    }),
    markOf: (key) => byKey.value.get(key),
    toggle(layer) {
      const next = new Set(layers.peek());
      if (!next.delete(layer)) next.add(layer);
      layers.value = next;
      if (layer === 'warnings') setPreference('warnings', next.has(layer));
    },
  };
}
