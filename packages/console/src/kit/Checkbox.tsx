import { Checkbox as Base } from '@base-ui/react/checkbox';
import Check from 'lucide/dist/esm/icons/check.mjs';
import Minus from 'lucide/dist/esm/icons/minus.mjs';
import type { ComponentChildren } from 'preact';
import { Icon } from './Icon.tsx';
import './toggles.css';

export interface CheckboxProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Beside the box. Without it, `label` names the box for screen readers. */
  children?: ComponentChildren;
  label?: string;
  /** Some of what it stands for is checked. */
  indeterminate?: boolean;
  disabled?: boolean;
}

/** A box that is checked or not. */
export function Checkbox(props: CheckboxProps) {
  const { checked, onChange, children, label, indeterminate = false, disabled = false } = props;
  const box = (
    <Base.Root
      className="checkbox"
      aria-label={label}
      checked={checked}
      indeterminate={indeterminate}
      disabled={disabled}
      onCheckedChange={(next) => onChange(next)}
    >
      <Base.Indicator className="checkbox-mark">
        <Icon shape={indeterminate ? Minus : Check} size={12} />
      </Base.Indicator>
    </Base.Root>
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
