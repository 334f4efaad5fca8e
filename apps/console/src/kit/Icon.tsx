import type { SVGAttributes } from 'preact';
import './icon.css';

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
