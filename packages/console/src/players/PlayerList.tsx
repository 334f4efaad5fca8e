import type { PlayerRow, PlayerSearch } from '@palatine/contract';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { visibleText } from '../faces/visible-text.ts';
import { address, hrefOf, navigate, setQuery } from '../navigation/router.ts';
import type { Column } from '../table/column.ts';
import { ListFaces } from '../table/ListFaces.tsx';
import type { Rows } from '../table/list.ts';
import type { RowKey } from '../table/row-commands.ts';
import type { Selection } from '../table/selection.ts';
import { Table } from '../table/Table.tsx';
import type { RowMenuPlace } from '../table/table-props.ts';
import { texts } from '../texts/texts.ts';
import { playerLines } from './player-lines.tsx';
import { PLAYER_FILTERS, sortingOf } from './player-query.ts';

export const uidOf = ({ Uid }: PlayerRow) => Uid;

export interface PlayerListProps {
  list: Rows<PlayerRow, PlayerSearch>;
  columns: readonly Column<PlayerRow>[];
  selection: Selection<PlayerRow>;
  /** PlayerUID and tab of the player shown beside; '' for none. */
  openUid: string;
  openTab: string;
  scroll: { topPx: number };
  onMenu: (row: PlayerRow, place: RowMenuPlace) => void;
  rowKeys: readonly RowKey<PlayerRow>[];
}

/** Players as a table. */
export function PlayerList(props: PlayerListProps): JSX.Element {
  const { list, columns, selection, openUid, openTab, scroll, onMenu, rowKeys } = props;
  const text = texts.value.players;
  const { query } = address.value;
  const lines = useMemo(() => playerLines(text), [text]);
  function open({ Uid }: PlayerRow): void {
    const path = `/players/${Uid}${openTab === '' ? '' : `/${openTab}`}`;
    navigate(hrefOf(path, Object.fromEntries(address.value.query)), { replace: openUid !== '' });
  }
  return (
    <ListFaces list={list} filters={PLAYER_FILTERS} none={text.nobody} noneMatch={text.noneMatch}>
      {() => (
        <Table
          label={texts.value.shell.pages.players}
          list={list}
          columns={columns}
          keyOf={uidOf}
          nameOf={({ Name, Uid }) => visibleText(Name) || Uid}
          sorting={sortingOf(query)}
          onSort={({ sort, order }) =>
            setQuery({ sort: sort === 'Name' ? '' : sort, order: order === 'Descending' ? 'down' : '' })
          }
          lines={lines}
          onOpen={open}
          openKey={openUid}
          selection={selection}
          onMenu={onMenu}
          rowKeys={rowKeys}
          scroll={scroll}
        />
      )}
    </ListFaces>
  );
}
