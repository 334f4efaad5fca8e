import { INT32_MAX } from '@palatine/contract';
import { Plus, X } from 'lucide';
import type { ComponentChildren } from 'preact';
import { type CatalogueKind, nameOf, palName } from '../data/catalogue.ts';
import { Button } from '../kit/Button.tsx';
import { Field, NumberField } from '../kit/Fields.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { Checkbox } from '../kit/Toggles.tsx';
import { type Texts, texts } from '../texts/texts.ts';
import { CatalogueList, CataloguePicker } from '../views/CataloguePicker.tsx';
import type { Draft, ProgressName } from './action.ts';
import { LEVEL_CAP } from './field-problems.ts';
import { PROGRESS_NAMES, progressName } from './grants.ts';
import { type FieldProps, Problem, TemplatePicker } from './shared-fields.tsx';

type RowsField = 'items' | 'pals' | 'eggs' | 'templates';
type RowOf<Field extends RowsField> = Draft[Field][number];

interface Rows<Row> {
  empty: Row;
  add: 'addItem' | 'addPal' | 'addEgg' | 'addTemplate';
  nameOf: (row: Row) => string;
  inputs: (row: Row, put: (row: Row) => void, text: Texts['actionFields']) => ComponentChildren;
}

/** Rows of a part of the draft, one below the other. There is always one; the last is added by a button. */
function rowsField<Field extends RowsField>(
  field: Field,
  { empty, add, nameOf, inputs }: Rows<RowOf<Field>>,
) {
  return function RowsField({ draft, fillIn, problemOf }: FieldProps) {
    const text = texts.value.actionFields;
    const given: readonly RowOf<Field>[] = draft[field];
    const rows = given.length === 0 ? [empty] : given;
    const put = (next: readonly RowOf<Field>[]) => fillIn({ [field]: next });
    return (
      <div class="stack">
        {rows.map((row, at) => (
          <div class="entry-row cluster" key={String(at)}>
            {inputs(row, (next) => put(rows.with(at, next)), text)}
            {rows.length > 1 && (
              <IconButton
                icon={X}
                label={text.remove(nameOf(row))}
                onClick={() => put(rows.toSpliced(at, 1))}
              />
            )}
            <Problem text={problemOf(at)} />
          </div>
        ))}
        <div>
          <Button kind="bare" icon={Plus} onClick={() => put([...rows, empty])}>
            {text[add]}
          </Button>
        </div>
      </div>
    );
  };
}

function EntryInput(props: {
  label: string;
  kind: CatalogueKind;
  id: string;
  onChange: (id: string) => void;
  disabled?: boolean;
}) {
  const { kind, id, onChange, ...field } = props;
  return (
    <Field {...field}>
      <CataloguePicker kinds={[kind]} id={id} onChange={onChange} />
    </Field>
  );
}

/** A whole number from 1 on, with its label; null is one that is not typed yet. */
function Amount(props: AmountProps & { label: string }) {
  const { label, disabled = false, ...number } = props;
  return (
    <Field label={label} disabled={disabled}>
      <NumberField min={1} max={INT32_MAX} {...number} />
    </Field>
  );
}

interface AmountProps {
  value: number | null;
  onChange: (value: number | null) => void;
  max?: number;
  disabled?: boolean;
}

function Level(props: AmountProps) {
  return <Amount label={texts.value.actionFields.level} max={LEVEL_CAP} {...props} />;
}

function TechnologiesField({ draft: { technologies, everything }, fillIn, problemOf }: FieldProps) {
  const text = texts.value.actionFields;
  return (
    <div class="field">
      <span class="field-label">{text.technologies}</span>
      {!everything && (
        <CatalogueList
          kind="Technologies"
          ids={technologies}
          label={text.addTechnology}
          onChange={(ids) => fillIn({ technologies: [...new Set(ids)] })}
        />
      )}
      <Problem text={problemOf()} />
      <Checkbox value={everything} onChange={(next) => fillIn({ everything: next })}>
        {text.everything}
      </Checkbox>
    </div>
  );
}

/** Totals that are not relics. */
const OWN = 3;

function ProgressField({ draft: { progress }, fillIn, problemOf }: FieldProps) {
  const amount = (name: ProgressName) => (
    <Amount
      key={name}
      label={progressName(name)}
      value={progress[name] ?? null}
      onChange={(value) => fillIn({ progress: { ...progress, [name]: value } })}
    />
  );
  return (
    <>
      <div class="amounts">{PROGRESS_NAMES.slice(0, OWN).map(amount)}</div>
      <fieldset class="amounts">
        <legend class="field-label">{texts.value.actionFields.relics}</legend>
        {PROGRESS_NAMES.slice(OWN).map(amount)}
      </fieldset>
      <Problem text={problemOf()} />
    </>
  );
}

export const GRANT_FIELDS = {
  items: rowsField('items', {
    empty: { id: '', count: 1 },
    add: 'addItem',
    nameOf: ({ id }) => nameOf('Items', id),
    inputs: (row, put, text) => (
      <>
        <EntryInput label={text.item} kind="Items" id={row.id} onChange={(id) => put({ ...row, id })} />
        <Amount label={text.count} value={row.count} onChange={(count) => put({ ...row, count })} />
      </>
    ),
  }),
  pals: rowsField('pals', {
    empty: { id: '', level: 1 },
    add: 'addPal',
    nameOf: ({ id }) => palName(id),
    inputs: (row, put, text) => (
      <>
        <EntryInput label={text.pal} kind="Pals" id={row.id} onChange={(id) => put({ ...row, id })} />
        <Level value={row.level} onChange={(level) => put({ ...row, level })} />
      </>
    ),
  }),
  /** Eggs with a species and a level inside, or a template. */
  eggs: rowsField('eggs', {
    empty: { egg: '', pal: '', template: '', level: 1 },
    add: 'addEgg',
    nameOf: ({ egg }) => nameOf('Eggs', egg),
    inputs(row, put, text) {
      const disabled = row.template !== '';
      const setPal = (pal: string) => put({ ...row, pal });
      return (
        <>
          <EntryInput label={text.egg} kind="Eggs" id={row.egg} onChange={(egg) => put({ ...row, egg })} />
          <EntryInput label={text.inside} kind="Pals" id={row.pal} disabled={disabled} onChange={setPal} />
          <Level value={row.level} disabled={disabled} onChange={(level) => put({ ...row, level })} />
          <Field label={text.instead}>
            <TemplatePicker name={row.template} onChange={(template) => put({ ...row, template })} />
          </Field>
        </>
      );
    },
  }),
  templates: rowsField('templates', {
    empty: '',
    add: 'addTemplate',
    nameOf: (name) => name,
    inputs: (name, put, text) => (
      <Field label={text.template} hint={text.templateHint}>
        <TemplatePicker name={name} onChange={put} />
      </Field>
    ),
  }),
  progress: ProgressField,
  technologies: TechnologiesField,
};
