import { isFileName } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { Field } from '../kit/Field.tsx';
import { TextField } from '../kit/TextField.tsx';
import { hrefOf, navigate } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import type { FileKind } from './file-kind.ts';

/** Asks for the name of a new file, and opens it in the editor. Nothing is written before it is saved. */
export function NewFileDialog({ kind, onClose }: { kind: FileKind; onClose: () => void }): JSX.Element {
  const text = texts.value.templates;
  const name = useSignal('');
  const isGood = isFileName(`${name.value}.json`);
  const problem = name.value === '' || isGood ? undefined : text.badName;
  function open(): void {
    if (!isGood) return;
    onClose();
    navigate(hrefOf(`/${kind.id}/${encodeURIComponent(name.value)}`, { new: '1' }));
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={text[kind.id].newTitle}
      footer={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button kind="primary" type="submit" form="new-file" disabled={!isGood}>
            {text.open}
          </Button>
        </>
      }
    >
      <form
        id="new-file"
        onSubmit={(event) => {
          event.preventDefault();
          open();
        }}
      >
        <Field label={text.name} hint={text[kind.id].nameHint} error={problem}>
          <TextField
            value={name.value}
            onInput={(value) => {
              name.value = value;
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}
