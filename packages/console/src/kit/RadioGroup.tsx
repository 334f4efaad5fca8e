import { Radio } from '@base-ui/react/radio';
import { RadioGroup as Base } from '@base-ui/react/radio-group';
import type { ComponentChildren } from 'preact';
import './toggles.css';

export interface RadioOption<T extends string> {
  readonly value: T;
  readonly text: ComponentChildren;
  /** One line below the text. */
  readonly hint?: ComponentChildren;
  readonly disabled?: boolean;
}

export interface RadioGroupProps<T extends string> {
  /** What is chosen, for screen readers. */
  label: string;
  value: T;
  options: readonly RadioOption<T>[];
  onChange: (value: T) => void;
  /** Side by side, in place of one below the other. */
  inline?: boolean;
}

/** A choice of one, all of them in sight. */
export function RadioGroup<T extends string>(props: RadioGroupProps<T>) {
  const { label, value, options, onChange, inline = false } = props;
  return (
    <Base
      className={inline ? 'radios inline' : 'radios'}
      aria-label={label}
      value={value}
      onValueChange={(next: unknown) => onChange(next as T)} // one of the values below
    >
      {options.map(({ value, text, hint, disabled = false }) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the radio inside renders the input
        <label class="toggle" key={value}>
          <Radio.Root value={value} disabled={disabled} className="radio">
            <Radio.Indicator className="radio-mark" />
          </Radio.Root>
          <span>
            {text}
            {hint !== undefined && <span class="faint toggle-hint">{hint}</span>}
          </span>
        </label>
      ))}
    </Base>
  );
}
