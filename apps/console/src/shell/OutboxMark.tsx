import { Check, LoaderCircle, TriangleAlert } from 'lucide';
import { Button, Icon } from '../kit/Button.tsx';
import { Popover } from '../kit/Popover.tsx';
import type { Entry, EntryState } from '../outbox/entry.ts';
import { outbox } from '../outbox/outbox.ts';
import { texts } from '../texts/texts.ts';
import { Status, Time, type Tone } from '../views/Values.tsx';
import { visibleText } from '../views/visible-text.ts';
import './outbox-mark.css';

const TONES: Readonly<Record<EntryState, Tone>> = {
  waiting: 'plain',
  sent: 'info',
  done: 'ok',
  refused: 'danger',
  unknown: 'warn',
  stopped: 'off',
};

const SHOWN = 30;

/** The running actions, and the outcome of the last ones. It appears with the first one. */
export default function OutboxMark() {
  const text = texts.value.outbox;
  const entries = outbox.entries.value;
  if (entries.length === 0) return null;
  const unknown = entries.filter(({ state }) => state === 'unknown').length;
  const running = outbox.open.value - unknown;
  const label = running > 0 ? text.running(running) : unknown > 0 ? text.unknown(unknown) : text.title;
  const icon = running > 0 ? LoaderCircle : unknown > 0 ? TriangleAlert : Check;
  const tone = running > 0 ? 'running' : unknown > 0 ? 'doubt' : 'ended';
  return (
    <Popover
      align="end"
      title={text.title}
      trigger={
        <Button kind="bare" class={`outbox-mark ${tone}`} aria-label={label}>
          <Icon shape={icon} />
          {running + unknown > 0 && <span aria-hidden="true">{running + unknown}</span>}
        </Button>
      }
    >
      <ul class="outbox-list">
        {entries.slice(0, SHOWN).map((entry) => (
          <Line key={entry.key} entry={entry} />
        ))}
      </ul>
      <Button onClick={() => outbox.tidy()}>{text.tidy}</Button>
    </Popover>
  );
}

function Line({ entry }: { entry: Entry }) {
  const text = texts.value.outbox;
  const { key, label, state, code, message, askedAtMs } = entry;
  const blocked = state === 'unknown' || state === 'stopped' ? outbox.blockedBecause(entry) : undefined;
  const canRetry = (state === 'unknown' || state === 'stopped') && blocked === undefined;
  return (
    <li>
      <div class="row between">
        <span>
          <bdi>{visibleText(label, 120)}</bdi>
        </span>
        <Status tone={TONES[state]}>{text.states[state]}</Status>
      </div>
      {message !== undefined && state !== 'done' && <p class="faint">{message}</p>}
      {state === 'unknown' && (
        <p class="faint">
          {blocked === undefined ? texts.value.views.errors.outcomeUnknown : text.blocked[blocked]}
        </p>
      )}
      <div class="row between">
        <span class="faint">
          <Time at={askedAtMs} /> {code !== undefined && state === 'refused' && <code>{code}</code>}
        </span>
        {canRetry && (
          <Button onClick={() => void outbox.retry(key)}>
            {state === 'unknown' ? text.again : text.send}
          </Button>
        )}
      </div>
    </li>
  );
}
