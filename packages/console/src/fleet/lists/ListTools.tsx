import {
  addFleetBan,
  deleteFleetList,
  exportFleetList,
  type FleetBan,
  type FleetList,
  importFleetList,
  putFleetList,
} from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { showFailure } from '../../faces/show-failure.ts';
import { assign } from '../../kit/assign.ts';
import { Button } from '../../kit/Button.tsx';
import { MenuButton } from '../../kit/Menu.tsx';
import { client, may } from '../../session/session.ts';
import { download } from '../../table/csv.ts';
import { texts } from '../../texts/texts.ts';
import { ImportList } from './ImportList.tsx';
import { AddEntry, DeleteList, EditList } from './ListForms.tsx';

const FORMS = { add: AddEntry, import: ImportList, edit: EditList, delete: DeleteList };

/** What can be done to a list. */
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
    const found = await client().call(exportFleetList, { params: { list } });
    if (form === 'Json') download(`${list}.json`, `${JSON.stringify(found, null, 2)}\n`, 'application/json');
    else download(`${list}.txt`, found.Bans.map(lineOf).join(''), 'text/plain');
  } catch (error) {
    showFailure(error);
  }
}

/** An entry as an import reads it. */
function lineOf({ Id, Reason }: FleetBan): string {
  return `${Id} ${Reason.replaceAll(/\s+/g, ' ')}`.trim().concat('\n');
}
