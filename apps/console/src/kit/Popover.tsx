import { Popover as Base } from '@base-ui/react/popover';
import type { ComponentChildren, VNode } from 'preact';
import './menu.css';

/** A small panel beside its button, which does not stop the rest of the page. Esc closes it. */
export function Popover(props: {
  trigger: VNode;
  title: ComponentChildren;
  children: ComponentChildren;
  align?: 'start' | 'center' | 'end';
}) {
  const { trigger, title, children, align = 'center' } = props;
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="floats" sideOffset={6} align={align}>
          <Base.Popup className="popover floating stack">
            <Base.Title>{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
