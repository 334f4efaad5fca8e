import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Failure } from '../../faces/Failure.tsx';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';

export interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  /** The sentence that names what is done and to what. */
  title: ComponentChildren;
  /** What comes of it. */
  description?: ComponentChildren;
  /** The text of the button that does it, and of the one that does not. */
  doText: string;
  cancel: string;
  /** Outlined as a danger, or plain. */
  danger?: boolean;
  disabled?: boolean;
  /** Does it; the dialog closes when it resolves, and shows why when it rejects. */
  run: () => Promise<unknown>;
  children?: ComponentChildren;
}

/** A dialog whose one button does something that can fail. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, description, doText, cancel, danger = false, disabled = false } = props;
  const busy = useSignal(false);
  const error = useSignal<unknown>(undefined);
  const close = () => {
    error.value = undefined;
    onClose();
  };
  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    if (busy.value || disabled) return;
    busy.value = true;
    error.value = undefined;
    try {
      await props.run();
      close();
    } catch (reason) {
      error.value = reason;
    } finally {
      busy.value = false;
    }
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={close}>{cancel}</Button>
          <Button
            kind={danger ? 'final' : 'primary'}
            type="submit"
            form="fleet-confirm"
            disabled={disabled || busy.value}
          >
            {doText}
          </Button>
        </>
      }
    >
      <form id="fleet-confirm" class="fleet-form" onSubmit={(event) => void submit(event)}>
        {props.children}
        <Problem of={error} />
      </form>
    </Dialog>
  );
}

function Problem({ of }: { of: ReadonlySignal<unknown> }) {
  return of.value === undefined ? null : <Failure error={of.value} />;
}
