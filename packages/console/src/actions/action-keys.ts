import { texts } from '../texts/texts.ts';
import type { ActionId } from './action.ts';
import { ACTION_IDS, ACTIONS } from './action-table.ts';
import { isOffered } from './blocked.ts';
import { openAction } from './dialog.ts';
import type { Target } from './target.ts';

/** A key that opens the dialog of an action. */
export interface ActionKey {
  readonly id: ActionId;
  readonly text: string;
  readonly keys: string;
  /** Opens the dialog; for targets the action cannot be done to, it says why. */
  run(targets: readonly Target[]): void;
}

/** Any player: only the kind is looked at. */
const PLAYER: Target = { kind: 'player', uid: '', name: '', online: true };

/** The keys of what the token may do to players. */
export function playerActionKeys(): readonly ActionKey[] {
  return ACTION_IDS.map((id) => ACTIONS[id]).flatMap((action) =>
    action.keys === undefined || !isOffered(action, PLAYER)
      ? []
      : [
          {
            id: action.id,
            text: texts.value.actions.does[action.id].name,
            keys: action.keys,
            run: (targets: readonly Target[]) => openAction(action.id, targets),
          },
        ],
  );
}
