import { Field as Base } from '@base-ui/react/field';
import type { ComponentChildren, Ref, TargetedKeyboardEvent } from 'preact';
import './field.css';
import { Input } from '@base-ui/react/input';
import { LIMITS } from '@palatine/contract';
import type { Signal } from '@preact/signals';
import { forwardRef } from 'preact/compat';
import { assign } from './assign.ts';

export interface FieldProps {
  label: ComponentChildren;
  /** One line that helps to fill it in. */
  hint?: ComponentChildren;
  /** The error; it is read out with the field. */
  error?: ComponentChildren;
  children: ComponentChildren;
  disabled?: boolean;
}

/** A control of the kit with its label, a hint and what is wrong with it. */
export function Field({ label, hint, error, children, disabled = false }: FieldProps) {
  const invalid = error !== undefined && error !== '' && error !== false;
  return (
    <Base.Root className="field" invalid={invalid} disabled={disabled}>
      <Base.Label className="field-label">{label}</Base.Label>
      {children}
      {hint !== undefined && <Base.Description className="faint">{hint}</Base.Description>}
      {invalid && (
        <Base.Error match className="field-error">
          {error}
        </Base.Error>
      )}
    </Base.Root>
  );
}

/** A text with its setter, or the signal that holds it. */
type BoundText =
  | { value: string; onInput: (value: string) => void; bind?: never }
  | { bind: Signal<string>; value?: never; onInput?: never };

function textOf({ bind, value, onInput }: BoundText): [string, (value: string) => void] {
  return bind === undefined ? [value, onInput] : [bind.value, (next) => assign(bind, next)];
}

interface TextFieldOptions {
  /** For screen readers; inside a Field the field's label says it. */
  label?: string;
  type?: 'text' | 'search' | 'password';
  placeholder?: string;
  maxLength?: number;
  required?: boolean;
  disabled?: boolean;
  spellCheck?: boolean;
  onKeyDown?: (event: TargetedKeyboardEvent<HTMLInputElement>) => void;
}

export type TextFieldProps = TextFieldOptions & BoundText;

/** A line of text. `ref` is the input. */
export const TextField = forwardRef(function TextField(props: TextFieldProps, ref: Ref<HTMLInputElement>) {
  const { label, type = 'text', value: _, onInput: __, bind: ___, ...rest } = props;
  const [value, setValue] = textOf(props);
  return (
    <Input
      className="input"
      render={<input ref={ref} />}
      type={type}
      autoComplete="off"
      aria-label={label}
      value={value}
      onValueChange={(next: string) => setValue(next)}
      {...rest}
    />
  );
});

export const SearchField = forwardRef(function SearchField(
  props: TextFieldProps & { label: string },
  ref: Ref<HTMLInputElement>,
) {
  return <TextField type="search" placeholder={props.label} maxLength={100} {...props} ref={ref} />;
});

interface TextAreaOptions extends Omit<TextFieldOptions, 'type' | 'required' | 'onKeyDown'> {
  /** Lines shown; 3 unless set. */
  rows?: number;
  class?: string;
  onKeyDown?: (event: TargetedKeyboardEvent<HTMLTextAreaElement>) => void;
}

export type TextAreaProps = TextAreaOptions & BoundText;

export const TextArea = forwardRef(function TextArea(props: TextAreaProps, ref: Ref<HTMLTextAreaElement>) {
  const { label, rows = 3, class: added = '', disabled = false, ...others } = props;
  const { value: _, onInput: __, bind: ___, ...rest } = others;
  const [value, setValue] = textOf(props);
  return (
    <Base.Control
      className={`input ${added}`.trimEnd()}
      aria-label={label}
      value={value}
      disabled={disabled}
      onValueChange={(next: string) => setValue(next)}
      render={<textarea rows={rows} ref={ref} {...rest} />}
    />
  );
});

export interface TextInputProps
  extends Pick<TextFieldOptions, 'maxLength' | 'spellCheck' | 'placeholder' | 'required'> {
  label: string;
  hint?: string;
  bind: Signal<string>;
  /** Several lines of text; one unless given. */
  rows?: number;
}

export function TextInput({ label, hint, bind, rows, ...rest }: TextInputProps) {
  const field = { ...rest, bind };
  return (
    <Field label={label} hint={hint}>
      {rows === undefined ? <TextField {...field} /> : <TextArea rows={rows} {...field} />}
    </Field>
  );
}

export function IdInput(props: Pick<TextInputProps, 'label' | 'hint' | 'bind'>) {
  return <TextInput {...props} maxLength={LIMITS.idChars} spellCheck={false} />;
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
