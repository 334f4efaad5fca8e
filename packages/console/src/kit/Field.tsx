import { Field as Base } from '@base-ui/react/field';
import type { ComponentChildren } from 'preact';
import './field.css';

export interface FieldProps {
  label: ComponentChildren;
  /** One line that helps to fill it in. */
  hint?: ComponentChildren;
  /** What is wrong with it; it is read out with the field. */
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
