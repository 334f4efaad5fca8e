import './icon.css';

/** The mark of Palatine, in the accent of the theme. `public/mark.svg` is the same for the browser's tab. */
export function Mark({ size }: { size: number }) {
  return (
    <svg class="mark" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path d="M4 12l4-5 4 5v15H4zM12 12l4-8 4 8v15h-8zM20 12l4-5 4 5v15h-8z" />
    </svg>
  );
}
