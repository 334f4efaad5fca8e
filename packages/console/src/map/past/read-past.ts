import { getHeat, getTrails } from '@palatine/contract';
import { computed, type ReadonlySignal } from '@preact/signals';
import { clock } from '../../data/clock.ts';
import { type Resource, resource } from '../../data/resource.ts';
import { client, may } from '../../session/session.ts';
import type { LayerId } from '../layers.ts';
import { type HeatHexagon, heatHexagons } from './heat.ts';
import { RANGES, type RangeName, type Replay } from './replay.ts';
import type { Trail } from './trail.ts';

/** Where players have been. */
export interface PastSources {
  /** The ways in the range of the replay; live, of the last hour. */
  readonly trails: ReadonlySignal<readonly Trail[]>;
  readonly heat: ReadonlySignal<readonly HeatHexagon[]>;
  /** Edge of a cell of the heat, in cm. */
  readonly heatCellCm: ReadonlySignal<number>;
  readonly resources: Readonly<Partial<Record<LayerId, Resource<unknown>>>>;
  close(): void;
}

export interface PastWishes {
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

export function readPast({ layers, followed, replay, heatRange }: PastWishes): PastSources {
  const minute = clock(FRESH_MS);
  // Only these decide what is read: not each moment of a replay.
  const asked = computed(() => {
    const { range, fromMs, toMs } = replay.value ?? {};
    const everybody = replay.value !== undefined || layers.value.has('trails');
    const player = everybody ? '' : followed.value;
    return JSON.stringify({ range, fromMs, toMs, everybody, player });
  });
  const trails = resource(async (signal) => {
    const { range, fromMs, toMs, everybody, player } = JSON.parse(asked.value) as Asked; // as written above
    if (!may(getTrails) || (!everybody && player === '')) return [];
    const to = toMs ?? minute.value;
    return readTrails({ from: fromMs ?? to - RANGES.hour, to, player, range: range ?? 'hour' }, signal);
  });
  const wantsHeat = computed(() => layers.value.has('heat'));
  const heat = resource(async (signal) => {
    if (!wantsHeat.value || !may(getHeat)) return undefined;
    const From = new Date(Date.now() - RANGES[heatRange.value]).toISOString();
    return client().getHeat({ query: { From }, signal });
  });
  const heatCellCm = computed(() => (heat.value.value?.Cell ?? 100) * CM);
  return {
    trails: computed(() => trails.value.value ?? []),
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

interface Asked {
  readonly range?: RangeName;
  readonly fromMs?: number;
  readonly toMs?: number;
  readonly everybody: boolean;
  readonly player: string;
}

async function readTrails(
  { from, to, player, range }: { from: number; to: number; player: string; range: RangeName },
  signal: AbortSignal,
): Promise<Trail[]> {
  const found: Trail[] = [];
  let next: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = {
      From: new Date(from).toISOString(),
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
