import type { FleetWorld, FleetWorldState } from '@palatine/contract';

/** The filters of the list of worlds; '' for everything. */
export interface WorldFilters {
  readonly find: string;
  readonly tag: string;
  readonly state: FleetWorldState | '';
}

/** The worlds that fit: a part of the name, the key or a tag in any case, and a tag and a state as they are. */
export function matchingWorlds(
  worlds: readonly FleetWorld[],
  { find, tag, state }: WorldFilters,
): readonly FleetWorld[] {
  const term = find.trim().toLowerCase();
  return worlds.filter(
    ({ World, Name, Tags, State }) =>
      (tag === '' || Tags.includes(tag)) &&
      (state === '' || State === state) &&
      [World, Name, ...Tags].some((text) => text.toLowerCase().includes(term)),
  );
}

export function tagsOf(worlds: readonly FleetWorld[]): readonly string[] {
  return [...new Set(worlds.flatMap(({ Tags }) => Tags))].toSorted();
}
