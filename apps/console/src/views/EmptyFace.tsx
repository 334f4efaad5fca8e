import type { ComponentChildren } from 'preact';
import { Icon, type IconShape } from '../kit/Button.tsx';
import './empty-face.css';

/** The face of an empty list, with the action that fills it. `good`: an empty list is good news. */
export function EmptyFace(props: {
  icon: IconShape;
  title?: string;
  note?: ComponentChildren;
  good?: boolean;
  children?: ComponentChildren;
}) {
  const { icon, title, note, good = false, children } = props;
  return (
    <>
      <span class={good ? 'empty-face-icon good' : 'empty-face-icon'}>
        <Icon shape={icon} size={good ? 36 : 18} />
      </span>
      {title !== undefined && <h2>{title}</h2>}
      {note !== undefined && <p>{note}</p>}
      {children !== undefined && <div class="empty-face-actions cluster">{children}</div>}
    </>
  );
}
