import { INT32_MAX } from '@palatine/contract';
import { Plus, X } from 'lucide';
import type { ComponentChildren } from 'preact';
import { type CatalogueKind, nameOf, palName } from '../data/catalogue.ts';
import { Button } from '../kit/Button.tsx';
import { Field, NumberField } from '../kit/Fields.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { Checkbox } from '../kit/Toggles.tsx';
import { texts } from '../texts/texts.ts';
import { CatalogueList, CataloguePicker } from '../views/CataloguePicker.tsx';
import type { Draft, ProgressName } from './action.ts';
import { LEVEL_CAP } from './field-problems.ts';
import { PROGRESS_NAMES, progressName } from './grants.ts';
import { type FieldProps, Problem, TemplatePicker } from './shared-fields.tsx';

// Parts of a draft that hold several values each.

function ItemsField(props: FieldProps) {
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
          <Amount
            label={text.count}
            value={row.count}
            max={INT32_MAX}
            onChange={(count) => change({ ...row, count })}
          />
        </>
      )}
    </DraftRows>
  );
}

function PalsField(props: FieldProps) {
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
          <Amount
            label={text.level}
            value={row.level}
            max={LEVEL_CAP}
            onChange={(level) => change({ ...row, level })}
          />
        </>
      )}
    </DraftRows>
  );
}

/** Eggs with a species and a level inside, or a template. */
function EggsField(props: FieldProps) {
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
        const set = (changes: Partial<typeof row>) => change({ ...row, ...changes });
        const disabled = row.template !== '';
        return (
          <>
            <EntryInput label={text.egg} kind="Eggs" id={row.egg} onChange={(egg) => set({ egg })} />
            <EntryInput
              label={text.inside}
              kind="Pals"
              id={row.pal}
              disabled={disabled}
              onChange={(pal) => set({ pal })}
            />
            <Amount
              label={text.level}
              value={row.level}
              max={LEVEL_CAP}
              disabled={disabled}
              onChange={(level) => set({ level })}
            />
            <Field label={text.instead}>
              <TemplatePicker name={row.template} onChange={(template) => set({ template })} />
            </Field>
          </>
        );
      }}
    </DraftRows>
  );
}

function TemplatesField(props: FieldProps) {
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
function Amount(props: {
  label: string;
  value: number | null;
  max: number;
  onChange: (value: number | null) => void;
  disabled?: boolean;
}) {
  const { label, disabled = false, ...number } = props;
  return (
    <Field label={label} disabled={disabled}>
      <NumberField min={1} {...number} />
    </Field>
  );
}

type RowsField = 'items' | 'pals' | 'eggs' | 'templates';
type RowOf<Field extends RowsField> = Draft[Field][number];

interface DraftRowsProps<Field extends RowsField> extends FieldProps {
  field: Field;
  empty: RowOf<Field>;
  addText: string;
  nameOf: (row: RowOf<Field>) => string;
  children: (row: RowOf<Field>, change: (row: RowOf<Field>) => void) => ComponentChildren;
}

/** Rows of a part of the draft, one below the other. There is always one; the last is added by a button. */
function DraftRows<Field extends RowsField>(props: DraftRowsProps<Field>) {
  const { draft, fillIn, problemOf, field, empty, addText, nameOf, children } = props;
  const given: readonly RowOf<Field>[] = draft[field];
  const rows = given.length === 0 ? [empty] : given;
  const put = (next: readonly RowOf<Field>[]) => fillIn({ [field]: next });
  return (
    <div class="rows">
      {rows.map((row, at) => (
        <div class="entry-row" key={String(at)}>
          {children(row, (next) => put(rows.with(at, next)))}
          {rows.length > 1 && (
            <IconButton
              icon={X}
              label={texts.value.actionFields.remove(nameOf(row))}
              onClick={() => put(rows.toSpliced(at, 1))}
            />
          )}
          <Problem text={problemOf(at)} />
        </div>
      ))}
      <div>
        <Button kind="bare" icon={Plus} onClick={() => put([...rows, empty])}>
          {addText}
        </Button>
      </div>
    </div>
  );
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
      max={INT32_MAX}
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
  items: ItemsField,
  pals: PalsField,
  eggs: EggsField,
  templates: TemplatesField,
  progress: ProgressField,
  technologies: TechnologiesField,
};
