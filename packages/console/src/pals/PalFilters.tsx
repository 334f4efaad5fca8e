import { PAL_CONDITIONS, PAL_PLACE_KINDS } from '@palatine/contract';
import SlidersHorizontal from 'lucide/dist/esm/icons/sliders-horizontal.mjs';
import type { JSX } from 'preact';
import { CatalogueList } from '../faces/CatalogueList.tsx';
import { ELEMENTS } from '../glyphs/elements.ts';
import { Button } from '../kit/Button.tsx';
import { Checkbox } from '../kit/Checkbox.tsx';
import { Field } from '../kit/Field.tsx';
import { Icon } from '../kit/Icon.tsx';
import { Popover } from '../kit/Popover.tsx';
import { Select } from '../kit/Select.tsx';
import { TextField } from '../kit/TextField.tsx';
import { address, setQuery } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import './pal-filters.css';
import { PAL_FILTERS, type PalFilter } from './pal-query.ts';

const ANY = 'any';
const filterOf = (name: PalFilter) => address.value.query.get(name) ?? '';
const set = (name: PalFilter, value: string) => setQuery({ [name]: value === ANY ? '' : value });
const listOf = (name: PalFilter) =>
  filterOf(name)
    .split(',')
    .filter((id) => id !== '');

/** What the list of Pals is filtered by. All of it stands in the address. */
export function PalFilters(): JSX.Element {
  const text = texts.value.palSearch;
  const hidden = PAL_FILTERS.filter(
    (name) => name !== 'find' && name !== 'impossible' && filterOf(name) !== '',
  ).length;
  return (
    <>
      <TextField
        type="search"
        label={text.find}
        placeholder={text.find}
        maxLength={100}
        value={filterOf('find')}
        onInput={(value) => set('find', value)}
      />
      <Popover
        title={text.filters}
        align="start"
        trigger={
          <Button kind="bare">
            <Icon shape={SlidersHorizontal} size={16} />
            {text.filters}
            {hidden > 0 && <span class="filter-count">{hidden}</span>}
          </Button>
        }
      >
        <MoreFilters />
      </Popover>
      <Checkbox
        checked={filterOf('impossible') === 'yes'}
        onChange={(on) => set('impossible', on ? 'yes' : '')}
      >
        {text.impossible}
      </Checkbox>
    </>
  );
}

function MoreFilters(): JSX.Element {
  const text = texts.value.palSearch;
  const details = texts.value.palDetails;
  const choice = (name: PalFilter, options: readonly (readonly [value: string, text: string])[]) => (
    <Select
      value={filterOf(name) || ANY}
      options={[[ANY, text.any] as const, ...options].map(([value, shown]) => ({ value, text: shown }))}
      onChange={(value) => set(name, value)}
    />
  );
  const number = (name: PalFilter, label: string) => (
    <TextField
      label={label}
      placeholder={label}
      maxLength={3}
      value={filterOf(name)}
      onInput={(value) => set(name, value.replaceAll(/\D/g, ''))}
    />
  );
  const mark = (name: PalFilter, label: string) => (
    <Checkbox checked={filterOf(name) === 'yes'} onChange={(on) => set(name, on ? 'yes' : '')}>
      {label}
    </Checkbox>
  );
  return (
    <div class="pal-filters">
      <Field label={text.species}>
        <CatalogueList
          kind="Pals"
          label={text.species}
          ids={listOf('species')}
          onChange={(ids) => set('species', ids.join(','))}
        />
      </Field>
      <Field label={text.element}>
        {choice(
          'element',
          Object.keys(ELEMENTS).map(
            (id) => [id, details.elements[id as keyof typeof details.elements] ?? id] as const,
          ),
        )}
      </Field>
      <Field label={text.level}>
        <span class="pal-range">
          {number('from', text.from)}
          {number('to', text.to)}
        </span>
      </Field>
      <Field label={text.iv}>{number('iv', text.ivLeast)}</Field>
      <Field label={text.passives}>
        <CatalogueList
          kind="Passives"
          label={text.passives}
          ids={listOf('passives')}
          onChange={(ids) => set('passives', ids.join(','))}
        />
      </Field>
      <Field label={text.place}>
        {choice(
          'place',
          PAL_PLACE_KINDS.map((kind) => [kind, text.places[kind]] as const),
        )}
      </Field>
      <Field label={text.condition}>
        {choice(
          'condition',
          PAL_CONDITIONS.map((condition) => [condition, text.conditions[condition]] as const),
        )}
      </Field>
      <span class="pal-range">
        {mark('shiny', text.lucky)}
        {mark('alpha', text.alpha)}
      </span>
      <Button onClick={() => setQuery(Object.fromEntries(PAL_FILTERS.map((name) => [name, ''])))}>
        {texts.value.table.noFilters}
      </Button>
    </div>
  );
}
