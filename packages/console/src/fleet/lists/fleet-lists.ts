import { type FleetList, getFleetLists } from '@palatine/contract';
import type { Resource } from '../../data/resource.ts';
import { useEvery } from '../../data/use-every.ts';
import { useResource } from '../../data/use-resource.ts';
import { fleetClient } from '../../session/session.ts';

/** Between two reads, in ms: worlds add to lists by themselves. */
const READ_MS = 5000;

/** The shared lists, read anew while the page is in sight. */
export function useFleetLists(): Resource<readonly FleetList[]> {
  const lists = useResource(async (signal) => (await fleetClient().call(getFleetLists, { signal })).Lists);
  useEvery(READ_MS, [lists]);
  return lists;
}

/** The address of a list; `tab`: a part of it. */
export function listPath(list: string, tab = ''): string {
  return `/lists/${encodeURIComponent(list)}${tab === '' ? '' : `/${tab}`}`;
}
