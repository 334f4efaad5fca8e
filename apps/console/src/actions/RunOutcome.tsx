import { headersOf } from '@palatine/client';
import { DELIVERY_HEADER } from '@palatine/contract';
import { Button } from '../kit/Button.tsx';
import { Meter } from '../kit/Meter.tsx';
import { PlainTable } from '../kit/PlainTable.tsx';
import { texts } from '../texts/texts.ts';
import { Status, type Tone } from '../views/Values.tsx';
import { isolated, type Target, targetName } from './action.ts';
import { type ActionRun, resultOf, tally } from './action-run.ts';
import { showOutcome } from './dialog.ts';
import { sentenceOf } from './sentences.ts';
import './consequences.css';

export function RunningRun({ run }: { run: ActionRun }) {
  const text = texts.value.actionDialog;
  const { all, ended } = tally(run.steps.value);
  return (
    <div class="stack loose" aria-live="off">
      <p>{text.sending}</p>
      <Meter label={text.sending} value={ended} max={Math.max(1, all)} text={text.progress(ended, all)}>
        {text.progress(ended, all)}
      </Meter>
    </div>
  );
}

/** The outcome of a run: of one request in words, of many in a table. */
export function EndedRun({ run }: { run: ActionRun }) {
  const [only, ...others] = run.steps.value;
  if (only !== undefined && others.length === 0) {
    if (only.state === 'done') return <DoneOne run={run} reply={only.reply ?? {}} />;
    if (only.state === 'unknown') return <UnknownOne run={run} />;
  }
  return <ManyEnded run={run} />;
}

function DoneOne({ run, reply }: { run: ActionRun; reply: object }) {
  const text = texts.value.actionDialog;
  const { lines, pending, enforcing } = resultOf(run.action, reply, run.draft.value);
  return (
    <div class="stack loose" role="status">
      <Status tone={pending ? 'warn' : 'ok'}>
        {sentenceOf(run.action, run.draft.value, run.targets, 'done')}
      </Status>
      <ul>
        {pending && <li>{text.pending}</li>}
        {enforcing !== '' && <li>{text.enforcing(enforcing)}</li>}
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

function UnknownOne({ run }: { run: ActionRun }) {
  const text = texts.value.actionDialog;
  return (
    <div class="stack loose" role="alert">
      <Status tone="warn">{text.outcomes.unknown}</Status>
      <p>{texts.value.views.errors.outcomeUnknown}</p>
      <div>
        <Button kind="primary" onClick={() => void again(run)}>
          {texts.value.outbox.again}
        </Button>
      </div>
    </div>
  );
}

async function again(run: ActionRun): Promise<void> {
  await run.again();
  showOutcome(run);
}

function ManyEnded({ run }: { run: ActionRun }) {
  const text = texts.value.actionDialog;
  const { done, unknown, stopped, refused } = tally(run.steps.value);
  const row = (tone: Tone, outcome: string, who: readonly Target[], code = '') => ({
    tone,
    outcome,
    who,
    code,
  });
  const rows = [
    row('ok', text.outcomes.done, done),
    ...refused.map(({ code, message, targets }) => row('danger', message, targets, code)),
    row('warn', text.outcomes.unknown, unknown),
    row('off', text.outcomes.stopped, stopped),
  ].filter(({ who }) => who.length > 0);
  const pending = run.steps.value.filter(({ reply }) => headersOf(reply ?? {})?.has(DELIVERY_HEADER)).length;
  return (
    <div class="stack loose" role="status">
      {pending > 0 && <p>{text.pendingMany(pending)}</p>}
      <PlainTable
        label={text.table}
        keyOf={({ tone, code }) => tone + code}
        rows={rows}
        columns={[
          {
            title: text.columns.outcome,
            cell: ({ tone, outcome, code }) => (
              <>
                <Status tone={tone}>{outcome}</Status>
                {code !== '' && <code class="faint"> {code}</code>}
              </>
            ),
          },
          { title: text.columns.count, figures: true, cell: ({ who }) => who.length },
          { title: text.columns.who, cell: ({ who }) => <TargetNames targets={who} /> },
        ]}
      />
      {unknown.length > 0 && (
        <div>
          <Button kind="primary" onClick={() => void run.again()}>
            {text.again(unknown.length)}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Names that are shown; more are counted. */
const NAMED = 12;

export function TargetNames({ targets, limit = NAMED }: { targets: readonly Target[]; limit?: number }) {
  const rest = targets.length - limit;
  return (
    <span>
      {targets
        .slice(0, limit)
        .map((target) => isolated(targetName(target)))
        .join(', ')}
      {rest > 0 && ` ${texts.value.actionDialog.andMore(rest)}`}
    </span>
  );
}
