import { getTemplates, type PalTemplateRow } from '@palatine/contract';
import { type ReadonlySignal, type Signal, useSignal } from '@preact/signals';
import { palName } from '../data/catalogue.ts';
import { formatNumber } from '../data/format.ts';
import { useResource } from '../data/use-resource.ts';
import { Combobox } from '../kit/Combobox.tsx';
import { TextField } from '../kit/Fields.tsx';
import { client, may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { describeError } from '../views/errors.ts';
import type { Action, Draft, FieldName } from './action.ts';

/** Maximum of templates that are offered at once. */
const OFFERED = 60;

type Choice = Pick<PalTemplateRow, 'Name'> & Partial<PalTemplateRow>;

interface TemplatePickerProps {
  /** The chosen template; '' for none. */
  name: string;
  onChange: (name: string) => void;
}

/** A field that finds a Pal template among the files of the service. A token that may not read them types the name. */
export function TemplatePicker({ name, onChange }: TemplatePickerProps) {
  if (!may(getTemplates)) return <TextField value={name} onChange={onChange} />;
  return <FoundTemplate name={name} onChange={onChange} />;
}

function FoundTemplate({ name, onChange }: TemplatePickerProps) {
  const words = texts.value.views;
  const typed = useSignal<string | undefined>(undefined);
  const templates = useResource(async (signal) => {
    const Find = typed.value ?? '';
    const query = { Limit: OFFERED, ...(Find !== '' && { Find }) };
    return (await client().getTemplates({ query, signal })).Templates;
  });
  const { error } = templates;
  return (
    <Combobox<Choice>
      value={name === '' ? null : { Name: name }}
      typed={typed}
      items={templates.value.value ?? []}
      keyOf={({ Name }) => Name}
      textOf={({ Name }) => Name}
      onChange={(choice) => onChange(choice?.Name ?? '')}
      placeholder={words.pick}
      empty={error.value === undefined ? words.noHit : describeError(error.value).message}
    >
      {(choice) => (
        <span class="menu-text">
          <span dir="auto">{choice.Name}</span>
          <span class="faint">{factsOf(choice)}</span>
        </span>
      )}
    </Combobox>
  );
}

function factsOf({ PalID = '', Level, Problems = [] }: Choice): string {
  if (Problems.length > 0) return texts.value.actionFields.faulty;
  if (PalID === '') return '';
  const pal = palName(PalID);
  return Level === undefined ? pal : texts.value.actions.atLevel(pal, formatNumber(Level));
}

export interface FormRun {
  readonly action: Action;
  readonly draft: Signal<Draft>;
  readonly refusal: ReadonlySignal<unknown>;
}

export interface FieldProps {
  action: Action;
  draft: Draft;
  fillIn: (changes: Partial<Draft>) => void;
  /** The value of a field, and what sets it. */
  bound: <Name extends FieldName>(
    name: Name,
  ) => { value: Draft[Name]; onChange: (value: Draft[Name]) => void };
  /** The service's complaint about the field, or about a row of it from 0; '' for none. */
  problemOf: (row?: number) => string;
}

/** The error below a control that has no `Field` of the kit; nothing for ''. */
export function Problem({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <p class="field-error" role="alert">
      {text}
    </p>
  );
}
