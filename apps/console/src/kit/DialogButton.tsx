import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { assign } from './assign.ts';
import { Button, type ButtonProps } from './Button.tsx';

interface DialogButtonProps extends Pick<ButtonProps, 'kind' | 'icon'> {
  text: string;
  children: (close: () => void) => ComponentChildren;
}

/** A button with the dialog that it opens. */
export function DialogButton({ text, children, ...look }: DialogButtonProps) {
  const open = useSignal(false);
  return (
    <>
      <Button {...look} onClick={() => assign(open, true)}>
        {text}
      </Button>
      {open.value && children(() => assign(open, false))}
    </>
  );
}
