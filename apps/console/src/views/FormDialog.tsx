import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { texts } from '../texts/texts.ts';
import { Failure } from './Failure.tsx';
import { CopyId } from './Values.tsx';
import './async-view.css';

export function FormDialog(props: {
  onClose: () => void;
  title: string;
  description?: string;
  doText: string;
  danger?: boolean;
  wide?: boolean;
  /** A click beside it does not close it. */
  alert?: boolean;
  ready?: boolean;
  /** Does it; the dialog closes when it resolves, and shows why when it rejects. */
  run: () => Promise<void>;
  onDone?: () => void;
  tools?: ComponentChildren;
  children?: ComponentChildren;
}) {
  const { onClose, title, description, doText, danger, wide = false, alert = false, ready = true } = props;
  const { run, onDone = onClose, tools, children } = props;
  const form = useId();
  const busy = useSignal(false);
  const error = useSignal<unknown>(undefined);
  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    if (busy.value || !ready) return;
    busy.value = true;
    error.value = undefined;
    try {
      await run();
      onDone();
    } catch (reason) {
      error.value = reason;
    } finally {
      busy.value = false;
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      wide={wide}
      alert={alert}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>{texts.value.shell.cancel}</Button>
          {tools}
          <Button
            kind={danger ? 'final' : 'primary'}
            type="submit"
            form={form}
            disabled={!ready || busy.value}
          >
            {doText}
          </Button>
        </>
      }
    >
      <form id={form} class="stack loose" onSubmit={(event) => void submit(event)}>
        {children}
        {error.value !== undefined && <Failure error={error.value} />}
      </form>
    </Dialog>
  );
}

/** Shows a secret once. A click beside it does not close it. */
export function SecretDialog(props: {
  onClose: () => void;
  title: string;
  description: string;
  secret: string;
  what: string;
  closeText?: string;
  children?: ComponentChildren;
}) {
  const { onClose, title, description, secret, what, closeText = texts.value.shell.close, children } = props;
  return (
    <Dialog
      open
      onClose={onClose}
      alert
      wide
      title={title}
      description={description}
      footer={
        <Button kind="primary" onClick={onClose}>
          {closeText}
        </Button>
      }
    >
      <div class="stack loose">
        <div class="secret-line">
          <CopyId id={secret} what={what} />
        </div>
        {children}
      </div>
    </Dialog>
  );
}
