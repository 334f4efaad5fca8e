import type { JSX } from 'preact';
import { CataloguePicker } from '../faces/CataloguePicker.tsx';
import { Checkbox } from '../kit/Checkbox.tsx';
import { Field } from '../kit/Field.tsx';
import { NumberField } from '../kit/NumberField.tsx';
import { TextField } from '../kit/TextField.tsx';
import { texts } from '../texts/texts.ts';
import { LEVEL_CAP } from './complete.ts';
import { errorOf, type FieldProps, fillIn } from './field-props.ts';

/** The species of a Pal, or an NPC. */
export function SummonedField({ run, problems }: FieldProps): JSX.Element {
  const text = texts.value.actionFields;
  const isPal = run.action.id === 'summonPal';
  const { summoned, template } = run.draft.value;
  return (
    <Field
      label={isPal ? text.pal : text.npc}
      disabled={isPal && template !== ''}
      {...errorOf(problems, 'summoned')}
    >
      <CataloguePicker
        kinds={[isPal ? 'Pals' : 'NPCs']}
        id={summoned}
        onChange={(id) => fillIn(run, { summoned: id })}
      />
    </Field>
  );
}

/** A template in place of a species. */
export function TemplateField({ run, problems }: FieldProps): JSX.Element {
  const text = texts.value.actionFields;
  return (
    <Field label={text.instead} hint={text.templateHint} {...errorOf(problems, 'template')}>
      <TextField value={run.draft.value.template} onInput={(template) => fillIn(run, { template })} />
    </Field>
  );
}

/** The level of what is summoned. */
export function LevelField({ run, problems }: FieldProps): JSX.Element {
  const { level, template } = run.draft.value;
  return (
    <Field
      label={texts.value.actionFields.level}
      disabled={run.action.id === 'summonPal' && template !== ''}
      {...errorOf(problems, 'level')}
    >
      <NumberField value={level} min={1} max={LEVEL_CAP} onChange={(next) => fillIn(run, { level: next })} />
    </Field>
  );
}

export function UncapturableField({ run }: FieldProps): JSX.Element {
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
export function StillField({ run }: FieldProps): JSX.Element {
  return (
    <Checkbox checked={run.draft.value.still} onChange={(still) => fillIn(run, { still })}>
      {texts.value.actionFields.still}
    </Checkbox>
  );
}
