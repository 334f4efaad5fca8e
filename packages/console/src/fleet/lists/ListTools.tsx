import {
  addFleetBan,
  deleteFleetList,
  exportFleetList,
  type FleetList,
  importFleetList,
  putFleetList,
} from '@palatine/contract';
import { useSignal } from '@preact/signals';
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs';
import type { JSX } from 'preact';
import { Button } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { Menu } from '../../kit/Menu.tsx';
import { hrefOf, navigate } from '../../navigation/router.ts';
import { fleetClient, may } from '../../session/session.ts';
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx';
import { fleetTexts } from '../texts/fleet-texts.ts';
import { AddEntry } from './AddEntry.tsx';
import { exportList } from './export-list.ts';
import { ImportDialog } from './ImportDialog.tsx';
import { ListDialog } from './ListDialog.tsx';
import { ListFilters } from './ListFilters.tsx';

type Opened = 'add' | 'import' | 'edit' | 'delete';

/** The filters of a list, and what can be done to it. */
export function ListTools({ list, onChange }: { list: FleetList; onChange: () => void }): JSX.Element {
  const text = fleetTexts.value.lists;
  const opened = useSignal<Opened | undefined>(undefined);
  const open = (what: Opened) => () => {
    opened.value = what;
  };
  const close = () => {
    opened.value = undefined;
  };
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
