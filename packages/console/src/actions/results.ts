import { headersOf } from '@palatine/client';
import { DELIVERY_HEADER, ENFORCEMENT_HEADER } from '@palatine/contract';
import type { Action, Inverse } from './action.ts';
import type { Draft } from './draft.ts';

/** What became of an action that the service accepted. */
export interface ActionResult {
  /** What the service answered, in words. */
  readonly lines: readonly string[];
  readonly inverse: Inverse | undefined;
  /** It waits for the next stop of the game server: nothing has happened yet. */
  readonly waits: boolean;
  /** Why the game server has not done it yet; '' when it has, and without one. */
  readonly enforcing: string;
}

/** Reads what the service answered. */
export function resultOf(action: Action, reply: object, draft: Draft): ActionResult {
  const headers = headersOf(reply);
  const waits = headers?.has(DELIVERY_HEADER) ?? false;
  const [, enforcing = ''] = /^pending; (.*)$/.exec(headers?.get(ENFORCEMENT_HEADER) ?? '') ?? [];
  return {
    // The reply is of the action's own route.
    lines: waits ? [] : (action.result?.(reply as never) ?? []),
    inverse: waits ? undefined : action.inverse?.(reply as never, draft),
    waits,
    enforcing,
  };
}
