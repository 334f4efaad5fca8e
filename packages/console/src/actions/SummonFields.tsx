import { Checkbox } from '../kit/Checkbox.tsx';
import { Field } from '../kit/Field.tsx';
import { NumberField } from '../kit/NumberField.tsx';
import { texts } from '../texts/texts.ts';
import { errorOf, type FieldProps, fillIn } from './field-props.ts';
import { EntryInput, LevelInput } from './LabelledInputs.tsx';
import { TemplatePicker } from './TemplatePicker.tsx';

/** The species of a Pal, or an NPC. */
export function SummonedField({ run, problems }: FieldProps) {
  const text = texts.value.actionFields;
  const isPal = run.action.id === 'summonPal';
  const { summoned, template } = run.draft.value;
  return (
    <EntryInput
      label={isPal ? text.pal : text.npc}
      kind={isPal ? 'Pals' : 'NPCs'}
      id={summoned}
      disabled={isPal && template !== ''}
      onChange={(id) => fillIn(run, { summoned: id })}
      {...errorOf(problems, 'summoned')}
    />
  );
}

/** A template in place of a species. */
export function TemplateField({ run, problems }: FieldProps) {
  const text = texts.value.actionFields;
  return (
    <Field label={text.instead} hint={text.templateHint} {...errorOf(problems, 'template')}>
      <TemplatePicker name={run.draft.value.template} onChange={(template) => fillIn(run, { template })} />
    </Field>
  );
}

/** The level of what is summoned. */
export function LevelField({ run, problems }: FieldProps) {
  const { level, template } = run.draft.value;
  return (
    <LevelInput
      value={level}
      disabled={run.action.id === 'summonPal' && template !== ''}
      onChange={(next) => fillIn(run, { level: next })}
      {...errorOf(problems, 'level')}
    />
  );
}

/** How high it appears, in m for people. */
export function HeightField({ run, problems }: FieldProps) {
  const text = texts.value.actionFields;
  const { height } = run.draft.value;
  return (
    <Field label={text.height} hint={text.heightHint} {...errorOf(problems, 'height')}>
      <NumberField
        value={height === null ? null : Math.ceil(height / 100)}
        min={-1_000}
        max={1_000}
        onChange={(metres) => fillIn(run, { height: metres === null ? null : metres * 100 })}
      />
    </Field>
  );
}

export function UncapturableField({ run }: FieldProps) {
  return (
    <Checkbox
      checked={run.draft.value.uncapturable}
      onChange={(uncapturable) => fillIn(run, { uncapturable })}
    >
      {texts.value.actionFields.uncapturable}
    </Checkbox>
  );
}

/** Without an AI, it stays where it is. */
export function StillField({ run }: FieldProps) {
  return (
    <Checkbox checked={run.draft.value.still} onChange={(still) => fillIn(run, { still })}>
      {texts.value.actionFields.still}
    </Checkbox>
  );
}
