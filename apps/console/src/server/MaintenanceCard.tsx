import {
  backUpServer,
  cancelMaintenance,
  type Maintenance,
  type ServerStatus,
  saveServer,
  startMaintenance,
} from '@palatine/contract';
import { openAction } from '../actions/dialog.ts';
import { nowMs } from '../data/clock.ts';
import { formatDuration } from '../data/format.ts';
import { Button } from '../kit/Button.tsx';
import { Card, Facts } from '../kit/Layout.tsx';
import { isStoppedByHand, may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { Status, Time } from '../views/Values.tsx';
import { shownSteps } from './server-state.ts';

const SERVER = { kind: 'server' } as const;

/** The maintenance that runs, the last one and the next; and what can be done with the server. */
export function MaintenanceCard({ status }: { status: ServerStatus }) {
  const text = texts.value.server;
  const { does } = texts.value.actions;
  const { Running, Last, NextAt } = status.Maintenance;
  const tools = (
    <>
      {may(saveServer) && (
        <Button onClick={() => openAction('saveServer', SERVER)}>{does.saveServer.name}</Button>
      )}
      {may(backUpServer) && <Button onClick={() => openAction('backUp', SERVER)}>{does.backUp.name}</Button>}
      {Running === undefined && may(startMaintenance) && (
        <Button kind="danger" onClick={() => openAction('startMaintenance', SERVER)}>
          {`${does.startMaintenance.name}…`}
        </Button>
      )}
      {Running?.Cancelable === true && may(cancelMaintenance) && (
        <Button kind="primary" onClick={() => openAction('cancelMaintenance', SERVER)}>
          {does.cancelMaintenance.name}
        </Button>
      )}
    </>
  );
  return (
    <Card title={text.maintenance} tools={tools}>
      {Running === undefined ? <p class="quiet">{text.none}</p> : <RunningOne of={Running} />}
      <Facts
        of={[
          [text.last, Last && <Ended key="last" of={Last} />],
          [text.next, NextAt === undefined ? text.noNext : <Next key="next" at={NextAt} />],
        ]}
      />
    </Card>
  );
}

function RunningOne({ of }: { of: Maintenance }) {
  const text = texts.value.server;
  const isByHand = isStoppedByHand();
  const { steps, stopsIn } = isByHand ? text.byHand : text;
  const request =
    isByHand && (of.Step === 'Stopping' || of.Step === 'Starting') ? text.byHand.ask[of.Step] : '';
  return (
    <div class="maintenance" role="status">
      <p>
        <strong>{text.running(text.actions[of.Action])}</strong>
        {request === '' && ` · ${of.Message}`}
      </p>
      {request !== '' && <Status tone="warn">{request}</Status>}
      <p class="faint">
        {text.begun} <Time at={of.StartedAt} />
        {of.StopAt !== undefined && (
          <span role="timer" aria-live="off">
            {' · '}
            {stopsIn(formatDuration(Math.max(0, Date.parse(of.StopAt) - nowMs.value)))}
          </span>
        )}
      </p>
      <ol class="steps">
        {shownSteps(of).map(({ step, state }) => (
          <li key={step} class={state} aria-current={state === 'now' ? 'step' : undefined}>
            {{ ...text.steps, ...steps }[step]}
          </li>
        ))}
      </ol>
    </div>
  );
}

function Ended({ of }: { of: Maintenance }) {
  const text = texts.value.server;
  const { Action, Outcome = 'Done', EndedAt, Delivered = 0, Message } = of;
  const tone = { Done: 'ok', Failed: 'danger', Canceled: 'off' } as const;
  return (
    <span>
      <Status tone={tone[Outcome]}>{`${text.actions[Action]}: ${text.outcomes[Outcome]}`}</Status>{' '}
      {EndedAt !== undefined && <Time at={EndedAt} />}
      {Delivered > 0 && ` · ${text.delivered(Delivered)}`}
      {Message !== '' && <span class="faint"> {Message}</span>}
    </span>
  );
}

function Next({ at }: { at: string }) {
  const leftMs = Date.parse(at) - nowMs.value;
  return (
    <span>
      <Time at={at} as="moment" /> · {texts.value.server.nextIn(formatDuration(Math.max(0, leftMs)))}
    </span>
  );
}
