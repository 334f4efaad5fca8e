import { nowMs } from '../data/clock.ts';
import { formatDuration } from '../data/format.ts';
import { Failure } from '../faces/Failure.tsx';
import { assign } from '../kit/assign.ts';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { Field } from '../kit/Field.tsx';
import { TextField } from '../kit/TextField.tsx';
import { texts } from '../texts/texts.ts';
import { ActionForm } from './ActionForm.tsx';
import type { ActionRun } from './action-run.ts';
import { Consequences } from './Consequences.tsx';
import { closeAction, type OpenAction, openedAction, tellEnd } from './dialog.ts';
import { armText, levelOf, sentenceOf, titleOf } from './ladder.ts';
import { EndedRun, RunningRun, TargetNames } from './RunOutcome.tsx';

/** The one dialog of all actions. */
export default function ActionDialog() {
  const opened = openedAction.value;
  return opened === undefined ? null : <Opened key={opened.run.steps.peek()[0]?.key} {...opened} />;
}

/** Actions with many fields. */
const WIDE = new Set(['giveEggs', 'giveProgress']);

function Opened({ run, leftOut }: OpenAction) {
  const { action, targets } = run;
  const phase = run.phase.value;
  const level = levelOf(action, run.draft.value, targets);
  return (
    <Dialog
      open
      onClose={closeAction}
      title={titleOf(action, run.draft.value, targets)}
      alert={level === 3}
      wide={WIDE.has(action.id)}
      footer={<Footer run={run} level={level} />}
    >
      <LeftOut of={leftOut} nothing={targets.length === 0} />
      {phase === 'form' && targets.length > 0 && (
        <form
          id="action-form"
          class="action-form"
          noValidate // the step of a number field is for its buttons: 45 seconds are as good as 40
          onSubmit={(event) => {
            event.preventDefault();
            void submit(run);
          }}
        >
          {run.refusal.value !== undefined && <Failure error={run.refusal.value} />}
          <ActionForm run={run} />
          <Consequences run={run} />
          {level === 3 && <Arming run={run} />}
        </form>
      )}
      {phase === 'running' && <RunningRun run={run} />}
      {phase === 'ended' && <EndedRun run={run} />}
    </Dialog>
  );
}

async function submit(run: ActionRun): Promise<void> {
  await run.submit();
  if (run.phase.value === 'ended') tellEnd(run);
}

function Footer({ run, level }: { run: ActionRun; level: 1 | 2 | 3 }) {
  const text = texts.value.actionDialog;
  if (run.phase.value === 'running') return <Button onClick={run.stop}>{text.stop}</Button>;
  if (run.phase.value === 'ended' || run.targets.length === 0) {
    return <Button onClick={closeAction}>{text.close}</Button>;
  }
  const waitMs = run.againAtMs.value === 0 ? 0 : Math.max(0, run.againAtMs.value - nowMs.value);
  const kind = run.action.danger && level > 1 ? 'final' : 'primary';
  return (
    <>
      <Button onClick={closeAction}>{text.cancel}</Button>
      <Button kind={kind} type="submit" form="action-form" disabled={!run.ready.value || waitMs > 0}>
        {waitMs > 0
          ? text.waitFor(formatDuration(waitMs + 999))
          : sentenceOf(run.action, run.draft.value, run.targets)}
      </Button>
    </>
  );
}

/** The targets that an action cannot be done to, by name under each reason. `nothing`: none is left. */
function LeftOut({ of, nothing }: { of: OpenAction['leftOut']; nothing: boolean }) {
  if (of.length === 0) return null;
  const text = texts.value.actionDialog;
  const { blocked } = texts.value.actions;
  const reasons = Map.groupBy(of, ({ because }) => because);
  return (
    <ul class="consequences" aria-label={text.left}>
      {[...reasons].map(([because, left]) => (
        <li key={because} class="warn">
          {nothing && reasons.size === 1
            ? text.nothingLeft(blocked[because])
            : text.leftOut(left.length, blocked[because])}
          <p class="faint">
            <TargetNames of={left.map(({ target }) => target)} />
          </p>
        </li>
      ))}
    </ul>
  );
}

/** The name that is typed before an action of level 3 is armed. */
function Arming({ run }: { run: ActionRun }) {
  const wanted = armText(run.targets);
  return (
    <Field label={<Wanted text={texts.value.actionDialog.typeToArm(wanted)} name={wanted} />}>
      <TextField value={run.typed.value} spellCheck={false} onInput={(typed) => assign(run.typed, typed)} />
    </Field>
  );
}

function Wanted({ text, name }: { text: string; name: string }) {
  const [before = '', ...after] = text.split(name);
  return (
    <span>
      {before}
      <bdi class="mono">{name}</bdi>
      {after.join(name)}
    </span>
  );
}
