import {
  addFleetBan,
  deleteFleetList,
  exportFleetList,
  FLEET_LIST_ADOPTIONS,
  FLEET_LIST_KINDS,
  type FleetBan,
  type FleetList,
  importFleetList,
  LIMITS,
  putFleetList,
} from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { assign } from '../../kit/assign.ts';
import { Button } from '../../kit/Button.tsx';
import { MenuButton } from '../../kit/Menu.tsx';
import { optionsOf } from '../../kit/Select.tsx';
import { DateTimeInput, IdInput, isoOf, TextInput } from '../../kit/TextField.tsx';
import { RadioGroup, Switch } from '../../kit/Toggles.tsx';
import { showToast } from '../../kit/toasts.ts';
import { hrefOf, navigate } from '../../navigation/router.ts';
import { client, may } from '../../session/session.ts';
import { withoutEmpty } from '../../table/list-query.ts';
import { download } from '../../table/table-state.ts';
import { texts } from '../../texts/texts.ts';
import { FormDialog } from '../../views/FormDialog.tsx';
import { showFailure } from '../../views/show-failure.ts';
import { visibleText } from '../../views/visible-text.ts';
import { ImportList } from './ImportList.tsx';

export interface ListFormProps {
  list: FleetList;
  onClose: () => void;
  onDone: () => void;
}

export function AddEntry({ list: { List, Kind }, onClose, onDone }: ListFormProps) {
  const text = texts.value.lists;
  const id = useSignal('');
  const reason = useSignal('');
  const until = useSignal('');
  const whom = id.value.trim();
  async function add(): Promise<void> {
    await client().call(addFleetBan, {
      params: { list: List },
      body: {
        Id: whom,
        ...withoutEmpty({ Reason: reason.value.trim(), Expires: isoOf(until.value) }),
      },
    });
    showToast({ text: text.added(whom), tone: 'ok' });
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
            value={kind.value}
            options={FLEET_LIST_KINDS.map((value) => ({
              value,
              text: text.kinds[value],
              hint: text.kindHints[value],
            }))}
            onChange={(next) => assign(kind, next)}
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
              value={adopt.value}
              options={optionsOf(text.adopts, FLEET_LIST_ADOPTIONS)}
              onChange={(next) => assign(adopt, next)}
            />
          </div>
          <Switch bind={localUnban}>{text.localUnban}</Switch>
        </>
      )}
    </FormDialog>
  );
}

export function DeleteList({ list: { List, Total }, onClose }: ListFormProps) {
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
        navigate(hrefOf('/lists'));
      }}
    />
  );
}

const FORMS = { add: AddEntry, import: ImportList, edit: EditList, delete: DeleteList };

export function ListTools({ list, onChange }: { list: FleetList; onChange: () => void }) {
  const text = texts.value.lists;
  const opened = useSignal<keyof typeof FORMS | undefined>(undefined);
  const close = () => assign(opened, undefined);
  const open = (what: typeof opened.value) => () => assign(opened, what);
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
  const Form = opened.value && FORMS[opened.value];
  return (
    <span class="toolbar-end">
      {may(importFleetList) && <Button onClick={open('import')}>{text.import}</Button>}
      {items.length > 0 && (
        <MenuButton align="end" groups={[{ id: 'list', items }]}>
          {text.menu}
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
      download(`${list}.json`, `${JSON.stringify(exported, null, 2)}\n`, 'application/json');
    else download(`${list}.txt`, exported.Bans.map(lineOf).join(''), 'text/plain');
  } catch (error) {
    showFailure(error);
  }
}

function lineOf({ Id, Reason }: FleetBan): string {
  return `${Id} ${Reason.replaceAll(/\s+/g, ' ')}`.trim().concat('\n');
}
