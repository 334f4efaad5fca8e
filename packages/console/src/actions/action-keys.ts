import { texts } from '../texts/texts.ts';
import { ACTION_IDS, ACTIONS } from './action-table.ts';
import { isOffered } from './blocked.ts';
import { openAction } from './dialog.ts';
import type { Target } from './target.ts';

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
