import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox';
import { Radio } from '@base-ui/react/radio';
import { RadioGroup as BaseRadioGroup } from '@base-ui/react/radio-group';
import { Switch as BaseSwitch } from '@base-ui/react/switch';
import { Check } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Icon } from './Button.tsx';
import { type Bound, bound } from './Fields.tsx';
import './toggles.css';

export function Checkbox(props: Bound<boolean> & { children: ComponentChildren }) {
  const [checked, setChecked] = bound(props);
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside renders the input
    <label class="toggle">
      <BaseCheckbox.Root className="checkbox" checked={checked} onCheckedChange={(next) => setChecked(next)}>
        <BaseCheckbox.Indicator className="checkbox-mark">
          <Icon shape={Check} size={12} />
        </BaseCheckbox.Indicator>
      </BaseCheckbox.Root>
      <span>{props.children}</span>
    </label>
  );
}

export function Switch(props: Bound<boolean> & { children: ComponentChildren; disabled?: boolean }) {
  const { children, disabled = false } = props;
  const [checked, setChecked] = bound(props);
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

interface RadioOption<T extends string> {
  readonly value: T;
  readonly text: ComponentChildren;
  readonly hint?: ComponentChildren;
}

export function RadioGroup<T extends string>(
  props: Bound<T> & { label: string; options: readonly RadioOption<T>[]; inline?: boolean },
) {
  const { label, options, inline = false } = props;
  const [chosen, setChosen] = bound<T>(props);
  return (
    <BaseRadioGroup
      className={inline ? 'radios inline' : 'radios'}
      aria-label={label}
      value={chosen}
      onValueChange={(next: unknown) => setChosen(next as T)} // one of the values below
    >
      {options.map(({ value, text, hint }) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the radio inside renders the input
        <label class="toggle" key={value}>
          <Radio.Root value={value} className="radio">
            <Radio.Indicator className="radio-mark" />
          </Radio.Root>
          <span>
            {text}
            {hint !== undefined && <span class="faint block">{hint}</span>}
          </span>
        </label>
      ))}
    </BaseRadioGroup>
  );
}
