import {
  boundRule,
  DELIVERY_STATES,
  type DeliveryState,
  getDeliveries,
  LIMITS,
  MAX_DELIVERIES,
  Refusal,
  type RouteQuery,
} from '@palatine/contract';
import { serialize } from '../game/responses.ts';
import type { Routes } from './routes.ts';
import type { Service } from './service.ts';

const DEFAULT_PAGE = 100;
type Query = RouteQuery<typeof getDeliveries>;

/** Mounts the list of what waits for the next maintenance of the game server. */
export function mountDeliveries(routes: Routes, { game }: Service): void {
  routes.read(getDeliveries, async ({ query }) =>
    serialize(
      await game.deliveries({
        state: stateOf(query),
        player: playerOf(query),
        limit: limitOf(query),
        cursor: query.Cursor,
      }),
    ),
  );
}

function stateOf({ State }: Query): DeliveryState | undefined {
  if (State === undefined) return undefined;
  const state = DELIVERY_STATES.find((known) => known.toLowerCase() === State.toLowerCase());
  if (state !== undefined) return state;
  throw new Refusal('VALIDATION_FAILED', `State must be one of ${DELIVERY_STATES.join(', ')}`);
}

function playerOf({ Player }: Query): string | undefined {
  if (Player === undefined || Player.length <= LIMITS.filterChars) return Player;
  const rule = boundRule({ kind: 'maxLength', bound: LIMITS.filterChars });
  throw new Refusal('VALIDATION_FAILED', `Player ${rule}`);
}

function limitOf({ Limit }: Query): number {
  if (Limit === undefined) return DEFAULT_PAGE;
  const limit = Number(Limit);
  if (/^[0-9]{1,4}$/.test(Limit) && limit >= 1 && limit <= MAX_DELIVERIES) return limit;
  throw new Refusal('VALIDATION_FAILED', `Limit must be a whole number from 1 to ${MAX_DELIVERIES}`);
}
