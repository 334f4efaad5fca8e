import type { PlayerRow, PlayerSearch } from '@palatine/contract';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Faces } from '../faces/Faces.tsx';
import { visibleText } from '../faces/visible-text.ts';
import { Button } from '../kit/Button.tsx';
import { address, hrefOf, navigate, setQuery } from '../navigation/router.ts';
import type { Column } from '../table/column.ts';
import type { Rows } from '../table/list.ts';
import type { Selection } from '../table/selection.ts';
import { Table } from '../table/Table.tsx';
import type { RowMenuPlace } from '../table/table-props.ts';
import { texts } from '../texts/texts.ts';
import { playerLines } from './player-lines.tsx';
import { isFiltered, PLAYER_FILTERS, sortingOf } from './player-query.ts';

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
}

/** Players as a table. */
export function PlayerList(props: PlayerListProps): JSX.Element {
  const { list, columns, selection, openUid, openTab, scroll, onMenu } = props;
  const text = texts.value.players;
  const { query } = address.value;
  const lines = useMemo(() => playerLines(text), [text]);
  function open({ Uid }: PlayerRow): void {
    const path = `/players/${Uid}${openTab === '' ? '' : `/${openTab}`}`;
    navigate(hrefOf(path, Object.fromEntries(address.value.query)), { replace: openUid !== '' });
  }
  return (
    <Faces
      of={list}
      rows={16}
      isEmpty={({ matching }) => matching === 0}
      empty={
        isFiltered(query) ? (
          <>
            {text.noneMatch}
            <Button onClick={() => setQuery(Object.fromEntries(PLAYER_FILTERS.map((name) => [name, ''])))}>
              {text.noFilters}
            </Button>
          </>
        ) : (
          text.nobody
        )
      }
    >
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
          scroll={scroll}
        />
      )}
    </Faces>
  );
}
