import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Failure } from '../faces/Failure.tsx';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { Field } from '../kit/Field.tsx';
import { TextField } from '../kit/TextField.tsx';
import { showToast } from '../kit/toasts.ts';
import { hrefOf, navigate } from '../navigation/router.ts';
import { newKey, send } from '../outbox/outbox.ts';
import { texts } from '../texts/texts.ts';
import type { FileKind, OpenFile } from './file-kind.ts';

/** Deletes a file once its name was typed. Its versions stay. */
export function DeleteFile({ kind, file }: { kind: FileKind; file: OpenFile }): JSX.Element {
  const open = useSignal(false);
  const label = texts.value.templates.deleteLabel(file.Name);
  return (
    <>
      <Button
        kind="danger"
        onClick={() => {
          open.value = true;
        }}
      >
        {texts.value.templates.delete}
      </Button>
      {open.value && (
        <DeleteDialog
          kind={kind}
          file={file}
          label={label}
          onClose={() => {
            open.value = false;
          }}
        />
      )}
    </>
  );
}

function DeleteDialog(props: {
  kind: FileKind;
  file: OpenFile;
  label: string;
  onClose: () => void;
}): JSX.Element {
  const { kind, file, label, onClose } = props;
  const text = texts.value.templates;
  const typed = useSignal('');
  const error = useSignal<unknown>(undefined);
  const key = useMemo(newKey, []);

  async function remove(): Promise<void> {
    const outcome = await send({
      route: kind.writes.delete as 'deleteTemplate', // both routes take the same call
      label,
      key,
      params: { name: file.Name },
      ifMatch: file.ETag,
    });
    if (outcome.state === 'refused' || outcome.state === 'unknown') {
      error.value = outcome.error;
      return;
    }
    showToast({ text: text.deleted(file.Name), tone: 'ok' });
    onClose();
    navigate(hrefOf(`/${kind.id}`));
  }

  return (
    <Dialog
      open
      alert
      onClose={onClose}
      title={label}
      description={text.deleteText}
      footer={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button kind="final" disabled={typed.value !== file.Name} onClick={() => void remove()}>
            {label}
          </Button>
        </>
      }
    >
      <Field label={text.typeName(file.Name)}>
        <TextField
          value={typed.value}
          onInput={(value) => {
            typed.value = value;
          }}
        />
      </Field>
      {error.value !== undefined && <Failure error={error.value} />}
    </Dialog>
  );
}
