import type { JSX } from 'preact';
import { nameOf, palName } from '../data/catalogue.ts';
import { Field } from '../kit/Field.tsx';
import { texts } from '../texts/texts.ts';
import { DraftRows } from './DraftRows.tsx';
import type { FieldProps } from './field-props.ts';
import { CountInput, EntryInput, LevelInput } from './LabelledInputs.tsx';
import { TemplatePicker } from './TemplatePicker.tsx';

/** Items with their counts. */
export function ItemsField(props: FieldProps): JSX.Element {
  const text = texts.value.actionFields;
  return (
    <DraftRows
      {...props}
      field="items"
      empty={{ id: '', count: 1 }}
      addText={text.addItem}
      nameOf={({ id }) => nameOf('Items', id)}
    >
      {(row, change) => (
        <>
          <EntryInput label={text.item} kind="Items" id={row.id} onChange={(id) => change({ ...row, id })} />
          <CountInput value={row.count} onChange={(count) => change({ ...row, count })} />
        </>
      )}
    </DraftRows>
  );
}

/** Pals by species and level. */
export function PalsField(props: FieldProps): JSX.Element {
  const text = texts.value.actionFields;
  return (
    <DraftRows
      {...props}
      field="pals"
      empty={{ id: '', level: 1 }}
      addText={text.addPal}
      nameOf={({ id }) => palName(id)}
    >
      {(row, change) => (
        <>
          <EntryInput label={text.pal} kind="Pals" id={row.id} onChange={(id) => change({ ...row, id })} />
          <LevelInput value={row.level} onChange={(level) => change({ ...row, level })} />
        </>
      )}
    </DraftRows>
  );
}

/** Eggs with a species and a level inside, or a template. */
export function EggsField(props: FieldProps): JSX.Element {
  const text = texts.value.actionFields;
  return (
    <DraftRows
      {...props}
      field="eggs"
      empty={{ egg: '', pal: '', template: '', level: 1 }}
      addText={text.addEgg}
      nameOf={({ egg }) => nameOf('Eggs', egg)}
    >
      {(row, change) => {
        const disabled = row.template !== '';
        return (
          <>
            <EntryInput
              label={text.egg}
              kind="Eggs"
              id={row.egg}
              onChange={(egg) => change({ ...row, egg })}
            />
            <EntryInput
              label={text.inside}
              kind="Pals"
              id={row.pal}
              disabled={disabled}
              onChange={(pal) => change({ ...row, pal })}
            />
            <LevelInput
              value={row.level}
              disabled={disabled}
              onChange={(level) => change({ ...row, level })}
            />
            <Field label={text.instead}>
              <TemplatePicker name={row.template} onChange={(template) => change({ ...row, template })} />
            </Field>
          </>
        );
      }}
    </DraftRows>
  );
}

/** Templates by their names. */
export function TemplatesField(props: FieldProps): JSX.Element {
  const text = texts.value.actionFields;
  return (
    <DraftRows {...props} field="templates" empty="" addText={text.addTemplate} nameOf={(name) => name}>
      {(name, change) => (
        <Field label={text.template} hint={text.templateHint}>
          <TemplatePicker name={name} onChange={change} />
        </Field>
      )}
    </DraftRows>
  );
}
