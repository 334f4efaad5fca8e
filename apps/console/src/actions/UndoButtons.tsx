import { ALL_ROUTES, type PalatineEvent } from '@palatine/contract';
import { describeError } from '../faces/errors.ts';
import { Button } from '../kit/Button.tsx';
import { Icon } from '../kit/Icon.tsx';
import { showToast } from '../kit/toasts.ts';
import { may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { ACTIONS } from './action-table.ts';
import { openAction } from './dialog.ts';
import { VersionGoneError, type WayBack, waysBack } from './undo.ts';
import './undo-buttons.css';

/** The inverses of an event, each as a button that opens its dialog; without one, why. `quiet`: beside other rows, and nothing without one. */
export function WaysBack({ of, quiet = false }: { of: PalatineEvent; quiet?: boolean }) {
  const text = texts.value.wayBack;
  const ways = waysBack(of);
  if (typeof ways === 'string') return quiet ? null : <span>{text.because[ways]}</span>;
  const allowed = ways.filter(({ id }) => may(ALL_ROUTES[ACTIONS[id].route]));
  if (allowed.length === 0) return quiet ? null : <span>{text.because.notYours}</span>;
  return (
    <span class="ways-back">
      {allowed.map((way) => (
        <Button key={way.id} kind={quiet ? 'bare' : 'plain'} onClick={() => void open(way)}>
          <Icon shape={ACTIONS[way.id].icon} size={16} />
          {texts.value.actions.does[way.id].name}…
        </Button>
      ))}
    </span>
  );
}

async function open({ id, target, draft }: WayBack): Promise<void> {
  try {
    openAction(id, await target(), draft);
  } catch (error) {
    const { message, code } = describeError(error);
    const text = error instanceof VersionGoneError ? texts.value.wayBack.because.versionGone : message;
    showToast({ text, detail: code, tone: 'danger' });
  }
}
