import type { MenuGroup } from '../kit/Menu.tsx';
import { texts } from '../texts/texts.ts';
import { type ActionId, type Draft, EMPTY_DRAFT, type Target } from './action.ts';
import { ACTION_IDS, ACTIONS } from './action-table.ts';
import { isOffered, type Offer, offersFor } from './blocked.ts';
import { openAction } from './dialog.ts';
import { levelOf } from './sentences.ts';

/**
 * The actions for one target or several, as groups of a menu: first those that give, then those that take away. What can
 * be done to none of them does nothing, and says why. `draft`: what is filled in already.
 */
export function actionGroups(
  targets: readonly Target[],
  without: readonly ActionId[] = [],
  draft: Partial<Draft> = {},
): MenuGroup[] {
  const offers = offersFor(targets).filter(({ action }) => !without.includes(action.id));
  const groups = [
    { id: 'actions', offers: offers.filter(({ action }) => !action.danger) },
    { id: 'danger', offers: offers.filter(({ action }) => action.danger) },
  ];
  return groups
    .filter(({ offers }) => offers.length > 0)
    .map(({ id, offers }) => ({ id, items: offers.map((offer) => itemOf(offer, targets, draft)) }));
}

function itemOf(offer: Offer, targets: readonly Target[], draft: Partial<Draft>) {
  const { action } = offer;
  const { name } = texts.value.actions.does[action.id];
  const asks = action.fields.length > 0 || levelOf(action, EMPTY_DRAFT, targets) > 1;
  const blocked = blockedText(offer);
  return {
    id: action.id,
    icon: action.icon,
    text: asks ? `${name}…` : name,
    ...(action.keys !== undefined && { keys: action.keys }),
    ...(action.danger && { danger: true }),
    ...(blocked !== '' && { blocked }),
    run: () => openAction(action.id, targets, draft),
  };
}

/** Why an action can be done to none of the targets; '' when it can be done to some. */
export function blockedText({ possible, blocked }: Offer): string {
  if (possible.length > 0) return '';
  const reasons = new Set(blocked.map(({ because }) => texts.value.actions.blocked[because]));
  return [...reasons].join(' · ');
}

/** Any player: only the kind is looked at. */
const PLAYER: Target = { kind: 'player', uid: '', name: '', online: true };

/** The keys of what the token may do to players. Each opens its dialog; for targets it cannot be done to, that says why. */
export function playerActionKeys() {
  return ACTION_IDS.map((id) => ACTIONS[id])
    .filter((action) => action.keys !== undefined && isOffered(action, PLAYER))
    .map(({ id, keys = '' }) => ({
      id,
      text: texts.value.actions.does[id].name,
      keys,
      run: (targets: readonly Target[]) => openAction(id, targets),
    }));
}
