import { ALL_ROUTES, type PalatineEvent } from '@palatine/contract';
import { Button } from '../kit/Button.tsx';
import { showToast } from '../kit/toasts.ts';
import { may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { describeError } from '../views/errors.ts';
import { ACTIONS } from './action-table.ts';
import { openAction } from './dialog.ts';
import { type UndoAction, undoActionsOf, VersionGoneError } from './undo.ts';
import './undo-buttons.css';

/** The inverses of an event, each as a button that opens its dialog; without one, why. `quiet`: beside other rows, and nothing without one. */
export function UndoButtons({ event, quiet = false }: { event: PalatineEvent; quiet?: boolean }) {
  const text = texts.value.undo;
  const undoActions = undoActionsOf(event);
  if (typeof undoActions === 'string') return quiet ? null : <span>{text.because[undoActions]}</span>;
  const allowed = undoActions.filter(({ id }) => may(ALL_ROUTES[ACTIONS[id].route]));
  if (allowed.length === 0) return quiet ? null : <span>{text.because.notYours}</span>;
  return (
    <span class="undo-buttons cluster">
      {allowed.map((way) => (
        <Button
          key={way.id}
          kind={quiet ? 'bare' : 'plain'}
          icon={ACTIONS[way.id].icon}
          onClick={() => void open(way)}
        >
          {texts.value.actions.does[way.id].name}…
        </Button>
      ))}
    </span>
  );
}

async function open({ id, target, draft }: UndoAction): Promise<void> {
  try {
    openAction(id, await target(), draft);
  } catch (error) {
    const { message, code } = describeError(error);
    const text = error instanceof VersionGoneError ? texts.value.undo.because.versionGone : message;
    showToast({ text, detail: code, tone: 'danger' });
  }
}
