import type { Resource } from '../../data/resource.ts';
import { LAYERS, type LayerId } from '../layers.ts';
import type { MapState } from '../map-state.ts';

export interface LayerRead {
  readonly id: LayerId;
  readonly read: Resource<unknown>;
}

/** What a layer is read from; undefined where it is not read from the service, or with another. */
export function readOf({ sources, past }: MapState, id: LayerId): Resource<unknown> | undefined {
  return { ...sources.resources, ...past.resources }[id];
}

/** What the layers that are shown are read from. */
export function shownReads(state: MapState): LayerRead[] {
  return LAYERS.flatMap(({ id }) => {
    const read = state.layers.value.has(id) ? readOf(state, id) : undefined;
    return read === undefined ? [] : [{ id, read }];
  });
}

/** Whether something of what is shown is being read for the first time. */
export function isReading(state: MapState): boolean {
  return shownReads(state).some(({ read }) => read.loading.value && read.value.value === undefined);
}
