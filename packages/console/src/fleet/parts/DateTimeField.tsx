import { Field } from '../../kit/Field.tsx';

export interface DateTimeFieldProps {
  label: string;
  hint: string;
  /** As the browser writes it, in its time zone: `2027-01-01T00:00`; '' for none. */
  value: string;
  onInput: (value: string) => void;
}

/** A moment that somebody chooses, or none. */
export function DateTimeField({ label, hint, value, onInput }: DateTimeFieldProps) {
  return (
    <Field label={label} hint={hint}>
      <input
        class="input"
        type="datetime-local"
        aria-label={label}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </Field>
  );
}

/** The chosen moment as ISO 8601; undefined for none, and for what is none. */
export function isoOf(value: string): string | undefined {
  const ms = value === '' ? Number.NaN : new Date(value).getTime();
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}
