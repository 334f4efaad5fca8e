import { PAL_CONDITIONS, PAL_PLACE_KINDS } from '@palatine/contract';
import { CatalogueList } from '../faces/CatalogueList.tsx';
import { ELEMENTS } from '../glyphs/elements.ts';
import { Checkbox } from '../kit/Checkbox.tsx';
import { Field } from '../kit/Field.tsx';
import { optionsOf } from '../kit/Select.tsx';
import { ChoiceFilter, filterOf, SearchFilter, setFilter } from '../table/address-filters.tsx';
import { FilterButton, NoFilters, NumberFilter } from '../table/FilterFields.tsx';
import { texts } from '../texts/texts.ts';
import { PAL_FILTERS, type PalFilter } from './pal-query.ts';

/** The ids that a filter of several lists. */
const listOf = (name: PalFilter) =>
  filterOf(name)
    .split(',')
    .filter((id) => id !== '');

/** What the list of Pals is filtered by. All of it stands in the address. */
export function PalFilters() {
  const text = texts.value.palSearch;
  return (
    <>
      <SearchFilter name="find" label={text.find} />
      <FilterButton hidden={PAL_FILTERS.filter((name) => name !== 'find' && name !== 'impossible')}>
        <MoreFilters />
      </FilterButton>
      <Checkbox
        checked={filterOf('impossible') === 'yes'}
        onChange={(on) => setFilter('impossible', on ? 'yes' : '')}
      >
        {text.impossible}
      </Checkbox>
    </>
  );
}

function MoreFilters() {
  const { any } = texts.value.table;
  const text = texts.value.palSearch;
  const details = texts.value.palDetails;
  const mark = (name: PalFilter, label: string) => (
    <Checkbox checked={filterOf(name) === 'yes'} onChange={(on) => setFilter(name, on ? 'yes' : '')}>
      {label}
    </Checkbox>
  );
  return (
    <>
      <Field label={text.species}>
        <CatalogueList
          kind="Pals"
          label={text.species}
          ids={listOf('species')}
          onChange={(ids) => setFilter('species', ids.join(','))}
        />
      </Field>
      <Field label={text.element}>
        <ChoiceFilter
          name="element"
          any={any}
          options={Object.keys(ELEMENTS).map((id) => ({
            value: id,
            text: details.elements[id as keyof typeof details.elements] ?? id,
          }))}
        />
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
      <Field label={text.passives}>
        <CatalogueList
          kind="Passives"
          label={text.passives}
          ids={listOf('passives')}
          onChange={(ids) => setFilter('passives', ids.join(','))}
        />
      </Field>
      <Field label={text.place}>
        <ChoiceFilter name="place" any={any} options={optionsOf(text.places, PAL_PLACE_KINDS)} />
      </Field>
      <Field label={text.condition}>
        <ChoiceFilter name="condition" any={any} options={optionsOf(text.conditions, PAL_CONDITIONS)} />
      </Field>
      <span class="filter-range">
        {mark('shiny', text.lucky)}
        {mark('alpha', text.alpha)}
      </span>
      <NoFilters names={PAL_FILTERS} />
    </>
  );
}
