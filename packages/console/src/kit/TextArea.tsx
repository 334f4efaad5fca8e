import { Field } from '@base-ui/react/field';
import type { Ref, TargetedKeyboardEvent } from 'preact';
import { forwardRef } from 'preact/compat';
import './field.css';

export interface TextAreaProps {
  value: string;
  onInput: (value: string) => void;
  /** For screen readers; inside a Field the field's label says it. */
  label?: string;
  /** Lines shown; 3 unless set. */
  rows?: number;
  placeholder?: string;
  maxLength?: number;
  disabled?: boolean;
  spellCheck?: boolean;
  class?: string;
  onKeyDown?: (event: TargetedKeyboardEvent<HTMLTextAreaElement>) => void;
}

/** Several lines of text. `ref` is the textarea. */
export const TextArea = forwardRef(function TextArea(
  { label, value, onInput, rows = 3, class: added = '', disabled = false, ...rest }: TextAreaProps,
  ref: Ref<HTMLTextAreaElement>,
) {
  return (
    <Field.Control
      className={`input ${added}`.trimEnd()}
      aria-label={label}
      value={value}
      disabled={disabled}
      onValueChange={(next: string) => onInput(next)}
      render={<textarea rows={rows} ref={ref} {...rest} />}
    />
  );
});
