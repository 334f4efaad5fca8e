import { parseGuid, Refusal } from '@palatine/contract';
import type { GameContext } from './game-context.ts';
import type { Camp } from './model.ts';

/**
 * The base camp that an id names, in any spelling of a GUID. Throws INVALID_BASE_CAMP_ID, BASE_CAMP_NOT_FOUND, and
 * BASE_CAMP_MANAGER_UNAVAILABLE where that fault is injected.
 */
export function findCamp({ world, faults }: GameContext, campId: string): Camp {
  const id = parseGuid(campId);
  if (id === undefined)
    throw new Refusal(
      'INVALID_BASE_CAMP_ID',
      `${JSON.stringify(campId)} is not a GUID: the id of a base camp has 32 hexadecimal digits`,
    );
  if (faults.baseCampManagerUnavailable) throw new Refusal('BASE_CAMP_MANAGER_UNAVAILABLE');
  const camp = world.camps.get(id);
  if (camp === undefined) throw new Refusal('BASE_CAMP_NOT_FOUND', `no base camp has the id ${id}`);
  return camp;
}
