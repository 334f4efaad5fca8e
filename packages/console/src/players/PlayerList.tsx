import type { PlayerRow, PlayerSearch } from '@palatine/contract';
import { useMemo } from 'preact/hooks';
import { formatNumber } from '../data/format.ts';
import { LookAlikeMark } from '../faces/LookAlikeMark.tsx';
import { Name } from '../faces/Name.tsx';
import { Status } from '../faces/Status.tsx';
import { Time } from '../faces/Time.tsx';
import { visibleText } from '../faces/visible-text.ts';
import { PlayerSeal } from '../glyphs/PlayerSeal.tsx';
import { address, hrefOf, navigate, setQuery } from '../navigation/router.ts';
import type { Column, TwoLines } from '../table/column.ts';
import { ListFaces } from '../table/ListFaces.tsx';
import type { Rows } from '../table/list.ts';
import type { RowKey } from '../table/row-commands.ts';
import type { Selection } from '../table/selection.ts';
import { Table } from '../table/Table.tsx';
import type { RowMenuPlace } from '../table/table-props.ts';
import { type Texts, texts } from '../texts/texts.ts';
import { PlayerGuild } from './PlayerGuild.tsx';
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
export function PlayerList(props: PlayerListProps) {
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

/** A player as two lines. */
function playerLines(text: Texts['players']): (row: PlayerRow) => TwoLines {
  return (row) => ({
    lead: <PlayerSeal uid={row.Uid} name={row.Name} size={36} />,
    title: (
      <>
        <Name text={row.Name} />
        <LookAlikeMark name={row.Name} />
        {row.Banned && <span class="chip danger">{text.banned}</span>}
      </>
    ),
    note: (
      <span class="dotted">
        {row.Level !== undefined && <span>{text.level(formatNumber(row.Level))}</span>}
        <PlayerGuild row={row} text={text} bare />
      </span>
    ),
    end: row.Online ? (
      <Status tone="ok">{text.online}</Status>
    ) : (
      <span class="faint">
        <Time at={row.LastSeen} />
      </span>
    ),
  });
}
