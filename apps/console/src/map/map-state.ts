import { getHeat, getTrails } from '@palatine/contract';
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { clock } from '../data/clock.ts';
import { type Resource, resource } from '../data/resource.ts';
import { isInBox, type WorldPoint } from '../ground/regions.ts';
import { client, may } from '../session/session.ts';
import { boxOf, centerOf, EDGE_PX, type View } from './geometry/view.ts';
import { DRAWN_ORDER, LAYERS, LAYERS_AT_FIRST, type LayerId, type MarkLayerId } from './layers.ts';
import { readMapAddress } from './map-address.ts';
import { readHolders } from './marks/holders.ts';
import { keyOf, type Mark, markFilter } from './marks/mark.ts';
import { readPlans } from './marks/plans.ts';
import { readMarks } from './marks/read-marks.ts';
import { RANGES, type RangeName, type Replay, replayAt } from './past/replay.ts';
import { heatHexagons, replayedMarks, type Trail } from './past/trail.ts';

/** A mark of the list, with its distance from the middle of the view. */
export interface ListedMark {
  readonly mark: Mark;
  readonly distanceCm: number;
}

export function createMapState(query: URLSearchParams, nowMs: number) {
  const start = readMapAddress(query);
  const layers = signal<ReadonlySet<LayerId>>(start.layers ?? new Set(LAYERS_AT_FIRST));
  const followed = signal(start.follow ?? '');
  const item = signal(start.item ?? '');
  const replay = signal(start.timeMs === undefined ? undefined : replayAt(start.timeMs, nowMs));
  const heatRange = signal<RangeName>('day');
  const find = signal('');
  const chosen = signal('');
  const onlyMissing = signal(false);
  const view = signal<View | undefined>(undefined);
  const everybody = computed(
    () => layers.value.has('offline') || replay.value !== undefined || item.value !== '',
  );
  const sources = readMarks({ layers, chosen, everybody, view });
  const past = readPast({ layers, followed, replay, heatRange });
  const plans = readPlans({
    layers,
    view,
    bases: computed(() => (item.value === '' ? (sources.still.value.get('bases') ?? []) : [])),
  });
  const listed = computed(
    () => new Map([...sources.people.value.values()].flat().map((mark) => [mark.id, mark])),
  );
  const holders = readHolders(item, listed);
  const reads: Partial<Record<LayerId, Resource<unknown>>> = {
    ...sources.resources,
    ...past.resources,
    plans: plans.resource,
  };
  const things = computed((): ReadonlyMap<MarkLayerId, readonly Mark[]> => {
    if (item.value !== '') return new Map([['holders', holders.marks.value]]);
    const chests = plans.chests.value;
    return chests === undefined ? sources.still.value : new Map([...sources.still.value, ['plans', chests]]);
  });
  const everyone = computed(() => {
    if (item.value !== '') return new Map<MarkLayerId, readonly Mark[]>();
    if (replay.value === undefined) return sources.people.value;
    const online = replayedMarks(past.trails.value, replay.value.atMs, listed.value);
    return new Map<MarkLayerId, readonly Mark[]>([['online', online]]);
  });
  const isListed = computed(() => {
    const fits = markFilter(find.value);
    const missing = onlyMissing.value && chosen.value !== '';
    return (mark: Mark) => fits(mark) && !(missing && mark.done === true);
  });
  const visible = (marks: ReadonlySignal<ReadonlyMap<MarkLayerId, readonly Mark[]>>) =>
    computed(() => {
      const isVisible = (layer: MarkLayerId) => layer === 'holders' || layers.value.has(layer);
      const shown = DRAWN_ORDER.filter((layer) => isVisible(layer) && marks.value.has(layer));
      return new Map(shown.map((layer) => [layer, (marks.value.get(layer) ?? []).filter(isListed.value)]));
    });
  // Apart from each other: players move all the time, and everything else is drawn and sorted again only with a change.
  const [still, people] = [visible(things), visible(everyone)];
  const drawn = computed(() => [...still.value.values(), ...people.value.values()].flat());
  const keyed = (marks: ReadonlySignal<ReadonlyMap<MarkLayerId, readonly Mark[]>>) =>
    computed(() => new Map([...marks.value.values()].flat().map((mark) => [keyOf(mark), mark])));
  const [stillByKey, peopleByKey] = [keyed(things), keyed(everyone)];
  const selected = signal('');
  const heap = signal<readonly Mark[]>([]);
  return {
    layers,
    find,
    /** Key of the mark whose card is open; ''. */
    selected,
    heap,
    /** @returns whether a card was open. */
    closeCard(): boolean {
      const wasOpen = selected.value !== '' || heap.value.length > 0;
      selected.value = '';
      heap.value = [];
      return wasOpen;
    },
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
    /** Around which rings of distances are drawn; undefined for none. */
    ruler: signal<WorldPoint | undefined>(undefined),
    /** Players within this distance of a place, in meters, are near. */
    nearM: signal(500),
    sources,
    past,
    plans: plans.plans,
    /** The item whose holders are shown; ''. */
    item,
    holders,
    /** The resource of a layer; undefined where nothing is read for it. */
    reads,
    /** The resources of the visible layers, each with the first layer that needs it. */
    shownReads: computed(() => {
      const layerOf = new Map<Resource<unknown>, LayerId>();
      for (const { id } of LAYERS) {
        const read = layers.value.has(id) ? reads[id] : undefined;
        if (read !== undefined && !layerOf.has(read)) layerOf.set(read, id);
      }
      return [...layerOf].map(([read, id]) => ({ id, read }));
    }),
    /** The marks that are shown, by layer: what stands still, and players. */
    still,
    people,
    /** How many players are online whose place is not known. */
    unplaced: computed(() =>
      replay.value === undefined && layers.value.has('online') ? sources.unplaced.value : 0,
    ),
    /** The content of the list: everything drawn in view; with a search, all matches. The nearest first. */
    listed: computed((): readonly ListedMark[] => {
      if (view.value === undefined) return [];
      const { x, y } = centerOf(view.value);
      const box = boxOf(view.value, EDGE_PX);
      if (item.value !== '') return drawn.value.map((mark) => ({ mark, distanceCm: 0 }));
      return (find.value.trim() === '' ? drawn.value.filter((mark) => isInBox(box, mark)) : drawn.value)
        .map((mark) => ({ mark, distanceCm: Math.hypot(mark.x - x, mark.y - y) }))
        .sort((a, b) => a.distanceCm - b.distanceCm);
    }),
    markOf: (key: string) => stillByKey.value.get(key) ?? peopleByKey.value.get(key),
    /** The mark of a player by PlayerUID, wherever they are. */
    playerOf: (uid: string) =>
      peopleByKey.value.get(`online:${uid}`) ?? peopleByKey.value.get(`offline:${uid}`),
    close(): void {
      for (const { close } of [sources, past, plans]) close();
      holders.resource.dispose();
    },
    toggle(layer: LayerId): void {
      const next = new Set(layers.peek());
      if (!next.delete(layer)) next.add(layer);
      layers.value = next;
    },
  };
}

/** The state of the map page. The page sets the signals that can be set; the others follow. */
export type MapState = ReturnType<typeof createMapState>;

/** Live trails are read again so often, in ms; their last part is drawn to where the player is. */
const FRESH_MS = 60_000;
/** Points of a trail are at least this many seconds apart, by range: more is not visible on a map. */
const STEP_SECONDS: Readonly<Record<RangeName, number>> = { hour: 10, day: 60, week: 300 };
/** Pages of trails that are read for the map. */
const MAX_PAGES = 10;
/** The service has whole meters. */
const CM = 100;

function readPast(props: {
  readonly layers: ReadonlySignal<ReadonlySet<LayerId>>;
  /** PlayerUID; whose trail is shown in any case. */
  readonly followed: ReadonlySignal<string>;
  readonly replay: ReadonlySignal<Replay | undefined>;
  readonly heatRange: ReadonlySignal<RangeName>;
}) {
  const { layers, followed, replay, heatRange } = props;
  const minute = clock(FRESH_MS);
  // Only these decide what is read: not each moment of a replay.
  const range = computed(() => replay.value?.range ?? 'hour');
  const toMs = computed(() => replay.value?.toMs);
  const everybody = computed(() => replay.value !== undefined || layers.value.has('trails'));
  const player = computed(() => (everybody.value ? '' : followed.value));
  const trails = resource(async (signal) => {
    if (!may(getTrails) || (!everybody.value && player.value === '')) return [];
    const to = toMs.value ?? minute.value;
    return readTrails({ to, player: player.value, range: range.value }, signal);
  });
  const wantsHeat = computed(() => layers.value.has('heat'));
  const heat = resource(async (signal) => {
    if (!wantsHeat.value || !may(getHeat)) return undefined;
    const From = new Date(Date.now() - RANGES[heatRange.value]).toISOString();
    return client().getHeat({ query: { From }, signal });
  });
  const heatCellCm = computed(() => (heat.value.value?.Cell ?? 100) * CM);
  return {
    /** The ways in the range of the replay; live, of the last hour. */
    trails: computed((): readonly Trail[] => trails.value.value ?? []),
    /** Edge of a cell of the heat, in cm. */
    heatCellCm,
    heat: computed(() => {
      const cells = heat.value.value?.Rows.map(([x, y, seconds]) => ({ x: x * CM, y: y * CM, seconds }));
      return heatHexagons(cells ?? [], heatCellCm.value);
    }),
    resources: { trails, heat },
    close() {
      trails.dispose();
      heat.dispose();
    },
  };
}

/** Whether a place is in the area of a base. */
export function isWithin({ x, y, areaCm = 0 }: Mark, place: WorldPoint): boolean {
  return Math.hypot(place.x - x, place.y - y) <= areaCm;
}

/** Reads the ways of players in a range that ends at `to`. `player`: a PlayerUID; '' for everybody. */
export async function readTrails(
  { to, player, range }: { to: number; player: string; range: RangeName },
  signal: AbortSignal,
): Promise<Trail[]> {
  const trails: Trail[] = [];
  let next: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = {
      From: new Date(to - RANGES[range]).toISOString(),
      To: new Date(to).toISOString(),
      Step: STEP_SECONDS[range],
      ...(player !== '' && { Player: player }),
      ...(next !== undefined && { Cursor: next }),
    };
    const { From, Trails, Next } = await client().getTrails({ query, signal });
    const startMs = Date.parse(From);
    for (const { Uid, Points } of Trails) {
      const points = Points.map(([second, x, y]) => ({
        atMs: startMs + second * 1000,
        x: x * CM,
        y: y * CM,
      }));
      trails.push({ uid: Uid, points });
    }
    if (Next === undefined) break;
    next = Next;
  }
  return trails;
}
