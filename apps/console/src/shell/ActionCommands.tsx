import { useEffect } from 'preact/hooks';
import type { Action, ActionId, Target, TargetKind } from '../actions/action.ts';
import { ACTION_IDS, ACTIONS } from '../actions/action-table.ts';
import { blockedBecause, isOffered, surroundings } from '../actions/blocked.ts';
import { openAction, openedAction, playerTarget } from '../actions/dialog.ts';
import { registerSource } from '../commands/palette.ts';
import {
  type Command,
  commandWords,
  type PaletteHit,
  type Subject,
  subject,
  useCommands,
} from '../commands/registry.ts';
import { texts } from '../texts/texts.ts';
import { LazyPart } from '../views/AsyncView.tsx';
import { visibleText } from '../views/visible-text.ts';
import { openRead, phraseSource } from './phrases.ts';

const actionDialog = () => import('../actions/ActionDialog.tsx');

/** Offers every action to the palette and the keys, and shows the dialog of the one that is open. */
export default function ActionCommands() {
  useCommands(actionCommands());
  useEffect(() => registerSource(phraseSource), []);
  const { words } = texts.value.phrases;
  useEffect(() => {
    commandWords.value = words;
  }, [words]);
  return <LazyPart load={actionDialog} when={openedAction.value !== undefined} />;
}

/** Targets that there is one of: their actions need no second step. */
const SINGLE = ['everybody', 'service', 'server'] as const satisfies TargetKind[];

/** Every action of the table as a command: at once, or after the target has been asked for. */
function actionCommands(): Command[] {
  const about = subject.value;
  return ACTION_IDS.flatMap((id) => commandOf(ACTIONS[id], about));
}

function commandOf(action: Action, about: Subject | undefined): Command[] {
  const { id, icon, targets } = action;
  const { name } = texts.value.actions.does[id];
  const base = { id: `action ${id}`, text: `${name}…`, group: 'actions', icon } as const;
  const single = SINGLE.find((kind) => targets.includes(kind));
  if (single !== undefined) {
    const target: Target = { kind: single };
    if (!isOffered(action, target)) return [];
    const because = blockedBecause(action, target, surroundings());
    const blocked = because === undefined ? {} : { blocked: texts.value.actions.blocked[because] };
    return [{ ...base, ...blocked, run: () => openAction(id, target) }];
  }
  const kind = targets.includes('player') ? 'player' : targets.includes('base') ? 'base' : undefined;
  if (kind === undefined || !isOffered(action, placeholder(kind))) return [];
  const isMeant = about?.kind === kind;
  return [
    {
      ...base,
      target: {
        kinds: [kind],
        text: (target) => nameWith(id, kind, target),
        run: (hit) => openOn(id, kind, hit),
      },
      run: () => (isMeant ? openOn(id, kind, about) : false), // without a target the palette asks for one
    },
  ];
}

function nameWith(id: ActionId, kind: 'player' | 'base', name: string): string {
  const { does, base } = texts.value.actions;
  const label = visibleText(name);
  const sentence = does[id].button(kind === 'base' ? base(label) : label, '…');
  return sentence.endsWith('…') ? sentence : `${sentence}…`;
}

/** Only its kind is looked at. */
function placeholder(kind: 'player' | 'base'): Target {
  return kind === 'base' ? { kind, id: '', name: '' } : { kind, uid: '', name: '', online: true };
}

function openOn(id: ActionId, kind: 'player' | 'base', hit: Pick<PaletteHit, 'id' | 'name'>): void {
  if (kind === 'base') openAction(id, { kind, id: hit.id, name: hit.name });
  else void openRead(id, playerTarget(hit.id, hit.name));
}
