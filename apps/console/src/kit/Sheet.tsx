import { Drawer } from '@base-ui/react/drawer';
import type { ComponentChildren } from 'preact';
import './sheet.css';

export function SheetOf<T>(props: {
  subject: T | undefined;
  title: (subject: T) => ComponentChildren;
  onClose: () => void;
  children: (subject: T) => ComponentChildren;
}) {
  const { subject, title, onClose, children } = props;
  return (
    <Sheet open={subject !== undefined} onClose={onClose} title={subject !== undefined && title(subject)}>
      {subject !== undefined && children(subject)}
    </Sheet>
  );
}

/** Below this width of the window, in px, it is a phone's. */
const PHONE_PX = 720;

/** A sheet over the edge of the page, with its own scrolling. It can be swiped away, and Esc closes it. */
export function Sheet(props: {
  open: boolean;
  onClose: () => void;
  title: ComponentChildren;
  children: ComponentChildren;
  /** The edge it comes from; `bottom` on a phone, `end` beside a page unless given. */
  side?: 'bottom' | 'end';
}) {
  const { open, onClose, title, children, side = innerWidth < PHONE_PX ? 'bottom' : 'end' } = props;
  return (
    <Drawer.Root
      open={open}
      swipeDirection={side === 'bottom' ? 'down' : 'right'}
      onOpenChange={(next) => next || onClose()}
    >
      <Drawer.Portal>
        <Drawer.Backdrop className="scrim" />
        <Drawer.Viewport className={`sheet-viewport ${side}`}>
          <Drawer.Popup className={`sheet floating ${side}`}>
            <Drawer.Content className="sheet-content stack">
              <Drawer.Title className="heading">{title}</Drawer.Title>
              {children}
            </Drawer.Content>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
