import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ComponentChildren, VNode } from 'preact';
import './tooltip.css';

/** How long the pointer rests on a control before its text comes. */
const DELAY_MS = 500;

/**
 * A short text beside a control while the pointer rests on it or it has the focus. It repeats or completes; nothing
 * may be said by it alone, and the control has a label of its own.
 * @param children one element, which takes props and a ref
 */
export function Tooltip({ text, children }: { text: ComponentChildren; children: VNode }) {
  return (
    <Base.Root>
      <Base.Trigger delay={DELAY_MS} render={children} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} className="floats">
          <Base.Popup className="tooltip">{text}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
