import { Switch as Base } from '@base-ui/react/switch';
import type { ComponentChildren } from 'preact';
import './toggles.css';

export interface ToggleProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ComponentChildren;
  disabled?: boolean;
}

/** Something that is on or off, at once. */
export function Switch({ checked, onChange, children, disabled = false }: ToggleProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch inside renders the input
    <label class="toggle">
      <Base.Root
        className="switch"
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next)}
      >
        <Base.Thumb className="switch-thumb" />
      </Base.Root>
      <span>{children}</span>
    </label>
  );
}
