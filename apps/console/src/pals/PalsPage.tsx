import type { PalRow } from '@palatine/contract';
import { Check } from 'lucide';
import { palName } from '../data/catalogue.ts';
import { formatNumber } from '../data/format.ts';
import { useReply } from '../data/use-resource.ts';
import { PalSeal } from '../glyphs/Seals.tsx';
import { Button, Icon } from '../kit/Button.tsx';
import { Chips } from '../kit/Chips.tsx';
import { Field, optionsOf } from '../kit/Fields.tsx';
import { Sheet } from '../kit/Sheet.tsx';
import { Checkbox } from '../kit/Toggles.tsx';
import { address, hrefOf, setQuery } from '../navigation/router.ts';
import { client } from '../session/session.ts';
import { type Column, codes, column, count, type Sorting } from '../table/column.tsx';
import {
  ChoiceField,
  FilterButton,
  filterOf,
  NoFilters,
  NumberFilter,
  SearchFilter,
  setFilter,
} from '../table/filters.tsx';
import { ListView } from '../table/ListView.tsx';
import { useSearchList } from '../table/use-list.ts';
import { type Texts, texts } from '../texts/texts.ts';
import { AsyncView } from '../views/AsyncView.tsx';
import { CatalogueList } from '../views/CataloguePicker.tsx';
import { EmptyFace } from '../views/EmptyFace.tsx';
import { known, Name, NameLink } from '../views/Values.tsx';
import { Ivs, PalMarks, PalPlaceText, Passives, speciesEntry } from './PalFigures.tsx';
import { PalSheet } from './PalSheet.tsx';
import { PAL_FILTERS, type PalFilter, palQuery } from './pal-query.ts';

const SORTING: Sorting = { sort: 'Level', order: 'Descending' };
const CHANGES = /^(pal\.caught|grant)$/;
const keyOf = ({ Id }: PalRow) => Id;

/** Every Pal and captured person of the world; one of them beside the list. */
export default function PalsPage() {
  const text = texts.value.palSearch;
  const opened = address.value.query.get('pal') ?? '';
  const view = VIEWS.find((name) => filterOf(name) === 'yes');
  const columns = palColumns(text);
  const list = useSearchList<PalRow>({
    id: 'pals',
    read: (query, window, signal) => client().searchPals({ query: palQuery(query, window), signal }),
    keyOf,
    filters: PAL_FILTERS,
    sorting: SORTING,
    refreshOn: CHANGES,
  });
  return (
    <>
      <ListView<PalRow>
        id="pals"
        label={texts.value.shell.pages.pals}
        {...list}
        nameOf={({ Nickname, PalID }) => Nickname || palName(PalID)}
        // A group stays together in the order of the service only.
        columns={view === 'duplicates' ? columns.map(({ sort: _, ...column }) => column) : columns}
        {...(view === 'duplicates' && { groupOf: groupOfCopies })}
        filters={PAL_FILTERS.filter((name) => name !== view)}
        lines={(row) => ({
          lead: <PalSeal species={row.PalID} element={speciesEntry(row.PalID)?.Elements[0]} size={36} />,
          title: row.Nickname === '' ? palName(row.PalID) : <Name text={row.Nickname} />,
          note: row.Owner === undefined ? text.noOwner : <Name text={row.Owner.Name} />,
          end: texts.value.palDetails.lv(formatNumber(row.Level)),
        })}
        none={
          view === undefined ? text.none : <GoodNews view={view} total={list.list.value.value?.total ?? 0} />
        }
        onOpen={({ Id }) => setQuery({ pal: Id }, { replace: opened !== '' })}
        openKey={opened}
        views={<ViewChips />}
      >
        <PalFilters />
      </ListView>
      <Sheet open={opened !== ''} onClose={() => setQuery({ pal: '' })} title={text.pal}>
        {opened !== '' && <OpenedPal key={opened} id={opened} />}
      </Sheet>
    </>
  );
}

/** Views of the list of which no rows are good news. */
const VIEWS = ['impossible', 'duplicates'] as const;
type PalView = (typeof VIEWS)[number];

/** Pals that agree in this may be copies of one another; the service compares the same. */
function groupOfCopies({ PalID, Level, IVs, Passives }: PalRow): string {
  return JSON.stringify([PalID, Level, IVs, Passives.toSorted()]).toLowerCase();
}

/** Shows a view, in its own order; '' for all Pals. */
function showView(view: PalView | ''): void {
  setQuery({ impossible: '', duplicates: '', sort: '', order: '', ...(view && { [view]: 'yes' }) });
}

function GoodNews({ view, total }: { view: PalView; total: number }) {
  const text = texts.value.palSearch;
  const other = view === 'impossible' ? 'duplicates' : 'impossible';
  const { title, note } = text.goodNews[view];
  return (
    <EmptyFace icon={Check} title={title} note={note(formatNumber(total))} good>
      <Button onClick={() => showView(other)}>{text.goodNews[other].show}</Button>
    </EmptyFace>
  );
}

function OpenedPal({ id }: { id: string }) {
  const pal = useReply('getPalDetails', { params: { id } });
  return <AsyncView resource={pal}>{({ Row }) => <PalSheet pal={Row} />}</AsyncView>;
}

function palColumns(text: Texts['palSearch']): Column<PalRow>[] {
  return [
    column('species', text.species, ({ PalID }) => PalID, {
      minPx: 200,
      grow: 1.6,
      sort: 'Species',
      fixed: true,
      cell: ({ PalID, Nickname }) => (
        <span class="row">
          <PalSeal species={PalID} element={speciesEntry(PalID)?.Elements[0]} size={24} />
          <span>{Nickname === '' ? palName(PalID) : <Name text={Nickname} />}</span>
          {Nickname !== '' && <span class="faint">{palName(PalID)}</span>}
        </span>
      ),
    }),
    count('level', text.level, ({ Level }) => Level, {
      sort: 'Level',
      minPx: 70,
      cell: ({ Level }) => <strong>{formatNumber(Level)}</strong>,
    }),
    { id: 'marks', text: text.marks, minPx: 90, cell: (row) => <PalMarks pal={row} /> },
    column('ivs', text.ivs, ({ IVSum }) => IVSum, {
      sort: 'IVs',
      minPx: 240,
      cell: ({ IVs }) => <Ivs ivs={IVs} inline />,
    }),
    column('passives', text.passives, ({ Passives }) => Passives.join(' '), {
      minPx: 220,
      grow: 2,
      cell: ({ Passives: ids }) => ids.length > 0 && <Passives ids={ids} max={2} />,
    }),
    column('owner', text.owner, ({ Owner }) => Owner?.Name, {
      grow: 1,
      sort: 'Owner',
      cell: ({ Owner }) =>
        known(Owner, ({ Uid, Name: name }) => (
          <NameLink href={hrefOf(`/players/${Uid}`)} tabIndex={-1} text={name} otherwise={Uid} />
        )),
    }),
    column('place', text.place, ({ Place }) => Place.Kind, {
      minPx: 150,
      grow: 1,
      sort: 'Place',
      cell: ({ Place }) => <PalPlaceText pal={{ Place }} />,
    }),
    column('condition', text.condition, ({ Condition }) => Condition, {
      minPx: 100,
      sort: 'Condition',
      extra: true,
      cell: ({ Condition }) => text.conditions[Condition],
    }),
    count('rank', text.stars, ({ Rank }) => Rank - 1, { sort: 'Rank', minPx: 80, extra: true }),
    codes('id', text.id, ({ Id }) => Id, { minPx: 300, extra: true }),
  ];
}

function ListFilter({ name, kind, label }: { name: PalFilter; kind: 'Pals' | 'Passives'; label: string }) {
  const ids = filterOf(name).split(',').filter(Boolean);
  return (
    <Field label={label}>
      <CatalogueList
        kind={kind}
        label={label}
        ids={ids}
        onChange={(next) => setFilter(name, next.join(','))}
      />
    </Field>
  );
}

function FlagFilter({ name, label }: { name: PalFilter; label: string }) {
  return (
    <Checkbox value={filterOf(name) === 'yes'} onChange={(on) => setFilter(name, on ? 'yes' : '')}>
      {label}
    </Checkbox>
  );
}

/** All Pals, those that are impossible, and duplicates, each with how many there are: none of these is a tick. */
function ViewChips() {
  const text = texts.value.palSearch;
  return (
    <Chips
      label={text.views}
      value={VIEWS.find((name) => filterOf(name) === 'yes') ?? ''}
      options={[
        { value: '', text: text.view.all },
        ...VIEWS.map((view) => ({
          value: view,
          text: (
            <>
              {text.view[view]} <ViewCount view={view} />
            </>
          ),
        })),
      ]}
      onChange={showView}
    />
  );
}

function ViewCount({ view }: { view: PalView }) {
  const query = view === 'impossible' ? { Impossible: true } : { Duplicates: true };
  const count = useReply('searchPals', { query: { ...query, Limit: 1 } }, CHANGES).value.value?.Matching;
  if (count !== 0) return <span class="faint">{count !== undefined && formatNumber(count)}</span>;
  return (
    <span>
      <Icon shape={Check} size={14} />
      <span class="spoken">0</span>
    </span>
  );
}

function PalFilters() {
  const text = texts.value.palSearch;
  return (
    <>
      <SearchFilter name="find" label={text.find} />
      <FilterButton
        hidden={PAL_FILTERS.filter((name) => name !== 'find' && !VIEWS.some((view) => view === name))}
      >
        <MoreFilters />
      </FilterButton>
    </>
  );
}

function MoreFilters() {
  const text = texts.value.palSearch;
  return (
    <>
      <ListFilter name="species" kind="Pals" label={text.species} />
      <ChoiceField name="element" label={text.element} options={optionsOf(texts.value.palDetails.elements)} />
      <Field label={text.level}>
        <span class="two-fields">
          <NumberFilter name="from" label={text.from} digits={3} />
          <NumberFilter name="to" label={text.to} digits={3} />
        </span>
      </Field>
      <Field label={text.iv}>
        <NumberFilter name="iv" label={text.ivMin} digits={3} />
      </Field>
      <ListFilter name="passives" kind="Passives" label={text.passives} />
      <ChoiceField name="place" label={text.place} options={optionsOf(text.places)} />
      <ChoiceField name="condition" label={text.condition} options={optionsOf(text.conditions)} />
      <span class="two-fields">
        <FlagFilter name="shiny" label={text.lucky} />
        <FlagFilter name="alpha" label={text.alpha} />
      </span>
      <NoFilters names={PAL_FILTERS} />
    </>
  );
}
