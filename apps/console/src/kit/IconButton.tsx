import { Button, type ButtonProps } from './Button.tsx';
import { Icon, type IconShape } from './Icon.tsx';
import { Tooltip } from './Tooltip.tsx';

export interface IconButtonProps extends Omit<ButtonProps, 'children'> {
  icon: IconShape;
  /** What it does: for screen readers, and beside it while the pointer rests on it. */
  label: string;
}

/** A button that shows an icon only. */
export function IconButton({ icon, label, class: added, kind = 'bare', ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <Button kind={kind} class={`icon-button ${added ?? ''}`.trimEnd()} aria-label={label} {...rest}>
        <Icon shape={icon} />
      </Button>
    </Tooltip>
  );
}
