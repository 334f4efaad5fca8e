import type { ButtonHTMLAttributes, ComponentChildren, Ref } from 'preact';
import { forwardRef } from 'preact/compat';
import { Icon, type IconShape } from './Icon.tsx';
import './button.css';

export interface ButtonProps
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'children' | 'ref'> {
  /** `danger` is outlined; `final` is filled, and is in the last dialog only. */
  kind?: 'plain' | 'primary' | 'danger' | 'final' | 'bare';
  icon?: IconShape;
  children: ComponentChildren;
  type?: 'button' | 'submit';
}

export const Button = forwardRef(function Button(
  { kind = 'plain', type = 'button', icon, class: added, className, children, ...rest }: ButtonProps,
  ref: Ref<HTMLButtonElement>,
) {
  const classes = ['button', kind, added, className].filter(
    (name) => typeof name === 'string' && name !== '',
  );
  return (
    <button type={type} class={classes.join(' ')} ref={ref} {...rest}>
      {icon && <Icon shape={icon} size={16} />}
      {children}
    </button>
  );
});
