import { getPalDetails, type PalRow } from '@palatine/contract';
import { useMemo } from 'preact/hooks';
import { nameOf, palName } from '../data/catalogue.ts';
import { formatList, formatNumber } from '../data/format.ts';
import { useResource } from '../data/use-resource.ts';
import { Faces } from '../faces/Faces.tsx';
import { Name } from '../faces/Name.tsx';
import { Unknown } from '../faces/Unknown.tsx';
import { PalSeal } from '../glyphs/PalSeal.tsx';
import { PageBody } from '../kit/Layout.tsx';
import { Sheet } from '../kit/Sheet.tsx';
import { address, hrefOf, setQuery } from '../navigation/router.ts';
import { client } from '../session/session.ts';
import { type Column, figures } from '../table/column.ts';
import { ListView } from '../table/ListView.tsx';
import { type Texts, texts } from '../texts/texts.ts';
import { PalFilters } from './PalFilters.tsx';
import { PalMarks } from './PalMarks.tsx';
import { PalPlaceText } from './PalPlaceText.tsx';
import { PalSheet } from './PalSheet.tsx';
import { speciesEntry } from './pal-facts.ts';
import { PAL_FILTERS, palQuery } from './pal-query.ts';

/** Every Pal and captured person of the world; one of them beside the list. */
export default function PalsPage() {
  const text = texts.value.palSearch;
  const columns = useMemo(() => palColumns(text), [text]);
  const opened = address.value.query.get('pal') ?? '';
  const close = () => setQuery({ pal: '' });
  return (
    <PageBody flush>
      <ListView<PalRow>
        id="pals"
        label={texts.value.shell.pages.pals}
        read={(asked, window, signal) => client().searchPals({ query: palQuery(asked, window), signal })}
        keyOf={({ Id }) => Id}
        nameOf={({ Nickname, PalID }) => Nickname || palName(PalID)}
        columns={columns}
        lines={(row) => ({
          lead: <PalSeal species={row.PalID} element={speciesEntry(row.PalID)?.Elements[0]} size={36} />,
          title: row.Nickname === '' ? palName(row.PalID) : <Name text={row.Nickname} />,
          note: row.Owner === undefined ? text.nobodys : <Name text={row.Owner.Name} />,
          end: texts.value.palDetails.lv(formatNumber(row.Level)),
        })}
        filters={PAL_FILTERS}
        sorting={{ sort: 'Level', order: 'Descending' }}
        none={text.none}
        onOpen={({ Id }) => setQuery({ pal: Id }, { replace: opened !== '' })}
        openKey={opened}
        touchedBy={({ Type }) => Type === 'pal.caught' || Type === 'grant'}
      >
        <PalFilters />
      </ListView>
      <Sheet open={opened !== ''} onClose={close} title={text.one}>
        {opened !== '' && <OpenedPal key={opened} id={opened} />}
      </Sheet>
    </PageBody>
  );
}

function OpenedPal({ id }: { id: string }) {
  const pal = useResource((signal) => client().call(getPalDetails, { params: { id }, signal }), [id]);
  return <Faces of={pal}>{({ Row }) => <PalSheet pal={Row} />}</Faces>;
}

function palColumns(text: Texts['palSearch']): Column<PalRow>[] {
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
    { ...figures<PalRow>('level', text.level, 'Level', ({ Level }) => Level), minPx: 70 },
    { id: 'marks', text: text.marks, minPx: 90, cell: (row) => <PalMarks pal={row} /> },
    {
      ...figures<PalRow>('ivs', text.iv, 'IVs', ({ IVSum }) => IVSum),
      minPx: 120,
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
    { ...figures<PalRow>('rank', text.stars, 'Rank', ({ Rank }) => Rank - 1), minPx: 80, extra: true },
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
