import type { ButtonHTMLAttributes, ComponentChildren, JSX } from 'preact';
import './button.css';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'children'> {
  /** `danger` is outlined; `final` is filled, and stands in the last dialog only. */
  kind?: 'plain' | 'primary' | 'danger' | 'final' | 'bare';
  children: ComponentChildren;
  type?: 'button' | 'submit';
}

/** A button in the looks of the console. */
export function Button({ kind = 'plain', type = 'button', class: added, ...rest }: ButtonProps): JSX.Element {
  return <button type={type} class={`button ${kind} ${added ?? ''}`.trimEnd()} {...rest} />;
}
