import type { ComponentChildren } from 'preact';
import './toggles.css';

export function Chips<Value extends string>(props: {
  label: string;
  value: string;
  options: readonly { readonly value: Value; readonly text: ComponentChildren }[];
  onChange: (value: Value) => void;
}) {
  const { label, value: chosen, options, onChange } = props;
  return (
    <fieldset class="chips">
      <legend class="spoken">{label}</legend>
      {options.map(({ value, text }) => (
        <button key={value} type="button" aria-pressed={value === chosen} onClick={() => onChange(value)}>
          {text}
        </button>
      ))}
    </fieldset>
  );
}
