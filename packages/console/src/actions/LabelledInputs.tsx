import { INT32_MAX } from '@palatine/contract';
import type { CatalogueKind } from '../data/catalogue.ts';
import { CataloguePicker } from '../faces/CataloguePicker.tsx';
import { Field } from '../kit/Field.tsx';
import { NumberField } from '../kit/NumberField.tsx';
import { texts } from '../texts/texts.ts';
import { LEVEL_CAP } from './complete.ts';

interface NumberInputProps {
  /** null is a number that is not typed yet. */
  value: number | null;
  onChange: (value: number | null) => void;
  disabled?: boolean;
  error?: string;
}

/** An entry of the catalogue, with its label. */
export function EntryInput(props: {
  label: string;
  kind: CatalogueKind;
  id: string;
  onChange: (id: string) => void;
  disabled?: boolean;
  error?: string;
}) {
  const { kind, id, onChange, ...field } = props;
  return (
    <Field {...field}>
      <CataloguePicker kinds={[kind]} id={id} onChange={onChange} />
    </Field>
  );
}

/** How many. */
export function CountInput({ value, onChange, ...field }: NumberInputProps) {
  return (
    <Field label={texts.value.actionFields.count} {...field}>
      <NumberField value={value} min={1} max={INT32_MAX} onChange={onChange} />
    </Field>
  );
}

/** The level of a Pal or an NPC. */
export function LevelInput({ value, onChange, ...field }: NumberInputProps) {
  return (
    <Field label={texts.value.actionFields.level} {...field}>
      <NumberField value={value} min={1} max={LEVEL_CAP} onChange={onChange} />
    </Field>
  );
}
