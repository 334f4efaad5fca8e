import { getHeat, getTrails } from '@palatine/contract';
import { computed, type ReadonlySignal } from '@preact/signals';
import { clock } from '../../data/clock.ts';
import { resource } from '../../data/resource.ts';
import { client, may } from '../../session/session.ts';
import type { LayerId } from '../layers.ts';
import { heatHexagons } from './heat.ts';
import { RANGES, type RangeName, type Replay } from './replay.ts';
import type { Trail } from './trail.ts';

interface PastWishes {
  readonly layers: ReadonlySignal<ReadonlySet<LayerId>>;
  /** PlayerUID; whose trail is shown in any case. */
  readonly followed: ReadonlySignal<string>;
  readonly replay: ReadonlySignal<Replay | undefined>;
  readonly heatRange: ReadonlySignal<RangeName>;
}

/** Live trails are read again so often, in ms; their last part is drawn to where the player is. */
const FRESH_MS = 60_000;
/** Points of a trail are at least so many seconds apart, by range: nobody sees more on a map. */
const STEP_SECONDS: Readonly<Record<RangeName, number>> = { hour: 10, day: 60, week: 300 };
/** Pages of trails that are read for the map. */
const MOST_PAGES = 10;
/** The service has whole metres. */
const CM = 100;

/** Reads where players have been. */
export function readPast({ layers, followed, replay, heatRange }: PastWishes) {
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

async function readTrails(
  { to, player, range }: { to: number; player: string; range: RangeName },
  signal: AbortSignal,
): Promise<Trail[]> {
  const found: Trail[] = [];
  let next: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
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
      found.push({ uid: Uid, points });
    }
    if (Next === undefined) break;
    next = Next;
  }
  return found;
}
