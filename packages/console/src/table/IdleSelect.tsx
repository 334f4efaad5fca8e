import { Select } from '../kit/Select.tsx';
import { address, setQuery } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';

/** Days for which nobody of a guild was seen, as the filter offers them. */
const IDLE_DAYS = ['7', '14', '30', '60', '90'] as const;
const ANY = 'any';

/** Filters a list by how long nobody of the guild was seen: `idle` in the address. */
export function IdleSelect() {
  const text = texts.value.table;
  return (
    <Select
      label={text.seen}
      value={address.value.query.get('idle') || ANY}
      options={[
        { value: ANY, text: text.whenever },
        ...IDLE_DAYS.map((days) => ({ value: days, text: text.idleDays(Number(days)) })),
      ]}
      onChange={(value) => setQuery({ idle: value === ANY ? '' : value })}
    />
  );
}
