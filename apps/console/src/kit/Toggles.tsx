import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox';
import type { Signal } from '@preact/signals';
import { Check } from 'lucide';
import type { ComponentChildren } from 'preact';
import { assign } from './assign.ts';
import { Icon } from './Icon.tsx';
import './toggles.css';
import { Radio } from '@base-ui/react/radio';
import { RadioGroup as BaseRadioGroup } from '@base-ui/react/radio-group';
import { Switch as BaseSwitch } from '@base-ui/react/switch';

/** A flag with its setter, or the signal that holds it. */
type BoundFlag =
  | { checked: boolean; onChange: (checked: boolean) => void; bind?: never }
  | { bind: Signal<boolean>; checked?: never; onChange?: never };

function flagOf({ bind, checked, onChange }: BoundFlag): [boolean, (checked: boolean) => void] {
  return bind === undefined ? [checked, onChange] : [bind.value, (next) => assign(bind, next)];
}

interface CheckboxOptions {
  /** Beside the box. Without it, `label` names the box for screen readers. */
  children?: ComponentChildren;
  label?: string;
  disabled?: boolean;
}

export type CheckboxProps = CheckboxOptions & BoundFlag;

export function Checkbox(props: CheckboxProps) {
  const { children, label, disabled = false } = props;
  const [checked, setChecked] = flagOf(props);
  const box = (
    <BaseCheckbox.Root
      className="checkbox"
      aria-label={label}
      checked={checked}
      disabled={disabled}
      onCheckedChange={(next) => setChecked(next)}
    >
      <BaseCheckbox.Indicator className="checkbox-mark">
        <Icon shape={Check} size={12} />
      </BaseCheckbox.Indicator>
    </BaseCheckbox.Root>
  );
  if (children === undefined) return box;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside renders the input
    <label class="toggle">
      {box}
      <span>{children}</span>
    </label>
  );
}

interface SwitchOptions {
  children: ComponentChildren;
  disabled?: boolean;
}

export function Switch(props: SwitchOptions & BoundFlag) {
  const { children, disabled = false } = props;
  const [checked, setChecked] = flagOf(props);
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch inside renders the input
    <label class="toggle">
      <BaseSwitch.Root
        className="switch"
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => setChecked(next)}
      >
        <BaseSwitch.Thumb className="switch-thumb" />
      </BaseSwitch.Root>
      <span>{children}</span>
    </label>
  );
}

export interface RadioOption<T extends string> {
  readonly value: T;
  readonly text: ComponentChildren;
  readonly hint?: ComponentChildren;
  readonly disabled?: boolean;
}

export interface RadioGroupProps<T extends string> {
  /** The name of the choice, for screen readers. */
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
    <BaseRadioGroup
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
    </BaseRadioGroup>
  );
}
