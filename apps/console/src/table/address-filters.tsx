import { Select, type SelectProps } from '../kit/Select.tsx';
import { SearchField } from '../kit/TextField.tsx';
import { address, setQuery } from '../navigation/router.ts';

/** A choice needs a value for "any", which the address leaves out. */
const ANY = 'any';

/** The value of a filter in the address; '' for none. */
export function filterOf(name: string): string {
  return address.value.query.get(name) ?? '';
}

/** Filters a list by a value; '' for any. */
export function setFilter(name: string, value: string): void {
  setQuery({ [name]: value });
}

/** A filter by a text. */
export function SearchFilter(props: {
  name: string;
  label: string;
  maxLength?: number;
  placeholder?: string;
}) {
  const { name, ...field } = props;
  return <SearchField {...field} value={filterOf(name)} onInput={(value) => setFilter(name, value)} />;
}

/** A filter by one of a few values, or any. */
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
