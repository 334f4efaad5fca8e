import {
  addFleetBan,
  deleteFleetList,
  FLEET_LIST_ADOPTIONS,
  FLEET_LIST_KINDS,
  type FleetList,
  LIMITS,
  putFleetList,
} from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { FormDialog } from '../../faces/FormDialog.tsx';
import { visibleText } from '../../faces/visible-text.ts';
import { assign } from '../../kit/assign.ts';
import { RadioGroup } from '../../kit/RadioGroup.tsx';
import { optionsOf } from '../../kit/Select.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { DateTimeInput, isoOf, TextInput } from '../../kit/TextInput.tsx';
import { showToast } from '../../kit/toasts.ts';
import { hrefOf, navigate } from '../../navigation/router.ts';
import { client } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';

export interface ListFormProps {
  list: FleetList;
  onClose: () => void;
  /** The list was changed. */
  onDone: () => void;
}

/** Puts somebody on a shared list. */
export function AddEntry({ list: { List, Kind }, onClose, onDone }: ListFormProps) {
  const text = texts.value.lists;
  const id = useSignal('');
  const reason = useSignal('');
  const until = useSignal('');
  const whom = id.value.trim();
  async function add(): Promise<void> {
    const [Reason, Expires] = [reason.value.trim(), isoOf(until.value)];
    await client().call(addFleetBan, {
      params: { list: List },
      body: {
        Id: whom,
        ...(Reason !== '' && { Reason }),
        ...(Expires !== undefined && { Expires }),
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
      <TextInput
        label={text.id}
        hint={Kind === 'Ban' ? text.idHint : texts.value.many.userIdHint}
        bind={id}
        maxLength={LIMITS.idChars}
        spellCheck={false}
      />
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
          <Switch checked={localUnban.value} onChange={(next) => assign(localUnban, next)}>
            {text.localUnban}
          </Switch>
        </>
      )}
    </FormDialog>
  );
}

/** Deletes a shared list with its entries. */
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
