import { importFleetList, LIMITS, type RouteReply } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { Name } from '../../faces/Name.tsx';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Field } from '../../kit/Field.tsx';
import { RadioGroup } from '../../kit/RadioGroup.tsx';
import { TextArea } from '../../kit/TextArea.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { fleetClient } from '../../session/session.ts';
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx';
import { fleetTexts } from '../texts/fleet-texts.ts';
import type { AddEntryProps } from './AddEntry.tsx';

const SOURCES = ['text', 'file'] as const;
type Source = (typeof SOURCES)[number];
type Imported = RouteReply<typeof importFleetList>;

/** The gateway stores up to 10,000 entries, each with a message of its own. */
const TIMEOUT_MS = 120_000;

/** Adds many entries to a shared list: from a text or a file. */
export function ImportDialog({ list, onClose, onDone }: AddEntryProps): JSX.Element {
  const text = fleetTexts.value.lists;
  const draft = useSignal({ source: 'text' as Source, text: '', reason: '' });
  const file = useSignal<File | undefined>(undefined);
  const imported = useSignal<Imported | undefined>(undefined);
  const change = (part: Partial<typeof draft.value>) => {
    draft.value = { ...draft.value, ...part };
  };
  const { source, reason } = draft.value;
  const isReady = {
    text: draft.value.text.trim() !== '',
    file: file.value !== undefined,
  };
  async function run(): Promise<void> {
    const content = source === 'file' ? await file.value?.text() : draft.value.text;
    imported.value = await fleetClient().call(importFleetList, {
      params: { list: list.List },
      body: {
        Text: content ?? '',
        ...(reason.trim() !== '' && { Reason: reason.trim() }),
      },
      timeoutMs: TIMEOUT_MS,
    });
    onDone();
  }
  if (imported.value !== undefined) return <Result of={imported.value} onClose={onClose} />;
  return (
    <ConfirmDialog
      open
      onClose={() => {
        if (imported.peek() === undefined) onClose();
      }}
      title={text.importTitle(list.List)}
      description={text.importHint}
      doText={text.importDo}
      cancel={text.cancel}
      disabled={!isReady[source]}
      run={run}
    >
      <RadioGroup
        label={text.from}
        inline
        value={source}
        options={SOURCES.map((value) => ({ value, text: text.sources[value] }))}
        onChange={(next) => change({ source: next })}
      />
      {source === 'text' && (
        <Field label={text.text}>
          <TextArea
            rows={8}
            value={draft.value.text}
            spellCheck={false}
            onInput={(next) => change({ text: next })}
          />
        </Field>
      )}
      {source === 'file' && (
        <Field label={text.file}>
          <input
            class="input"
            type="file"
            aria-label={text.file}
            accept=".json,.txt,.csv,text/plain,application/json"
            onChange={(event) => {
              file.value = event.currentTarget.files?.[0];
            }}
          />
        </Field>
      )}
      <Field label={text.defaultReason}>
        <TextField
          value={reason}
          maxLength={LIMITS.reasonChars}
          onInput={(next) => change({ reason: next })}
        />
      </Field>
    </ConfirmDialog>
  );
}

function Result({
  of: { Added, Unchanged, Skipped },
  onClose,
}: {
  of: Imported;
  onClose: () => void;
}): JSX.Element {
  const text = fleetTexts.value.lists;
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.imported(Added, Unchanged)}
      footer={
        <Button kind="primary" onClick={onClose}>
          {fleetTexts.value.many.close}
        </Button>
      }
    >
      {Skipped.length > 0 && (
        <>
          <p>{text.skipped(Skipped.length)}</p>
          <ul class="skipped">
            {Skipped.map(({ Line, Why }) => (
              <li key={Line}>
                {text.line(Line)}: <Name text={Why} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}
