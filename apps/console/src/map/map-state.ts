import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Resource } from '../data/resource.ts';
import { isInBox, type WorldPoint } from '../ground/regions.ts';
import { boxOf, centerOf, EDGE_PX, type View } from '../ground/view.ts';
import { DRAWN_ORDER, LAYERS, LAYERS_AT_FIRST, type LayerId, type MarkLayerId } from './layers.ts';
import type { MapAddress } from './map-address.ts';
import { readHolders } from './marks/holders.ts';
import { keyOf, type Mark, markFilter, type Near, near } from './marks/mark.ts';
import { readPlans } from './marks/plans.ts';
import { readMarks } from './marks/read-marks.ts';
import { readPast } from './past/read-past.ts';
import { type RangeName, replayAt } from './past/replay.ts';
import { replayedMarks } from './past/trail.ts';

/** Settings of the map that a user can change. */
function choicesOf({ layers, follow = '', item = '', timeMs }: MapAddress) {
  return {
    layers: signal<ReadonlySet<LayerId>>(layers ?? new Set(LAYERS_AT_FIRST)),
    /** PlayerUID of who is kept in the middle; ''. */
    followed: signal(follow),
    /** The item whose holders are shown; ''. */
    item: signal(item),
    /** The replay that is shown; undefined while the map is live. */
    replay: signal(timeMs === undefined ? undefined : replayAt(timeMs, Date.now())),
    heatRange: signal<RangeName>('day'),
    find: signal(''),
    /** PlayerUID of whose progress is shown; ''. */
    chosen: signal(''),
    onlyMissing: signal(false),
    /** The view at rest; undefined before the map has a size. */
    view: signal<View | undefined>(undefined),
    /** Key of the mark whose card is open; ''. */
    selected: signal(''),
    heap: signal<readonly Mark[]>([]),
    /** Key of the mark under the pointer or the cursor of the list; ''. */
    hovered: signal(''),
    /** Around which rings of distances are drawn; undefined for none. */
    ruler: signal<WorldPoint | undefined>(undefined),
    /** Players within this distance of a place, in meters, are near. */
    nearM: signal(500),
  };
}

type MarksByLayer = ReadonlyMap<MarkLayerId, readonly Mark[]>;

/** The state of the map page. The page sets the choices; the others follow. */
export type MapState = ReturnType<typeof createMapState>;

export function createMapState(start: MapAddress) {
  const choices = choicesOf(start);
  const { layers, item, replay, find, chosen, onlyMissing, view, selected, heap } = choices;
  const sources = readMarks(choices);
  const past = readPast(choices);
  const bases = computed(() => (item.value === '' ? (sources.still.value.get('bases') ?? []) : []));
  const plans = readPlans(choices, bases);
  const players = computed(
    () => new Map([...sources.people.value.values()].flat().map((mark) => [mark.id, mark])),
  );
  const holders = readHolders(item, players);
  const things = computed((): MarksByLayer => {
    if (item.value !== '') return new Map([['holders', holders.marks.value]]);
    const chests = plans.chests.value;
    return chests === undefined ? sources.still.value : new Map([...sources.still.value, ['plans', chests]]);
  });
  const everyone = computed((): MarksByLayer => {
    if (item.value !== '') return new Map();
    if (replay.value === undefined) return sources.people.value;
    return new Map([['online', replayedMarks(past.trails.value, replay.value.atMs, players.value)]]);
  });
  const isListed = computed(() => {
    const fits = markFilter(find.value);
    const missing = onlyMissing.value && chosen.value !== '';
    return (mark: Mark) => fits(mark) && !(missing && mark.done === true);
  });
  const visible = (marks: ReadonlySignal<MarksByLayer>) =>
    computed((): MarksByLayer => {
      const isVisible = (layer: MarkLayerId) => layer === 'holders' || layers.value.has(layer);
      const shown = DRAWN_ORDER.filter((layer) => isVisible(layer) && marks.value.has(layer));
      return new Map(shown.map((layer) => [layer, (marks.value.get(layer) ?? []).filter(isListed.value)]));
    });
  // Apart from each other: players move all the time, and everything else is drawn and sorted again only with a change.
  const [still, people] = [visible(things), visible(everyone)];
  const drawn = computed(() => [...still.value.values(), ...people.value.values()].flat());
  const keyed = (marks: ReadonlySignal<MarksByLayer>) =>
    computed(() => new Map([...marks.value.values()].flat().map((mark) => [keyOf(mark), mark])));
  const [stillByKey, peopleByKey] = [keyed(things), keyed(everyone)];
  /** The resource of a layer; undefined where nothing is read for it. */
  const reads: Partial<Record<LayerId, Resource<unknown>>> = {
    ...sources.resources,
    ...past.resources,
    plans: plans.resource,
  };
  return {
    ...choices,
    sources,
    past,
    plans: plans.plans,
    readCamp: plans.readCamp,
    holders,
    reads,
    still,
    people,
    /** The resources of the visible layers, each with the first layer that needs it. */
    shownReads: computed(() => {
      const shown = LAYERS.flatMap(({ id }) => {
        const read = layers.value.has(id) ? reads[id] : undefined;
        return read === undefined ? [] : [{ id, read }];
      });
      return shown.filter(({ read }, at) => shown.findIndex((other) => other.read === read) === at);
    }),
    unplaced: computed(() =>
      replay.value === undefined && layers.value.has('online') ? sources.unplaced.value : 0,
    ),
    /** The content of the list: everything drawn in view; with a search, all matches. The nearest first. */
    listed: computed((): readonly Near<Mark>[] => {
      if (view.value === undefined) return [];
      if (item.value !== '') return drawn.value.map((mark) => ({ item: mark, distanceCm: 0 }));
      const box = boxOf(view.value, EDGE_PX);
      const marks = find.value.trim() === '' ? drawn.value.filter((mark) => isInBox(box, mark)) : drawn.value;
      return near(marks, centerOf(view.value));
    }),
    markOf: (key: string) => stillByKey.value.get(key) ?? peopleByKey.value.get(key),
    /** The mark of a player by PlayerUID, wherever they are. */
    playerOf: (uid: string) =>
      peopleByKey.value.get(`online:${uid}`) ?? peopleByKey.value.get(`offline:${uid}`),
    /** @returns whether a card was open. */
    closeCard(): boolean {
      const wasOpen = selected.value !== '' || heap.value.length > 0;
      selected.value = '';
      heap.value = [];
      return wasOpen;
    },
    toggle(layer: LayerId): void {
      const next = new Set(layers.peek());
      if (!next.delete(layer)) next.add(layer);
      layers.value = next;
    },
    close(): void {
      for (const stop of [...sources.stops, ...past.stops, ...plans.stops, holders.resource.dispose]) stop();
    },
  };
}
