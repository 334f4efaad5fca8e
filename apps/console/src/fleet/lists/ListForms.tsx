import {
  addFleetBan,
  deleteFleetList,
  exportFleetList,
  FLEET_LIST_ADOPTIONS,
  FLEET_LIST_KINDS,
  type FleetList,
  importFleetList,
  LIMITS,
  putFleetList,
  type RouteReply,
} from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { DateTimeInput, Field, IdInput, isoOf, optionsOf, TextInput } from '../../kit/Fields.tsx';
import { MenuButton } from '../../kit/Menu.tsx';
import { RadioGroup, Switch } from '../../kit/Toggles.tsx';
import { showToast } from '../../kit/toasts.ts';
import { hrefOf, navigate } from '../../navigation/router.ts';
import { client, may } from '../../session/session.ts';
import { withoutEmpty } from '../../table/list-query.ts';
import { download } from '../../table/table-state.ts';
import { texts } from '../../texts/texts.ts';
import { FormDialog } from '../../views/FormDialog.tsx';
import { showFailure } from '../../views/show-failure.ts';
import { Name } from '../../views/Values.tsx';
import { visibleText } from '../../views/visible-text.ts';

interface ListFormProps {
  list: FleetList;
  onClose: () => void;
  onDone: () => void;
}

function AddEntry({ list: { List, Kind }, onClose, onDone }: ListFormProps) {
  const text = texts.value.lists;
  const id = useSignal('');
  const reason = useSignal('');
  const until = useSignal('');
  const whom = id.value.trim();
  async function add(): Promise<void> {
    const more = withoutEmpty({ Reason: reason.value.trim(), Expires: isoOf(until.value) });
    await client().call(addFleetBan, { params: { list: List }, body: { Id: whom, ...more } });
    showToast({ text: text.accepted(whom), tone: 'ok' });
    onClose();
  }
  return (
    <FormDialog
      onClose={onClose}
      title={text.addTitle(visibleText(whom), List, Kind)}
      description={text.addWhy}
      doText={text.addDo[Kind]}
      danger={Kind === 'Ban'}
      ready={whom !== ''}
      run={add}
      onDone={onDone}
    >
      <IdInput label={text.id} hint={Kind === 'Ban' ? text.idHint : texts.value.many.userIdHint} bind={id} />
      <TextInput label={text.reason} bind={reason} maxLength={LIMITS.reasonChars} />
      <DateTimeInput label={text.until} hint={text.untilHint} bind={until} />
    </FormDialog>
  );
}

const NAME = /^[a-z\d-]{1,32}$/;

/** Makes a shared list, or changes what `list` is. `onDone` gets its name. */
export function EditList(props: { list?: FleetList; onClose: () => void; onDone: (name: string) => void }) {
  const { list, onClose, onDone } = props;
  const text = texts.value.lists;
  const name = useSignal(list?.List ?? '');
  const title = useSignal(list?.Title ?? '');
  const kind = useSignal(list?.Kind ?? FLEET_LIST_KINDS[0]);
  const adopt = useSignal(list?.Adopt ?? FLEET_LIST_ADOPTIONS[1]);
  const localUnban = useSignal(list?.LocalUnban ?? true);
  async function save(): Promise<void> {
    const settings = { Title: title.value, Adopt: adopt.value, LocalUnban: localUnban.value };
    await client().call(putFleetList, {
      params: { list: name.value },
      body: list === undefined ? { ...settings, Kind: kind.value } : settings,
    });
    onClose();
  }
  return (
    <FormDialog
      onClose={onClose}
      title={list === undefined ? text.create : `${text.edit}: ${list.List}`}
      doText={text.save}
      ready={NAME.test(name.value)}
      run={save}
      onDone={() => onDone(name.value)}
    >
      {list === undefined && (
        <>
          <TextInput label={text.name} hint={text.nameHint} bind={name} maxLength={32} spellCheck={false} />
          <RadioGroup
            label={text.kind}
            bind={kind}
            options={FLEET_LIST_KINDS.map((value) => ({
              value,
              text: text.kinds[value],
              hint: text.kindHints[value],
            }))}
          />
        </>
      )}
      <TextInput label={text.titleField} bind={title} maxLength={256} />
      {kind.value === 'Ban' && (
        <>
          <div>
            <p class="field-label">{text.adopt}</p>
            <RadioGroup
              label={text.adopt}
              bind={adopt}
              options={optionsOf(text.adopts, FLEET_LIST_ADOPTIONS)}
            />
          </div>
          <Switch bind={localUnban}>{text.localUnban}</Switch>
        </>
      )}
    </FormDialog>
  );
}

function DeleteList({ list: { List, Total }, onClose }: ListFormProps) {
  const text = texts.value.lists;
  return (
    <FormDialog
      onClose={onClose}
      title={text.deleteTitle(List)}
      description={text.deleteWhy(Total)}
      doText={text.deleteDo}
      danger
      run={async () => {
        await client().call(deleteFleetList, { params: { list: List } });
        navigate(hrefOf('/access/lists'));
      }}
    />
  );
}

const FORMS = { add: AddEntry, import: ImportList, edit: EditList, delete: DeleteList };

export function ListTools({ list, onChange }: { list: FleetList; onChange: () => void }) {
  const text = texts.value.lists;
  const opened = useSignal<keyof typeof FORMS | undefined>(undefined);
  const close = () => (opened.value = undefined);
  const open = (what: typeof opened.value) => () => (opened.value = what);
  const exports = [
    { id: 'json', text: text.exportJson, run: () => void exportList(list.List, 'Json') },
    { id: 'text', text: text.exportText, run: () => void exportList(list.List, 'Text') },
  ];
  const items = [
    ...(may(exportFleetList) ? exports : []),
    ...(may(putFleetList) ? [{ id: 'edit', text: `${text.edit}…`, run: open('edit') }] : []),
    ...(may(deleteFleetList)
      ? [{ id: 'delete', text: `${text.delete}…`, danger: true, run: open('delete') }]
      : []),
  ];
  const Form = opened.value && FORMS[opened.value];
  return (
    <span class="cluster at-end">
      {may(importFleetList) && <Button onClick={open('import')}>{text.import}</Button>}
      {items.length > 0 && (
        <MenuButton align="end" groups={[{ id: 'list', items }]}>
          {texts.value.shell.more}
        </MenuButton>
      )}
      {may(addFleetBan) && (
        <Button kind="primary" onClick={open('add')}>
          {text.add}
        </Button>
      )}
      {Form && <Form list={list} onClose={close} onDone={onChange} />}
    </span>
  );
}

/** Hands the entries of a list that count to the browser, in a form that can be imported elsewhere. */
async function exportList(list: string, form: 'Json' | 'Text'): Promise<void> {
  try {
    const exported = await client().call(exportFleetList, { params: { list } });
    if (form === 'Json')
      return download(`${list}.json`, `${JSON.stringify(exported, null, 2)}\n`, 'application/json');
    const lines = exported.Bans.map(({ Id, Reason }) => `${Id} ${Reason.replaceAll(/\s+/g, ' ')}`.trim());
    download(`${list}.txt`, lines.map((line) => `${line}\n`).join(''), 'text/plain');
  } catch (error) {
    showFailure(error);
  }
}

/** The gateway stores up to 10,000 entries, each with its own message. */
const TIMEOUT_MS = 120_000;

/** Adds many entries to a shared list, from a text or a file, and says what could not be read. */
function ImportList({ list, onClose, onDone }: ListFormProps) {
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
  if (imported.value !== undefined) return <Result result={imported.value} onClose={onClose} />;
  return (
    <FormDialog
      onClose={onClose}
      title={text.importTitle(list.List)}
      description={text.importHint}
      doText={text.import}
      ready={source.value === 'file' ? file.value !== undefined : typed.value.trim() !== ''}
      run={run}
      onDone={onDone}
    >
      <RadioGroup label={text.from} inline bind={source} options={optionsOf(text.sources)} />
      {source.value === 'text' ? (
        <TextInput label={text.text} bind={typed} rows={8} spellCheck={false} />
      ) : (
        <Field label={text.file}>
          <input
            class="input"
            type="file"
            aria-label={text.file}
            accept=".json,.txt,.csv,text/plain,application/json"
            onChange={(event) => (file.value = event.currentTarget.files?.[0])}
          />
        </Field>
      )}
      <TextInput label={text.defaultReason} bind={reason} maxLength={LIMITS.reasonChars} />
    </FormDialog>
  );
}

function Result(props: { result: RouteReply<typeof importFleetList>; onClose: () => void }) {
  const { Added, Unchanged, Skipped } = props.result;
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
