import { NumberField as Base } from '@base-ui/react/number-field';
import { Minus, Plus } from 'lucide';
import { Icon } from './Icon.tsx';
import './field.css';

export interface NumberFieldProps {
  /** null: nothing is typed. */
  value: number | null;
  onChange: (value: number | null) => void;
  /** For screen readers; inside a Field the field's label says it. */
  label?: string;
  min?: number;
  max?: number;
  step?: number;
  disabled?: boolean;
}

/** A number with buttons for less and more; arrows change it too. */
export function NumberField({ label, value, onChange, ...bounds }: NumberFieldProps) {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next)} {...bounds}>
      <Base.Group className="number">
        <Base.Decrement>
          <Icon shape={Minus} size={14} />
        </Base.Decrement>
        <Base.Input className="input" aria-label={label} />
        <Base.Increment>
          <Icon shape={Plus} size={14} />
        </Base.Increment>
      </Base.Group>
    </Base.Root>
  );
}
