import { Name } from '../../faces/Name.tsx';
import { Status, type Tone } from '../../faces/Status.tsx';
import { Button } from '../../kit/Button.tsx';
import { PlainTable } from '../../kit/PlainTable.tsx';
import { fleetTexts } from '../texts/fleet-texts.ts';
import type { ManyRow, ManyRun, ManyState } from './many-run.ts';

const TONES: Readonly<Record<ManyState, Tone>> = {
  waiting: 'off',
  applied: 'ok',
  refused: 'danger',
  unknown: 'warn',
};

/** How a write ended at each world, and the way to ask those again of which nobody knows. */
export function ManyOutcomes({ run }: { run: ManyRun }) {
  const text = fleetTexts.value.many;
  const rows = run.rows.value;
  const count = (state: ManyState) => rows.filter((row) => row.state === state).length;
  const [unknown, missed] = [run.unknown.value, run.missed.value];
  const idle = !run.running.value;
  return (
    <div class="fleet-form">
      <p role="status">
        {idle
          ? text.summary(count('applied'), count('refused'), count('unknown'))
          : text.running(rows.length - count('waiting'), rows.length)}
      </p>
      {!idle && <progress max={rows.length} value={rows.length - count('waiting')} />}
      <PlainTable
        label={text.outcome}
        rows={rows}
        keyOf={({ world }) => world}
        columns={[
          { title: text.targets, cell: ({ world, name }) => <Name text={name} otherwise={world} /> },
          { title: text.outcome, cell: outcomeCell },
        ]}
      />
      {idle && unknown.length > 0 && (
        <div class="many-again">
          <p>{text.unknownWhy}</p>
          <Button kind="primary" onClick={() => void run.again(unknown)}>
            {text.repeat(unknown.length)}
          </Button>
        </div>
      )}
      {idle && missed.length > 0 && (
        <Button onClick={() => void run.again(missed)}>{text.retry(missed.length)}</Button>
      )}
    </div>
  );
}

function outcomeCell({ state, code, message }: ManyRow) {
  const text = fleetTexts.value.many;
  const word = { waiting: '…', applied: text.applied, refused: text.notApplied, unknown: text.unknown }[
    state
  ];
  return (
    <>
      <Status tone={TONES[state]}>{word}</Status>
      {code !== '' && state !== 'waiting' && (
        <div class="faint">
          {message} <code>{code}</code>
        </div>
      )}
    </>
  );
}
