import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as Base } from '@base-ui/react/dialog';
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { texts } from '../texts/texts.ts';
import { Button, type ButtonProps } from './Button.tsx';
import './dialog.css';

export function Dialog(props: {
  open: boolean;
  /** The dialog asks to be closed: Esc, a click beside it, or its close button. */
  onClose: () => void;
  /** The sentence that names it, for the eye and for screen readers: "Kick Zoe". */
  title: ComponentChildren;
  /** One or two sentences below the title, read out with it. */
  description?: ComponentChildren;
  children?: ComponentChildren;
  /** The buttons; the one that acts comes last. A button that closes it unless given. */
  footer?: ComponentChildren;
  /** 480 px unless `wide`, which is 760 px. */
  wide?: boolean;
  /** `alert`: it interrupts, and a click beside it does not close it. */
  alert?: boolean;
  /** It is for reading: its content, which is called this, gets the focus, so that keys scroll it. */
  reads?: string;
  /** Nothing of the page behind it is seen, and no button closes it. */
  covers?: boolean;
}) {
  const { open, onClose, title, description, children, wide = false, alert = false, covers = false } = props;
  const { reads, footer = <Button onClick={onClose}>{texts.value.shell.close}</Button> } = props;
  const Part = alert ? AlertDialog : Base;
  return (
    <Part.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Part.Portal>
        <Part.Backdrop className={covers ? 'scrim covers' : 'scrim'} />
        <Part.Popup
          className={['dialog floating', wide && 'wide', covers && 'covers'].filter(Boolean).join(' ')}
        >
          <header>
            <Part.Title className="heading">{title}</Part.Title>
            {description !== undefined && (
              <Part.Description className="quiet">{description}</Part.Description>
            )}
          </header>
          {children !== undefined && (
            <div
              class="dialog-body stack"
              {...(reads && { tabIndex: 0, role: 'group', 'aria-label': reads })}
            >
              {children}
            </div>
          )}
          {!covers && <footer>{footer}</footer>}
        </Part.Popup>
      </Part.Portal>
    </Part.Root>
  );
}

interface DialogButtonProps extends Pick<ButtonProps, 'kind' | 'icon'> {
  text: string;
  children: (close: () => void) => ComponentChildren;
}

export function DialogButton({ text, children, ...look }: DialogButtonProps) {
  const open = useSignal(false);
  return (
    <>
      <Button {...look} onClick={() => (open.value = true)}>
        {text}
      </Button>
      {open.value && children(() => (open.value = false))}
    </>
  );
}
