import { signal } from '@preact/signals';
import { SlidersHorizontal } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Button } from '../kit/Button.tsx';
import { Field, SearchField, Select, type SelectProps, TextField } from '../kit/Fields.tsx';
import { Popover } from '../kit/Popover.tsx';
import { address, setQuery } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import { countFilters } from './list-query.ts';
import './list-view.css';

/** A choice needs a value for "any", which the address leaves out. */
const ANY = 'any';

export function filterOf(name: string): string {
  return address.value.query.get(name) ?? '';
}

export function setFilter(name: string, value: string): void {
  setQuery({ [name]: value });
}

export function SearchFilter(props: {
  name: string;
  label: string;
  maxLength?: number;
  placeholder?: string;
}) {
  const { name, ...field } = props;
  return <SearchField {...field} value={filterOf(name)} onChange={(value) => setFilter(name, value)} />;
}

export function ChoiceFilter(
  props: Pick<SelectProps<string>, 'label' | 'options' | 'prefix'> & { name: string; any: string },
) {
  const { name, any, options, ...select } = props;
  return (
    <Select
      {...select}
      value={filterOf(name) || ANY}
      options={[{ value: ANY, text: any }, ...options]}
      onChange={(value) => setFilter(name, value === ANY ? '' : value)}
    />
  );
}

export function ChoiceField(
  props: Pick<SelectProps<string>, 'options'> & { name: string; label: string; hint?: string },
) {
  const { label, hint, ...choice } = props;
  return (
    <Field label={label} hint={hint}>
      <ChoiceFilter any={texts.value.table.any} {...choice} />
    </Field>
  );
}

/** Below this width in px the filters of a list are behind one button, so that rows have the room. */
const phone = typeof matchMedia === 'function' ? matchMedia('(width < 720px)') : undefined;
const isPhone = signal(phone?.matches ?? false);
phone?.addEventListener('change', ({ matches }) => (isPhone.value = matches));

interface HiddenFilters {
  hidden: readonly string[];
  children: ComponentChildren;
}

export function ToolbarFilters(props: HiddenFilters) {
  return isPhone.value ? <FilterPopover {...props} /> : props.children;
}

export function FilterButton(props: HiddenFilters) {
  return isPhone.value ? props.children : <FilterPopover {...props} />;
}

function FilterPopover({ hidden, children }: HiddenFilters) {
  const text = texts.value.table;
  const count = countFilters(address.value.query, hidden);
  return (
    <Popover
      title={text.filters}
      align="start"
      trigger={
        <Button
          kind="bare"
          icon={SlidersHorizontal}
          aria-label={count > 0 ? `${text.filters} ${count}` : text.filters}
        >
          <span class="filter-word">{text.filters}</span>
          {count > 0 && <span class="chip accent">{count}</span>}
        </Button>
      }
    >
      <div class="filter-fields stack">{children}</div>
    </Popover>
  );
}

const IDLE_DAYS = ['7', '14', '30', '60', '90'];

/** Filters by the days since a member of the guild was last seen: `idle` in the address. */
export function IdleFilter() {
  const text = texts.value.table;
  const options = IDLE_DAYS.map((days) => ({ value: days, text: text.idleDays(Number(days)) }));
  return <ChoiceFilter name="idle" label={text.seen} any={text.whenever} options={options} />;
}

export function NumberFilter({ name, label, digits }: { name: string; label: string; digits: number }) {
  return (
    <TextField
      label={label}
      placeholder={label}
      maxLength={digits}
      value={filterOf(name)}
      onChange={(value) => setFilter(name, value.replaceAll(/\D/g, ''))}
    />
  );
}

export function DayFilters() {
  const text = texts.value.table;
  const day = (name: 'from' | 'to', label: string) => (
    <label class="filter-day quiet row">
      {label}
      <input
        class="input"
        type="date"
        value={filterOf(name)}
        onInput={(event) => setFilter(name, event.currentTarget.value)}
      />
    </label>
  );
  return (
    <>
      {day('from', text.from)}
      {day('to', text.to)}
    </>
  );
}

export function NoFilters({ names }: { names: readonly string[] }) {
  return (
    <Button onClick={() => setQuery(Object.fromEntries(names.map((name) => [name, ''])))}>
      {texts.value.table.noFilters}
    </Button>
  );
}
