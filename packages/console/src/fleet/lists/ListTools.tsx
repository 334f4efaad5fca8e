import {
  addFleetBan,
  deleteFleetList,
  exportFleetList,
  type FleetBan,
  type FleetList,
  importFleetList,
  LIMITS,
  putFleetList,
  type RouteReply,
} from '@palatine/contract';
import { useSignal } from '@preact/signals';
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs';
import { describeError } from '../../faces/describe-error.ts';
import { Name } from '../../faces/Name.tsx';
import { assign } from '../../kit/assign.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Field } from '../../kit/Field.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { Menu } from '../../kit/Menu.tsx';
import { RadioGroup } from '../../kit/RadioGroup.tsx';
import { optionsOf } from '../../kit/Select.tsx';
import { TextArea } from '../../kit/TextArea.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { showToast } from '../../kit/toasts.ts';
import { hrefOf, navigate } from '../../navigation/router.ts';
import { fleetClient, may } from '../../session/session.ts';
import { download } from '../../table/csv.ts';
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx';
import { fleetTexts } from '../texts/fleet-texts.ts';
import { AddEntry, type AddEntryProps } from './AddEntry.tsx';
import { ListDialog } from './ListDialog.tsx';
import { ListFilters } from './ListFilters.tsx';

type Opened = 'add' | 'import' | 'edit' | 'delete';

/** The filters of a list, and what can be done to it. */
export function ListTools({ list, onChange }: { list: FleetList; onChange: () => void }) {
  const text = fleetTexts.value.lists;
  const opened = useSignal<Opened | undefined>(undefined);
  const open = (what: Opened) => () => assign(opened, what);
  const close = () => assign(opened, undefined);
  const items = [
    ...(may(exportFleetList)
      ? [
          { id: 'json', text: text.exportJson, run: () => void exportList(list.List, 'Json') },
          { id: 'text', text: text.exportText, run: () => void exportList(list.List, 'Text') },
        ]
      : []),
    ...(may(putFleetList) ? [{ id: 'edit', text: `${text.edit}…`, run: open('edit') }] : []),
    ...(may(deleteFleetList)
      ? [{ id: 'delete', text: `${text.delete}…`, danger: true, run: open('delete') }]
      : []),
  ];
  return (
    <>
      <ListFilters />
      <span class="toolbar-end">
        {may(importFleetList) && <Button onClick={open('import')}>{text.import}</Button>}
        {items.length > 0 && (
          <Menu
            align="end"
            trigger={
              <Button>
                {text.menu}
                <Icon shape={ChevronDown} size={14} />
              </Button>
            }
            groups={[{ id: 'list', items }]}
          />
        )}
        {may(addFleetBan) && (
          <Button kind="primary" onClick={open('add')}>
            {text.add}
          </Button>
        )}
      </span>
      {opened.value === 'add' && <AddEntry list={list} onClose={close} onDone={onChange} />}
      {opened.value === 'import' && <ImportDialog list={list} onClose={close} onDone={onChange} />}
      {opened.value === 'edit' && <ListDialog list={list} onClose={close} onSaved={onChange} />}
      <ConfirmDialog
        open={opened.value === 'delete'}
        onClose={close}
        title={text.deleteTitle(list.List)}
        description={text.deleteWhy(list.Total)}
        doText={text.deleteDo}
        cancel={text.cancel}
        danger
        run={async () => {
          await fleetClient().call(deleteFleetList, { params: { list: list.List } });
          navigate(hrefOf('/lists'));
        }}
      />
    </>
  );
}

/** Hands the entries of a list that count to the browser, in a form that can be imported elsewhere. */
async function exportList(list: string, form: 'Json' | 'Text'): Promise<void> {
  try {
    const found = await fleetClient().call(exportFleetList, { params: { list } });
    if (form === 'Json') download(`${list}.json`, `${JSON.stringify(found, null, 2)}\n`, 'application/json');
    else download(`${list}.txt`, found.Bans.map(lineOf).join(''), 'text/plain');
  } catch (error) {
    const { message, code } = describeError(error);
    showToast({ text: message, detail: code, tone: 'danger' });
  }
}

/** An entry as an import reads it. */
function lineOf({ Id, Reason }: FleetBan): string {
  return `${Id} ${Reason.replaceAll(/\s+/g, ' ')}`.trim().concat('\n');
}

const SOURCES = ['text', 'file'] as const;
type Source = (typeof SOURCES)[number];
type Imported = RouteReply<typeof importFleetList>;

/** The gateway stores up to 10,000 entries, each with a message of its own. */
const TIMEOUT_MS = 120_000;

/** Adds many entries to a shared list: from a text or a file. */
function ImportDialog({ list, onClose, onDone }: AddEntryProps) {
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
        options={optionsOf(text.sources, SOURCES)}
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
            onChange={(event) => assign(file, event.currentTarget.files?.[0])}
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

function Result({ of: { Added, Unchanged, Skipped }, onClose }: { of: Imported; onClose: () => void }) {
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
