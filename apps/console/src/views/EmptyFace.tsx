import type { ComponentChildren } from 'preact';
import { Icon, type IconShape } from '../kit/Button.tsx';
import './empty-face.css';

/** The face of a page without rows: what will be there, and the button that changes it. `good`: no rows are good news. */
export function EmptyFace(props: {
  icon: IconShape;
  title?: string;
  note?: ComponentChildren;
  good?: boolean;
  children?: ComponentChildren;
}) {
  const { icon, title, note, good = false, children } = props;
  return (
    <div class={good ? 'empty-face good' : 'empty-face'}>
      <span class="empty-face-icon">
        <Icon shape={icon} size={good ? 36 : 18} />
      </span>
      {title !== undefined && <h2>{title}</h2>}
      {note !== undefined && <p>{note}</p>}
      {children !== undefined && <div class="empty-face-actions">{children}</div>}
    </div>
  );
}
