import type { PalRow } from '@palatine/contract';
import { nameOf, palName } from '../data/catalogue.ts';
import { formatList, formatNumber } from '../data/format.ts';
import { Name } from '../faces/Name.tsx';
import { Unknown } from '../faces/Unknown.tsx';
import { PalSeal } from '../glyphs/PalSeal.tsx';
import { hrefOf } from '../navigation/router.ts';
import type { Column } from '../table/column.ts';
import type { Texts } from '../texts/texts.ts';
import { PalMarks } from './PalMarks.tsx';
import { PalPlaceText } from './PalPlaceText.tsx';
import { speciesEntry } from './pal-facts.ts';

/** The columns of the list of Pals. */
export function palColumns(text: Texts['palSearch']): Column<PalRow>[] {
  return [
    {
      id: 'species',
      text: text.species,
      minPx: 200,
      grow: 1.6,
      sort: 'Species',
      fixed: true,
      csv: ({ PalID }) => PalID,
      cell: ({ PalID, Nickname }) => (
        <span class="pal-cell">
          <PalSeal species={PalID} element={speciesEntry(PalID)?.Elements[0]} size={24} />
          <span>{Nickname === '' ? palName(PalID) : <Name text={Nickname} />}</span>
          {Nickname !== '' && <span class="faint">{palName(PalID)}</span>}
        </span>
      ),
    },
    {
      id: 'level',
      text: text.level,
      minPx: 70,
      sort: 'Level',
      align: 'end',
      csv: ({ Level }) => Level,
      cell: ({ Level }) => formatNumber(Level),
    },
    { id: 'marks', text: text.marks, minPx: 90, cell: (row) => <PalMarks pal={row} /> },
    {
      id: 'ivs',
      text: text.iv,
      minPx: 120,
      sort: 'IVs',
      align: 'end',
      csv: ({ IVSum }) => IVSum,
      cell: ({ IVs, IVSum }) => (
        <span title={formatNumber(IVSum)}>{`${IVs.Health} · ${IVs.AttackShot} · ${IVs.Defense}`}</span>
      ),
    },
    {
      id: 'passives',
      text: text.passives,
      minPx: 180,
      grow: 2,
      csv: ({ Passives }) => Passives.join(' '),
      cell: ({ Passives }) => formatList(Passives.map((id) => nameOf('Passives', id))),
    },
    {
      id: 'owner',
      text: text.owner,
      minPx: 130,
      grow: 1,
      sort: 'Owner',
      csv: ({ Owner }) => Owner?.Name ?? '',
      cell: ({ Owner }) =>
        Owner === undefined ? (
          <Unknown />
        ) : (
          <a href={hrefOf(`/players/${Owner.Uid}`)} tabIndex={-1}>
            <Name text={Owner.Name} otherwise={Owner.Uid} />
          </a>
        ),
    },
    {
      id: 'place',
      text: text.place,
      minPx: 200,
      grow: 2,
      sort: 'Place',
      csv: ({ Place }) => Place.Kind,
      cell: (row) => <PalPlaceText pal={row} />,
    },
    {
      id: 'condition',
      text: text.condition,
      minPx: 100,
      sort: 'Condition',
      extra: true,
      csv: ({ Condition }) => Condition,
      cell: ({ Condition }) => text.conditions[Condition],
    },
    {
      id: 'rank',
      text: text.stars,
      minPx: 80,
      sort: 'Rank',
      align: 'end',
      extra: true,
      csv: ({ Rank }) => Rank - 1,
      cell: ({ Rank }) => formatNumber(Rank - 1),
    },
    {
      id: 'id',
      text: text.id,
      minPx: 300,
      extra: true,
      csv: ({ Id }) => Id,
      cell: ({ Id }) => <code>{Id}</code>,
    },
  ];
}
