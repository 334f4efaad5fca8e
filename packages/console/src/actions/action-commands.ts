import { openPalette } from '../commands/palette.ts';
import type { HitKind } from '../commands/palette-hit.ts';
import type { Command } from '../commands/registry.ts';
import { texts } from '../texts/texts.ts';
import type { Action } from './action.ts';
import { ACTION_IDS, ACTIONS } from './action-table.ts';
import { isOffered } from './blocked.ts';
import { openAction } from './dialog.ts';
import { openForFound } from './hit-target.ts';
import type { Target, TargetKind } from './target.ts';

/** Kinds of targets that the palette finds. */
const FOUND: Partial<Record<TargetKind, HitKind>> = { player: 'player', base: 'base' };

/** Targets that there is one of. */
const LONE: readonly Target[] = [{ kind: 'everybody' }, { kind: 'service' }, { kind: 'server' }];

/** A target of a kind, to ask whether an action is offered at all. */
const ANY: Partial<Record<TargetKind, Target>> = {
  player: { kind: 'player', uid: '', name: '', online: true },
  base: { kind: 'base', id: '', name: '' },
};

/** The actions of the palette: on what it finds, and on everybody, the service and the game server. */
export function actionCommands(): Command[] {
  return ACTION_IDS.flatMap((id) => {
    const action = ACTIONS[id];
    const lone = LONE.find((target) => isOffered(action, target));
    if (lone !== undefined) return [commandOf(action, () => openAction(id, lone))];
    const kind = action.targets.find((each) => FOUND[each] !== undefined);
    const [hit, any] = kind === undefined ? [] : [FOUND[kind], ANY[kind]];
    if (hit === undefined || any === undefined || !isOffered(action, any)) return [];
    const { name } = texts.value.actions.does[id];
    return [
      {
        ...commandOf(action, () => openPalette(`${name} `)),
        target: {
          kinds: [hit],
          text: (who: string) => `${texts.value.actionDialog.title(name, who)} …`,
          run: (found) => void openForFound(id, found),
        },
      },
    ];
  });
}

function commandOf({ id, icon }: Action, run: () => void): Command {
  return { id: `action ${id}`, text: `${texts.value.actions.does[id].name} …`, group: 'actions', icon, run };
}
