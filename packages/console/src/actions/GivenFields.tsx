import Plus from 'lucide/dist/esm/icons/plus.mjs';
import X from 'lucide/dist/esm/icons/x.mjs';
import type { ComponentChildren } from 'preact';
import { nameOf, palName } from '../data/catalogue.ts';
import { Button } from '../kit/Button.tsx';
import { Field } from '../kit/Field.tsx';
import { Icon } from '../kit/Icon.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { texts } from '../texts/texts.ts';
import type { Draft } from './draft.ts';
import { problemOf } from './field-problems.ts';
import { type FieldProps, fillIn } from './field-props.ts';
import { CountInput, EntryInput, LevelInput } from './LabelledInputs.tsx';
import { TemplatePicker } from './TemplatePicker.tsx';

/** Items with their counts. */
export function ItemsField(props: FieldProps) {
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
export function PalsField(props: FieldProps) {
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
export function EggsField(props: FieldProps) {
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
export function TemplatesField(props: FieldProps) {
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

/** The parts of a draft that are filled in row by row. */
type RowsField = 'items' | 'pals' | 'eggs' | 'templates';
type RowOf<Field extends RowsField> = Draft[Field][number];

/** Rows of a part of the draft, each with what the service found wrong with it. */
function DraftRows<Field extends RowsField>(
  props: FieldProps &
    Omit<RowsProps<RowOf<Field>>, 'rows' | 'onChange' | 'problemOf'> & {
      field: Field;
    },
) {
  const { run, problems, field, ...rest } = props;
  return (
    <Rows<RowOf<Field>>
      {...rest}
      rows={run.draft.value[field]}
      onChange={(rows) => fillIn(run, { [field]: rows })}
      problemOf={(at) => problemOf(problems, field, at)}
    />
  );
}

interface RowsProps<Row> {
  rows: readonly Row[];
  onChange: (rows: readonly Row[]) => void;
  /** A row in which nothing is chosen. */
  empty: Row;
  addText: string;
  /** What a row is called, for its remove button. */
  nameOf: (row: Row) => string;
  /** What is wrong with a row; '' for nothing. */
  problemOf: (at: number) => string;
  children: (row: Row, change: (row: Row) => void) => ComponentChildren;
}

/** Rows that are filled in one below the other. There is always one; the last is added by a button. */
function Rows<Row>(props: RowsProps<Row>) {
  const { rows: given, onChange, empty, addText, nameOf, problemOf, children } = props;
  const rows = given.length === 0 ? [empty] : given;
  return (
    <div class="rows">
      {rows.map((row, at) => {
        const problem = problemOf(at);
        return (
          <div class="entry-row" key={String(at)}>
            {children(row, (next) => onChange(rows.with(at, next)))}
            {rows.length > 1 && (
              <IconButton
                icon={X}
                label={texts.value.actionFields.remove(nameOf(row))}
                onClick={() => onChange(rows.toSpliced(at, 1))}
              />
            )}
            {problem !== '' && (
              <p class="field-error" role="alert">
                {problem}
              </p>
            )}
          </div>
        );
      })}
      <div>
        <Button kind="bare" onClick={() => onChange([...rows, empty])}>
          <Icon shape={Plus} size={16} />
          {addText}
        </Button>
      </div>
    </div>
  );
}
