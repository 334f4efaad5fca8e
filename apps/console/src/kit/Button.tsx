import type { ButtonHTMLAttributes, ComponentChildren, Ref, SVGAttributes } from 'preact';
import { forwardRef } from 'preact/compat';
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

/** The path data of an icon as `lucide` has it: elements with their attributes, in a grid of 24. */
export type IconShape = readonly (readonly [
  tag: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
])[];

/** An icon beside a text that says the same; alone it needs a label of its button. */
export function Icon({ shape, size = 18 }: { shape: IconShape; size?: number }) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      {shape.map(([Tag, attributes], at) => {
        const Element = Tag as 'path'; // the shapes hold elements of SVG only
        return <Element key={String(at)} {...(attributes as SVGAttributes<SVGPathElement>)} />;
      })}
    </svg>
  );
}

/** The mark of Palatine, in the accent of the theme. `public/mark.svg` is the same for the browser's tab. */
export function Mark({ size }: { size: number }) {
  return (
    <svg class="mark" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path d="M4 12l4-5 4 5v15H4zM12 12l4-8 4 8v15h-8zM20 12l4-5 4 5v15h-8z" />
    </svg>
  );
}
