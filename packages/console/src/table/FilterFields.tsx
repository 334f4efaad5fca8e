import SlidersHorizontal from 'lucide/dist/esm/icons/sliders-horizontal.mjs';
import type { ComponentChildren } from 'preact';
import { Button } from '../kit/Button.tsx';
import { Icon } from '../kit/Icon.tsx';
import { Popover } from '../kit/Popover.tsx';
import { type Option, Select } from '../kit/Select.tsx';
import { TextField } from '../kit/TextField.tsx';
import { address, setQuery } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import './filter-fields.css';
import { countFilters } from './list-address.ts';

/** A choice needs a value for "any", which the address leaves out. */
const ANY = 'any';

/** What the address says of a filter; '' where it says nothing. */
export function filterOf(name: string): string {
  return address.value.query.get(name) ?? '';
}

/** Filters a list by a value; '' for any. */
export function setFilter(name: string, value: string): void {
  setQuery({ [name]: value });
}

/** The button for the filters that do not stand in sight, and how many of them are set. */
export function FilterButton({
  hidden,
  children,
}: {
  hidden: readonly string[];
  children: ComponentChildren;
}) {
  const text = texts.value.table;
  const count = countFilters(address.value.query, hidden);
  return (
    <Popover
      title={text.filters}
      align="start"
      trigger={
        <Button kind="bare">
          <Icon shape={SlidersHorizontal} size={16} />
          {text.filters}
          {count > 0 && <span class="filter-count">{count}</span>}
        </Button>
      }
    >
      <div class="filter-fields">{children}</div>
    </Popover>
  );
}

/** A filter by one of a few values, or any. */
export function ChoiceFilter({ name, options }: { name: string; options: readonly Option[] }) {
  return (
    <Select
      value={filterOf(name) || ANY}
      options={[{ value: ANY, text: texts.value.table.any }, ...options]}
      onChange={(value) => setFilter(name, value === ANY ? '' : value)}
    />
  );
}

/** A filter by a whole number of at most so many digits. */
export function NumberFilter({ name, label, digits }: { name: string; label: string; digits: number }) {
  return (
    <TextField
      label={label}
      placeholder={label}
      maxLength={digits}
      value={filterOf(name)}
      onInput={(value) => setFilter(name, value.replaceAll(/\D/g, ''))}
    />
  );
}

/** Takes all of these filters away. */
export function NoFilters({ names }: { names: readonly string[] }) {
  return (
    <Button onClick={() => setQuery(Object.fromEntries(names.map((name) => [name, ''])))}>
      {texts.value.table.noFilters}
    </Button>
  );
}
