import { useEffect } from 'preact/hooks';
import { nowMs } from '../data/clock.ts';
import { formatDuration } from '../data/format.ts';
import { useResource } from '../data/use-resource.ts';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { Field, TextField } from '../kit/Fields.tsx';
import { hrefOf } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import { Failure } from '../views/Failure.tsx';
import { ActionForm } from './ActionForm.tsx';
import { type Action, type Consequence, isolated, type Target, targetName } from './action.ts';
import type { ActionRun } from './action-run.ts';
import { closeAction, type OpenAction, openedAction, showOutcome } from './dialog.ts';
import { knownConsequences } from './preview.ts';
import { EndedRun, RunningRun, TargetNames } from './RunOutcome.tsx';
import { armText, buttonOf, isQueued, levelOf, titleOf } from './sentences.ts';
import './consequences.css';

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
      title={titleOf(action, targets.length > 0 ? targets : leftOut.map(({ target }) => target))}
      alert={level === 3}
      wide={WIDE.has(action.id)}
      footer={<Footer run={run} level={level} />}
    >
      <LeftOut leftOut={leftOut} nothing={targets.length === 0} />
      {phase === 'form' && targets.length > 0 && (
        <form
          id="action-form"
          class="stack loose"
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
  if (run.phase.value === 'ended') showOutcome(run);
}

function Footer({ run, level }: { run: ActionRun; level: 1 | 2 | 3 }) {
  const text = texts.value.actionDialog;
  if (run.phase.value === 'running') return <Button onClick={run.stop}>{text.stop}</Button>;
  if (run.phase.value === 'ended' || run.targets.length === 0) {
    return <Button onClick={closeAction}>{texts.value.shell.close}</Button>;
  }
  const waitMs = run.againAtMs.value === 0 ? 0 : Math.max(0, run.againAtMs.value - nowMs.value);
  const kind = run.action.danger && level > 1 ? 'final' : 'primary';
  return (
    <>
      <Button onClick={closeAction}>{run.action.cancels ? text.keep : texts.value.shell.cancel}</Button>
      <Button kind={kind} type="submit" form="action-form" disabled={!run.ready.value || waitMs > 0}>
        {waitMs > 0
          ? text.waitFor(formatDuration(waitMs + 999))
          : buttonOf(run.action, run.draft.value, run.targets)}
      </Button>
    </>
  );
}

/** The targets that an action cannot be done to, by name under each reason. `nothing`: none is left. */
function LeftOut({ leftOut, nothing }: { leftOut: OpenAction['leftOut']; nothing: boolean }) {
  if (leftOut.length === 0) return null;
  const text = texts.value.actionDialog;
  const { blocked } = texts.value.actions;
  const reasons = Map.groupBy(leftOut, ({ because }) => because);
  return (
    <ul class="consequences stack tight" aria-label={text.left}>
      {[...reasons].map(([because, left]) => (
        <li key={because} class="warn">
          {nothing && reasons.size === 1
            ? text.nothingLeft(blocked[because])
            : text.leftOut(left.length, blocked[because])}
          <p class="faint">
            <TargetNames targets={left.map(({ target }) => target)} />
          </p>
        </li>
      ))}
    </ul>
  );
}

function Arming({ run }: { run: ActionRun }) {
  const name = armText(run.targets);
  const [before, ...after] = texts.value.actionDialog.typeToArm(name).split(name);
  const label = (
    <span>
      {before}
      <bdi class="mono">{name}</bdi>
      {after.join(name)}
    </span>
  );
  return (
    <Field label={label}>
      <TextField bind={run.typed} spellCheck={false} />
    </Field>
  );
}

/** Details of a consequence that are shown. */
const DETAILS = 24;

/** Consequences of an action: those it always has, and those the service previews for these targets. */
function Consequences({ run }: { run: ActionRun }) {
  const text = texts.value.actionDialog;
  const { action, targets } = run;
  const preview = useResource((signal) => previewOf(action, targets, signal), [run]);
  const results = preview.value.value;
  useEffect(() => {
    if (results !== undefined) run.preview.value = true;
  }, [run, results]);
  const expected = knownConsequences(action, run.draft.value, targets);
  const queued = isQueued(action);
  if (expected.length === 0 && !queued && action.preview === undefined) return null;
  return (
    <section class="stack" aria-label={text.consequences} aria-busy={results === undefined}>
      <ul class="consequences stack tight">
        {expected.map((consequence) => (
          <Line key={consequence.text} consequence={consequence} />
        ))}
        {queued && (
          <li>
            {text.pending} <a href={hrefOf('/server/deliveries')}>{texts.value.shell.tabs.deliveries}</a>
          </li>
        )}
        {results?.flat().map((consequence) => (
          <Line key={consequence.text} consequence={consequence} />
        ))}
      </ul>
      {results === undefined && preview.error.value === undefined && <p class="faint">{text.previewing}</p>}
      {results !== undefined && results.length > 0 && results.length < targets.length && (
        <p class="faint">{text.previewedFirst(results.length)}</p>
      )}
      {preview.error.value !== undefined && (
        <Failure error={preview.error.value} onAgain={() => void preview.refresh()} />
      )}
    </section>
  );
}

function Line({ consequence: { text, tone = 'plain', details = [] } }: { consequence: Consequence }) {
  const rest = details.length - DETAILS;
  return (
    <li class={tone}>
      {text}
      {details.length > 0 && (
        <p class="faint">
          {details.slice(0, DETAILS).join(' · ')}
          {rest > 0 && ` · ${texts.value.actionDialog.andMore(rest)}`}
        </p>
      )}
    </li>
  );
}

/** Targets that are looked at before a bulk. */
const PREVIEWED = 20;
/** Looks at the service at once. */
const AT_ONCE = 4;

/** Previews an action: all of it for one target, for many what differs among the first 20. */
async function previewOf(action: Action, targets: readonly Target[], signal: AbortSignal) {
  const { preview } = action;
  if (preview === undefined) return [];
  const waiting = targets.slice(0, PREVIEWED).entries(); // each worker takes the next one
  const previews: (readonly Consequence[])[] = [];
  const work = async () => {
    for (const [at, target] of waiting) {
      const consequences = await preview.call(action, target, signal);
      const who = targets.length > 1 ? `${isolated(targetName(target))}: ` : '';
      previews[at] = consequences.map((consequence) => ({ ...consequence, text: who + consequence.text }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return previews;
}
