import { Refusal } from '@palatine/contract';
import { parseWorldKey, type WorldKey } from '@palatine/fleet';

/** The world that a query names; undefined for all. Throws VALIDATION_FAILED for what is no key. */
export function worldOfQuery({ World }: { World?: string | undefined }): WorldKey | undefined {
  if (World === undefined) return undefined;
  const world = parseWorldKey(World);
  if (world !== undefined) return world;
  throw new Refusal(
    'VALIDATION_FAILED',
    'World must be the key of a world, as GET /v1/fleet/worlds lists it',
  );
}
