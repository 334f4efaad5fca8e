import { INT32_MAX } from '@palatine/contract';
import type { JSX } from 'preact';
import { Field } from '../kit/Field.tsx';
import { NumberField } from '../kit/NumberField.tsx';
import { texts } from '../texts/texts.ts';
import type { ProgressName } from './draft.ts';
import { errorOf, type FieldProps, fillIn } from './field-props.ts';
import { PROGRESS_NAMES, progressName } from './giving.ts';

/** Totals that are not relics. */
const OWN = 3;

/** EXP, points and relics. */
export function ProgressField({ run, problems }: FieldProps): JSX.Element {
  const { progress } = run.draft.value;
  const { error } = errorOf(problems, 'progress');
  const amount = (name: ProgressName) => (
    <Field key={name} label={progressName(name)}>
      <NumberField
        value={progress[name] ?? null}
        min={1}
        max={INT32_MAX}
        onChange={(value) => fillIn(run, { progress: { ...progress, [name]: value } })}
      />
    </Field>
  );
  return (
    <>
      <div class="amounts">{PROGRESS_NAMES.slice(0, OWN).map(amount)}</div>
      <fieldset class="amounts">
        <legend class="field-label">{texts.value.actionFields.relics}</legend>
        {PROGRESS_NAMES.slice(OWN).map(amount)}
      </fieldset>
      {error !== undefined && (
        <p class="field-error" role="alert">
          {error}
        </p>
      )}
    </>
  );
}
