import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ComponentChildren, VNode } from 'preact';
import { Button, type ButtonProps, Icon, type IconShape } from './Button.tsx';
import './menu.css';

interface IconButtonProps extends Omit<ButtonProps, 'children'> {
  icon: IconShape;
  /** The action of the button: for screen readers, and beside it while the pointer rests on it. */
  label: string;
}

export function IconButton({ icon, label, class: added, kind = 'bare', ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <Button kind={kind} class={`icon-button ${added ?? ''}`.trimEnd()} aria-label={label} {...rest}>
        <Icon shape={icon} />
      </Button>
    </Tooltip>
  );
}

/** How long the pointer rests on a control before its text comes. */
const DELAY_MS = 500;

/** A short text beside a control that has the pointer or the focus. Nothing is said by it alone: the control has a label. */
export function Tooltip({ text, children }: { text: ComponentChildren; children: VNode }) {
  return (
    <Base.Root>
      <Base.Trigger delay={DELAY_MS} render={children} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} className="floats">
          <Base.Popup className="tooltip floating">{text}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
