import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs';
import { Name } from '../faces/Name.tsx';
import { Status } from '../faces/Status.tsx';
import { Time } from '../faces/Time.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import type { MenuPlace } from '../kit/Menu.tsx';
import { PlainTable } from '../kit/PlainTable.tsx';
import { texts } from '../texts/texts.ts';
import type { BanRow, Issued } from './ban-list.ts';

export interface BanTableProps {
  rows: readonly BanRow[];
  onOpen: (row: BanRow) => void;
  onMenu: (row: BanRow, place: MenuPlace) => void;
}

/** Bans, each with what it is, who gave it and who lifted it. */
export function BanTable({ rows, onOpen, onMenu }: BanTableProps) {
  const text = texts.value.bans;
  const { columns } = text;
  return (
    <PlainTable
      label={text.list}
      rows={rows}
      keyOf={({ kind, subject }) => `${kind} ${subject}`}
      columns={[
        {
          title: columns.who,
          cell: (row) => (
            <button type="button" class="ban-who" onClick={() => onOpen(row)}>
              <code>{row.subject}</code>
              <span class="faint">{text[row.kind]}</span>
            </button>
          ),
        },
        {
          title: columns.state,
          cell: ({ active }) => (
            <Status tone={active ? 'danger' : 'off'}>{active ? text.active : text.lifted}</Status>
          ),
        },
        { title: columns.reason, cell: ({ reason }) => <Name text={reason} otherwise="–" /> },
        { title: columns.by, cell: ({ by }) => <Issuer of={by} /> },
        { title: columns.given, cell: ({ by }) => <Time at={by.atMs} /> },
        {
          title: columns.lifted,
          cell: ({ lifted }) =>
            lifted === undefined ? null : (
              <>
                <Time at={lifted.atMs} /> <Issuer of={lifted} />
              </>
            ),
        },
        {
          title: text.columns.actions,
          cell: (row) => (
            <IconButton
              icon={Ellipsis}
              label={text.actionsOf(row.subject)}
              aria-haspopup="menu"
              onClick={({ currentTarget }) => onMenu(row, currentTarget)}
            />
          ),
        },
      ]}
    />
  );
}

/** Who did it: a token, a player or the system. */
export function Issuer({ of: { type, name } }: { of: Issued }) {
  return <Name text={texts.value.bans.issuer(type, name)} />;
}
