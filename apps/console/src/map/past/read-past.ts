import { getHeat, getTrails } from '@palatine/contract';
import { computed, type ReadonlySignal } from '@preact/signals';
import { clock } from '../../data/clock.ts';
import { resource } from '../../data/resource.ts';
import { allRows } from '../../data/rows.ts';
import { client, may } from '../../session/session.ts';
import type { LayerId } from '../layers.ts';
import { RANGES, type RangeName, type Replay } from './replay.ts';
import { heatHexagons, type Trail } from './trail.ts';

/** Live trails are read again so often, in ms; their last part is drawn to where the player is. */
const FRESH_MS = 60_000;
/** Points of a trail are at least this many seconds apart, by range: more is not visible on a map. */
const STEP_SECONDS: Readonly<Record<RangeName, number>> = { hour: 10, day: 60, week: 300 };
const MAX_PAGES = 10;
/** The service has whole meters. */
const CM = 100;

export function readPast(choices: {
  readonly layers: ReadonlySignal<ReadonlySet<LayerId>>;
  readonly followed: ReadonlySignal<string>;
  readonly replay: ReadonlySignal<Replay | undefined>;
  readonly heatRange: ReadonlySignal<RangeName>;
}) {
  const { layers, followed, replay, heatRange } = choices;
  const minute = clock(FRESH_MS);
  // Only these decide what is read: not each moment of a replay.
  const range = computed(() => replay.value?.range ?? 'hour');
  const toMs = computed(() => replay.value?.toMs);
  const everybody = computed(() => replay.value !== undefined || layers.value.has('trails'));
  const player = computed(() => (everybody.value ? '' : followed.value));
  const trails = resource(async (signal) => {
    if (!may(getTrails) || (!everybody.value && player.value === '')) return [];
    return readTrails({ to: toMs.value ?? minute.value, player: player.value, range: range.value }, signal);
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
    stops: [trails.dispose, heat.dispose],
  };
}

/** Reads the ways of players in a range that ends at `to`. `player`: a PlayerUID; '' for everybody. */
export function readTrails(
  { to, player, range }: { to: number; player: string; range: RangeName },
  signal: AbortSignal,
): Promise<Trail[]> {
  const span = { From: new Date(to - RANGES[range]).toISOString(), To: new Date(to).toISOString() };
  const input = { ...span, Step: STEP_SECONDS[range], ...(player !== '' && { Player: player }) };
  let pages = 0;
  return allRows(async ({ Limit: _, ...page }) => {
    const { From, Trails, Next } = await client().getTrails({ query: { ...input, ...page }, signal });
    const pointOf = ([second, x, y]: (typeof Trails)[number]['Points'][number]) => ({
      atMs: Date.parse(From) + second * 1000,
      x: x * CM,
      y: y * CM,
    });
    pages++;
    return {
      Rows: Trails.map(({ Uid, Points }) => ({ uid: Uid, points: Points.map(pointOf) })),
      Next: pages < MAX_PAGES ? Next : undefined,
    };
  });
}
