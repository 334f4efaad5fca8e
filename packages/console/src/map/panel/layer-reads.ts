import type { Resource } from '../../data/resource.ts';
import { LAYERS, type LayerId } from '../layers.ts';
import type { MapState } from '../map-state.ts';

export interface LayerRead {
  readonly id: LayerId;
  readonly read: Resource<unknown>;
}

/** What a layer is read from; undefined where nothing is read for it. */
export function readOf({ sources, past }: MapState, id: LayerId): Resource<unknown> | undefined {
  return sources.resources[id] ?? past.resources[id];
}

/** What the layers that are shown are read from, each with the first layer that needs it. */
export function shownReads(state: MapState): LayerRead[] {
  const reads = new Map<Resource<unknown>, LayerId>();
  for (const { id } of LAYERS) {
    const read = state.layers.value.has(id) ? readOf(state, id) : undefined;
    if (read !== undefined && !reads.has(read)) reads.set(read, id);
  }
  return [...reads].map(([read, id]) => ({ id, read }));
}

/** Whether something of what is shown is being read for the first time. */
export function isReading(state: MapState): boolean {
  return shownReads(state).some(({ read }) => read.loading.value && read.value.value === undefined);
}
