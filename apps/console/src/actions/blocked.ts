import { ALL_ROUTES, holds, OFFLINE_PLAYERS, type RouteShape } from '@palatine/contract';
import { words } from '@palatine/contract/words';
import { may, sessionFacts } from '../session/session.ts';
import type { Action, ActionId, Blocked, Target } from './action.ts';
import { ACTION_IDS, ACTIONS } from './action-table.ts';

export type Surroundings = ReturnType<typeof surroundings>;

export function surroundings() {
  const facts = sessionFacts.value;
  return {
    attached: facts?.World.Kind === 'Attached',
    servesOffline:
      facts?.Service.PlayerResolution === 'Known' ||
      holds(facts?.Token.Permissions ?? [], OFFLINE_PLAYERS.permission),
  };
}

/** Routes that reach belongings of a player: the character has to be loaded, and as a rule online. */
const BELONGINGS: ReadonlySet<ActionId> = new Set(
  words('giveItems givePals giveTemplates giveEggs giveProgress learn forget'),
);

/** Why an action cannot be done to a target; undefined when it can, as far as the page knows. */
export function blockedBecause(
  action: Action,
  target: Target,
  { attached, servesOffline }: Surroundings,
): Blocked | undefined {
  const route: RouteShape = ALL_ROUTES[action.route];
  if (route.attachedOnly && !attached) return 'notAttached';
  // An alert may stand for a broadcast, where Server.json says so: the service knows, the page does not.
  if (attached && route.attached === 'Impossible' && action.id !== 'alert') return 'impossible';
  const own = action.blocked?.(target);
  if (own !== undefined || target.kind !== 'player' || !BELONGINGS.has(action.id)) return own;
  if (target.hasPlayerFile === false) return 'noPlayerFile';
  // This applies with a game server too: the player is resolved when a delivery is accepted.
  return target.online || servesOffline ? undefined : 'offlineHere';
}

/** Whether an action is offered for targets of this kind: the token may do it, and the service can ever do it. */
export function isOffered(action: Action, target: Target): boolean {
  const route: RouteShape = ALL_ROUTES[action.route];
  if (!may(route) || !action.targets.includes(target.kind)) return false;
  if (action.offered?.(target) === false) return false;
  return !route.attachedOnly || surroundings().attached;
}

/** An action for a choice of targets: those it can be done to, and why not to the others. */
export interface Offer {
  readonly action: Action;
  readonly possible: readonly Target[];
  readonly blocked: readonly { readonly target: Target; readonly because: Blocked }[];
}

/** The actions offered for these targets, in the order of the menus. None for no target. */
export function offersFor(targets: readonly Target[]): Offer[] {
  return ACTION_IDS.map((id) => ACTIONS[id])
    .filter((action) => targets.length > 0 && targets.every((target) => isOffered(action, target)))
    .map((action) => offerOf(action, targets));
}

export function offerOf(action: Action, targets: readonly Target[]): Offer {
  const around = surroundings();
  const judged = targets.map((target) => ({ target, because: blockedBecause(action, target, around) }));
  return {
    action,
    possible: judged.filter(({ because }) => because === undefined).map(({ target }) => target),
    blocked: judged.flatMap(({ target, because }) => (because === undefined ? [] : [{ target, because }])),
  };
}
