import type { Signal } from '@preact/signals';
import { assign } from './assign.ts';
import { Field } from './Field.tsx';
import { TextArea } from './TextArea.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';

export interface TextInputProps
  extends Pick<TextFieldProps, 'maxLength' | 'spellCheck' | 'placeholder' | 'required'> {
  label: string;
  hint?: string;
  /** What is typed. */
  bind: Signal<string>;
  /** Several lines of text; one unless given. */
  rows?: number;
}

/** A text with its label, in a form. */
export function TextInput({ label, hint, bind, rows, ...rest }: TextInputProps) {
  const field = { ...rest, value: bind.value, onInput: (value: string) => assign(bind, value) };
  return (
    <Field label={label} hint={hint}>
      {rows === undefined ? <TextField {...field} /> : <TextArea rows={rows} {...field} />}
    </Field>
  );
}

/** A moment that somebody chooses, or none. `bind` holds it as the browser writes it: `2027-01-01T00:00`. */
export function DateTimeInput({ label, hint, bind }: Pick<TextInputProps, 'label' | 'hint' | 'bind'>) {
  return (
    <Field label={label} hint={hint}>
      <input
        class="input"
        type="datetime-local"
        aria-label={label}
        value={bind.value}
        onInput={(event) => assign(bind, event.currentTarget.value)}
      />
    </Field>
  );
}

/** The chosen moment as ISO 8601; undefined for none, and for what is none. */
export function isoOf(value: string): string | undefined {
  const ms = value === '' ? Number.NaN : new Date(value).getTime();
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

/** The words of a field, which stand with commas or blanks between them; each once. */
export function wordsOf(value: string): string[] {
  return [...new Set(value.split(/[\s,]+/).filter((word) => word !== ''))];
}
