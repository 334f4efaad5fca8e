import { INT32_MAX } from '@palatine/contract';
import type { JSX } from 'preact';
import { nameOf, palName } from '../data/catalogue.ts';
import { CataloguePicker } from '../faces/CataloguePicker.tsx';
import { Field } from '../kit/Field.tsx';
import { NumberField } from '../kit/NumberField.tsx';
import { TextField } from '../kit/TextField.tsx';
import { texts } from '../texts/texts.ts';
import { LEVEL_CAP } from './complete.ts';
import { problemOf } from './field-problems.ts';
import { type FieldProps, fillIn } from './field-props.ts';
import { Rows } from './Rows.tsx';

/** Items with their counts. */
export function ItemsField({ run, problems }: FieldProps): JSX.Element {
  const text = texts.value.actionFields;
  return (
    <Rows
      rows={run.draft.value.items}
      onChange={(items) => fillIn(run, { items })}
      empty={{ id: '', count: 1 }}
      addText={text.addItem}
      nameOf={({ id }) => nameOf('Items', id)}
      problemOf={(at) => problemOf(problems, 'items', at)}
    >
      {(row, change) => (
        <>
          <Field label={text.item}>
            <CataloguePicker kinds={['Items']} id={row.id} onChange={(id) => change({ ...row, id })} />
          </Field>
          <Field label={text.count}>
            <NumberField
              value={row.count}
              min={1}
              max={INT32_MAX}
              onChange={(count) => change({ ...row, count })}
            />
          </Field>
        </>
      )}
    </Rows>
  );
}

/** Pals by species and level. */
export function PalsField({ run, problems }: FieldProps): JSX.Element {
  const text = texts.value.actionFields;
  return (
    <Rows
      rows={run.draft.value.pals}
      onChange={(pals) => fillIn(run, { pals })}
      empty={{ id: '', level: 1 }}
      addText={text.addPal}
      nameOf={({ id }) => palName(id)}
      problemOf={(at) => problemOf(problems, 'pals', at)}
    >
      {(row, change) => (
        <>
          <Field label={text.pal}>
            <CataloguePicker kinds={['Pals']} id={row.id} onChange={(id) => change({ ...row, id })} />
          </Field>
          <Field label={text.level}>
            <NumberField
              value={row.level}
              min={1}
              max={LEVEL_CAP}
              onChange={(level) => change({ ...row, level })}
            />
          </Field>
        </>
      )}
    </Rows>
  );
}

/** Eggs with a species and a level inside, or a template. */
export function EggsField({ run, problems }: FieldProps): JSX.Element {
  const text = texts.value.actionFields;
  return (
    <Rows
      rows={run.draft.value.eggs}
      onChange={(eggs) => fillIn(run, { eggs })}
      empty={{ egg: '', pal: '', template: '', level: 1 }}
      addText={text.addEgg}
      nameOf={({ egg }) => nameOf('Eggs', egg)}
      problemOf={(at) => problemOf(problems, 'eggs', at)}
    >
      {(row, change) => (
        <>
          <Field label={text.egg}>
            <CataloguePicker kinds={['Eggs']} id={row.egg} onChange={(egg) => change({ ...row, egg })} />
          </Field>
          <Field label={text.inside} disabled={row.template !== ''}>
            <CataloguePicker kinds={['Pals']} id={row.pal} onChange={(pal) => change({ ...row, pal })} />
          </Field>
          <Field label={text.level} disabled={row.template !== ''}>
            <NumberField
              value={row.level}
              min={1}
              max={LEVEL_CAP}
              onChange={(level) => change({ ...row, level })}
            />
          </Field>
          <Field label={text.instead}>
            <TextField value={row.template} onInput={(template) => change({ ...row, template })} />
          </Field>
        </>
      )}
    </Rows>
  );
}

/** Templates by their names. */
export function TemplatesField({ run, problems }: FieldProps): JSX.Element {
  const text = texts.value.actionFields;
  return (
    <Rows
      rows={run.draft.value.templates}
      onChange={(templates) => fillIn(run, { templates })}
      empty=""
      addText={text.addTemplate}
      nameOf={(name) => name}
      problemOf={(at) => problemOf(problems, 'templates', at)}
    >
      {(name, change) => (
        <Field label={text.template} hint={text.templateHint}>
          <TextField value={name} onInput={change} />
        </Field>
      )}
    </Rows>
  );
}
