import type { PalRow } from '@palatine/contract';
import { palName } from '../data/catalogue.ts';
import { formatNumber } from '../data/format.ts';
import { Name } from '../faces/Name.tsx';
import { type PlainColumn, PlainTable } from '../kit/PlainTable.tsx';
import { texts } from '../texts/texts.ts';
import { Passives } from './PalFigures.tsx';
import { PalMarks } from './PalMarks.tsx';
import { hpText } from './pal-facts.ts';
import './pals.css';

/** Pals as lines, with what one compares. */
export function PalRows<Row extends PalRow>({
  label,
  pals,
  onOpen,
}: {
  label: string;
  pals: readonly Row[];
  onOpen: (pal: Row) => void;
}) {
  const text = texts.value.palDetails;
  const columns: PlainColumn<Row>[] = [
    {
      title: texts.value.players.columns.name,
      cell: (pal) => (
        <button type="button" class="pal-open" onClick={() => onOpen(pal)}>
          {palName(pal.PalID)}
          {pal.Nickname !== '' && (
            <span class="quiet">
              {' '}
              <Name text={pal.Nickname} />
            </span>
          )}
        </button>
      ),
    },
    { title: text.columns.level, figures: true, cell: ({ Level }) => formatNumber(Level) },
    { title: text.columns.marks, cell: (pal) => <PalMarks pal={pal} /> },
    {
      title: text.ivsTitle,
      figures: true,
      cell: ({ IVs }) => (
        <span class="one-line">
          {[IVs.Health, IVs.AttackShot, IVs.Defense].map((iv) => formatNumber(iv)).join(' / ')}
        </span>
      ),
    },
    { title: text.passives, cell: ({ Passives: ids }) => <Passives ids={ids} /> },
    {
      title: text.columns.hp,
      figures: true,
      cell: (pal) => <span class="one-line">{hpText(pal)}</span>,
    },
  ];
  return <PlainTable label={label} columns={columns} rows={pals} keyOf={({ Id }) => Id} />;
}
