import type { ComponentChildren } from 'preact';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { CopyId } from './CopyId.tsx';
import './faces.css';

export interface SecretDialogProps {
  onClose: () => void;
  title: string;
  description: string;
  secret: string;
  /** What the secret is called. */
  what: string;
  closeText: string;
  children?: ComponentChildren;
}

/** Shows a secret once. A click beside it does not close it. */
export function SecretDialog(props: SecretDialogProps) {
  const { onClose, title, description, secret, what, closeText, children } = props;
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
      <div class="form">
        <div class="secret-line">
          <CopyId id={secret} what={what} />
        </div>
        {children}
      </div>
    </Dialog>
  );
}
