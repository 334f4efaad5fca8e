import { Field as BaseField } from '@base-ui/react/field';
import { Input } from '@base-ui/react/input';
import { NumberField as BaseNumber } from '@base-ui/react/number-field';
import { Select as BaseSelect } from '@base-ui/react/select';
import { LIMITS } from '@palatine/contract';
import type { Signal } from '@preact/signals';
import { Check, ChevronsUpDown, Minus, Plus } from 'lucide';
import type { ComponentChildren, Ref, TargetedKeyboardEvent } from 'preact';
import { forwardRef } from 'preact/compat';
import { Icon } from './Button.tsx';
import './field.css';

export function Field(props: {
  label: ComponentChildren;
  hint?: ComponentChildren;
  /** The error; it is read out with the field. */
  error?: ComponentChildren;
  children: ComponentChildren;
  disabled?: boolean;
}) {
  const { label, hint, error, children, disabled = false } = props;
  const invalid = error !== undefined && error !== '' && error !== false;
  return (
    <BaseField.Root className="field" invalid={invalid} disabled={disabled}>
      <BaseField.Label className="field-label">{label}</BaseField.Label>
      {children}
      {hint !== undefined && <BaseField.Description className="faint">{hint}</BaseField.Description>}
      {invalid && (
        <BaseField.Error match className="field-error">
          {error}
        </BaseField.Error>
      )}
    </BaseField.Root>
  );
}

/** A value with its setter, or the signal that holds it. */
export type Bound<T> =
  | { value: T; onChange: (value: T) => void; bind?: never }
  | { bind: Signal<T>; value?: never; onChange?: never };

export function bound<T>({ bind, value, onChange }: Bound<T>): [value: T, set: (value: T) => void] {
  return bind === undefined ? [value, onChange] : [bind.value, (next) => (bind.value = next)];
}

interface TextFieldOptions {
  label?: string;
  type?: 'text' | 'search' | 'password';
  placeholder?: string;
  maxLength?: number;
  required?: boolean;
  disabled?: boolean;
  spellCheck?: boolean;
  onKeyDown?: (event: TargetedKeyboardEvent<HTMLInputElement>) => void;
}

type TextFieldProps = TextFieldOptions & Bound<string>;

export const TextField = forwardRef(function TextField(props: TextFieldProps, ref: Ref<HTMLInputElement>) {
  const { label, type = 'text', value, onChange, bind, ...rest } = props;
  const [text, setText] = bound({ value, onChange, bind } as Bound<string>);
  return (
    <Input
      className="input"
      render={<input ref={ref} />}
      type={type}
      autoComplete="off"
      aria-label={label}
      value={text}
      onValueChange={(next: string) => setText(next)}
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

type TextAreaProps = Omit<TextFieldOptions, 'type' | 'required' | 'onKeyDown'> &
  Bound<string> & { rows?: number };

export function TextArea(props: TextAreaProps) {
  const { label, rows = 3, disabled = false, value, onChange, bind, ...rest } = props;
  const [text, setText] = bound({ value, onChange, bind } as Bound<string>);
  return (
    <BaseField.Control
      className="input"
      aria-label={label}
      disabled={disabled}
      value={text}
      onValueChange={(next: string) => setText(next)}
      render={<textarea rows={rows} {...rest} />}
    />
  );
}

interface TextInputProps
  extends Pick<TextFieldOptions, 'maxLength' | 'spellCheck' | 'placeholder' | 'required'> {
  label: string;
  hint?: string;
  bind: Signal<string>;
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

/** A moment, or none. `bind` holds it as the browser writes it: `2027-01-01T00:00`. */
export function DateTimeInput({ label, hint, bind }: Pick<TextInputProps, 'label' | 'hint' | 'bind'>) {
  return (
    <Field label={label} hint={hint}>
      <input
        class="input"
        type="datetime-local"
        aria-label={label}
        value={bind.value}
        onInput={(event) => (bind.value = event.currentTarget.value)}
      />
    </Field>
  );
}

/** A moment in ms since 1970 as a field of the browser holds it: in its time zone, to the minute. */
export function localTime(ms: number): string {
  return new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The chosen moment as ISO 8601; undefined for an empty or invalid one. */
export function isoOf(value: string): string | undefined {
  const ms = value === '' ? Number.NaN : new Date(value).getTime();
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

/** The words of a field, which stand with commas or blanks between them; each once. */
export function wordsOf(value: string): string[] {
  return [...new Set(value.split(/[\s,]+/).filter((word) => word !== ''))];
}

export interface Option<T extends string = string> {
  readonly value: T;
  readonly text: string;
}

/** The options of a table of texts: all of them, or those of some values. */
export function optionsOf<T extends string>(
  texts: Readonly<Record<T, string>>,
  values?: readonly T[],
): Option<T>[] {
  const all = values ?? (Object.keys(texts) as T[]); // its own keys
  return all.map((value) => ({ value, text: texts[value] }));
}

export type SelectProps<T extends string> = Bound<T> & {
  label?: string;
  options: readonly Option<T>[];
  disabled?: boolean;
  /** Shown before the chosen value, such as "Guild:". */
  prefix?: ComponentChildren;
};

/** A choice of one among a few. For more than some twenty take the Combobox. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { label, options, disabled = false, prefix } = props;
  const [value, setValue] = bound<T>(props);
  return (
    <BaseSelect.Root
      items={options.map(({ value, text }) => ({ value, label: text }))}
      value={value}
      disabled={disabled}
      modal={false}
      onValueChange={(next) => {
        if (next !== null) setValue(next);
      }}
    >
      <BaseSelect.Trigger className="select" aria-label={label}>
        {prefix !== undefined && <span class="quiet">{prefix}</span>}
        <BaseSelect.Value className="truncate" />
        <Icon shape={ChevronsUpDown} size={14} />
      </BaseSelect.Trigger>
      <BaseSelect.Portal>
        <BaseSelect.Positioner className="floats" sideOffset={4} alignItemWithTrigger={false}>
          <BaseSelect.Popup className="menu floating">
            {options.map(({ value, text }) => (
              <BaseSelect.Item key={value} value={value} className="menu-item">
                <span class="menu-icon">
                  <BaseSelect.ItemIndicator className="menu-check">
                    <Icon shape={Check} size={16} />
                  </BaseSelect.ItemIndicator>
                </span>
                <BaseSelect.ItemText className="menu-text">{text}</BaseSelect.ItemText>
              </BaseSelect.Item>
            ))}
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  );
}

export function NumberField(props: {
  value: number | null;
  onChange: (value: number | null) => void;
  label?: string;
  min?: number;
  max?: number;
  step?: number;
  disabled?: boolean;
}) {
  const { label, value, onChange, ...bounds } = props;
  return (
    <BaseNumber.Root value={value} onValueChange={(next) => onChange(next)} {...bounds}>
      <BaseNumber.Group className="number">
        <BaseNumber.Decrement>
          <Icon shape={Minus} size={14} />
        </BaseNumber.Decrement>
        <BaseNumber.Input className="input" aria-label={label} />
        <BaseNumber.Increment>
          <Icon shape={Plus} size={14} />
        </BaseNumber.Increment>
      </BaseNumber.Group>
    </BaseNumber.Root>
  );
}
