import { Input } from '@base-ui/react/input';
import type { Ref, TargetedKeyboardEvent } from 'preact';
import { forwardRef } from 'preact/compat';
import './field.css';

export interface TextFieldProps {
  value: string;
  onInput: (value: string) => void;
  /** For screen readers; inside a Field the field's label says it. */
  label?: string;
  type?: 'text' | 'search' | 'password';
  placeholder?: string;
  maxLength?: number;
  required?: boolean;
  disabled?: boolean;
  spellCheck?: boolean;
  onKeyDown?: (event: TargetedKeyboardEvent<HTMLInputElement>) => void;
}

/** A line of text. `ref` is the input. */
export const TextField = forwardRef(function TextField(
  { label, onInput, type = 'text', ...rest }: TextFieldProps,
  ref: Ref<HTMLInputElement>,
) {
  return (
    <Input
      className="input"
      render={<input ref={ref} />}
      type={type}
      autoComplete="off"
      aria-label={label}
      onValueChange={(value: string) => onInput(value)}
      {...rest}
    />
  );
});

/** A search for what is typed. */
export const SearchField = forwardRef(function SearchField(
  props: TextFieldProps & { label: string },
  ref: Ref<HTMLInputElement>,
) {
  return <TextField type="search" placeholder={props.label} maxLength={100} {...props} ref={ref} />;
});
