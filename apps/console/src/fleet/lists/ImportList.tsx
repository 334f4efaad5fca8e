import { type FleetList, importFleetList, LIMITS, type RouteReply } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { assign } from '../../kit/assign.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { optionsOf } from '../../kit/Select.tsx';
import { Field, TextInput } from '../../kit/TextField.tsx';
import { RadioGroup } from '../../kit/Toggles.tsx';
import { client } from '../../session/session.ts';
import { withoutEmpty } from '../../table/list-query.ts';
import { texts } from '../../texts/texts.ts';
import { FormDialog } from '../../views/FormDialog.tsx';
import { Name } from '../../views/Values.tsx';

/** The gateway stores up to 10,000 entries, each with its own message. */
const TIMEOUT_MS = 120_000;

/** Adds many entries to a shared list, from a text or a file, and says what could not be read. */
export function ImportList(props: { list: FleetList; onClose: () => void; onDone: () => void }) {
  const { list, onClose, onDone } = props;
  const text = texts.value.lists;
  const source = useSignal<'text' | 'file'>('text');
  const typed = useSignal('');
  const file = useSignal<File | undefined>(undefined);
  const reason = useSignal('');
  const imported = useSignal<RouteReply<typeof importFleetList> | undefined>(undefined);
  async function run(): Promise<void> {
    const Text = source.value === 'file' ? ((await file.value?.text()) ?? '') : typed.value;
    imported.value = await client().call(importFleetList, {
      params: { list: list.List },
      body: { Text, ...withoutEmpty({ Reason: reason.value.trim() }) },
      timeoutMs: TIMEOUT_MS,
    });
  }
  if (imported.value !== undefined) return <Result of={imported.value} onClose={onClose} />;
  return (
    <FormDialog
      onClose={onClose}
      title={text.importTitle(list.List)}
      description={text.importHint}
      doText={text.importDo}
      ready={source.value === 'file' ? file.value !== undefined : typed.value.trim() !== ''}
      run={run}
      onDone={onDone}
    >
      <RadioGroup
        label={text.from}
        inline
        value={source.value}
        options={optionsOf(text.sources)}
        onChange={(next) => assign(source, next)}
      />
      {source.value === 'text' ? (
        <TextInput label={text.text} bind={typed} rows={8} spellCheck={false} />
      ) : (
        <Field label={text.file}>
          <input
            class="input"
            type="file"
            aria-label={text.file}
            accept=".json,.txt,.csv,text/plain,application/json"
            onChange={(event) => assign(file, event.currentTarget.files?.[0])}
          />
        </Field>
      )}
      <TextInput label={text.defaultReason} bind={reason} maxLength={LIMITS.reasonChars} />
    </FormDialog>
  );
}

function Result(props: { of: RouteReply<typeof importFleetList>; onClose: () => void }) {
  const { Added, Unchanged, Skipped } = props.of;
  const text = texts.value.lists;
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={text.imported(Added, Unchanged)}
      footer={
        <Button kind="primary" onClick={props.onClose}>
          {texts.value.shell.close}
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
