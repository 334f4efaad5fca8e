import { PAL_CONDITIONS, PAL_PLACE_KINDS } from '@palatine/contract';
import { CatalogueList } from '../faces/CatalogueList.tsx';
import { Checkbox } from '../kit/Checkbox.tsx';
import { Field } from '../kit/Field.tsx';
import { optionsOf } from '../kit/Select.tsx';
import { ChoiceFilter, filterOf, SearchFilter, setFilter } from '../table/address-filters.tsx';
import { FilterButton, NoFilters, NumberFilter } from '../table/FilterFields.tsx';
import { texts } from '../texts/texts.ts';
import { PAL_FILTERS, type PalFilter } from './pal-query.ts';

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
    <Checkbox checked={filterOf(name) === 'yes'} onChange={(on) => setFilter(name, on ? 'yes' : '')}>
      {label}
    </Checkbox>
  );
}

/** What the list of Pals is filtered by. All of it stands in the address. */
export function PalFilters() {
  const text = texts.value.palSearch;
  return (
    <>
      <SearchFilter name="find" label={text.find} />
      <FilterButton hidden={PAL_FILTERS.filter((name) => name !== 'find' && name !== 'impossible')}>
        <MoreFilters />
      </FilterButton>
      <FlagFilter name="impossible" label={text.impossible} />
    </>
  );
}

function MoreFilters() {
  const { any } = texts.value.table;
  const text = texts.value.palSearch;
  return (
    <>
      <ListFilter name="species" kind="Pals" label={text.species} />
      <Field label={text.element}>
        <ChoiceFilter name="element" any={any} options={optionsOf(texts.value.palDetails.elements)} />
      </Field>
      <Field label={text.level}>
        <span class="filter-range">
          <NumberFilter name="from" label={text.from} digits={3} />
          <NumberFilter name="to" label={text.to} digits={3} />
        </span>
      </Field>
      <Field label={text.iv}>
        <NumberFilter name="iv" label={text.ivLeast} digits={3} />
      </Field>
      <ListFilter name="passives" kind="Passives" label={text.passives} />
      <Field label={text.place}>
        <ChoiceFilter name="place" any={any} options={optionsOf(text.places, PAL_PLACE_KINDS)} />
      </Field>
      <Field label={text.condition}>
        <ChoiceFilter name="condition" any={any} options={optionsOf(text.conditions, PAL_CONDITIONS)} />
      </Field>
      <span class="filter-range">
        <FlagFilter name="shiny" label={text.lucky} />
        <FlagFilter name="alpha" label={text.alpha} />
      </span>
      <NoFilters names={PAL_FILTERS} />
    </>
  );
}
