import { Popover as Base } from '@base-ui/react/popover';
import type { ComponentChildren, VNode } from 'preact';
import './popover.css';

export interface PopoverProps {
  trigger: VNode;
  title: ComponentChildren;
  children: ComponentChildren;
  align?: 'start' | 'center' | 'end';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/** A small panel beside its button, which does not stop the rest of the page. Esc closes it. */
export function Popover(props: PopoverProps) {
  const { trigger, title, children, align = 'center', open, onOpenChange } = props;
  const controlled = open === undefined ? {} : { open };
  return (
    <Base.Root {...controlled} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="floats" sideOffset={6} align={align}>
          <Base.Popup className="popover">
            <Base.Title>{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
