import { Refusal, type RouteShape } from '@palatine/contract';

/** The refusal of a write that a game server without a mod cannot do. */
export function impossible({ title }: RouteShape): Refusal {
  return new Refusal(
    'REQUEST_FAILED',
    `${title}: the running game server has no interface for this, and it cannot be written into its save; nothing was changed`,
  );
}
