import { FLEET_BAN_KINDS, FLEET_BAN_STATES, LIMITS } from '@palatine/contract';
import { Select } from '../../kit/Select.tsx';
import { SearchField } from '../../kit/TextField.tsx';
import { address, setQuery } from '../../navigation/router.ts';
import { fleetTexts } from '../texts/fleet-texts.ts';

const ANY = '';

/** What the entries are narrowed to; the address of the page holds it. */
export function ListFilters() {
  const text = fleetTexts.value.lists;
  const { find, kind, state } = listFilters();
  return (
    <>
      <SearchField
        label={text.find}
        maxLength={LIMITS.filterChars}
        value={find}
        onInput={(typed) => setQuery({ find: typed })}
      />
      <Select
        label={text.kind}
        value={kind}
        options={[
          { value: ANY, text: text.anyKind },
          ...FLEET_BAN_KINDS.map((value) => ({ value, text: text.entryKinds[value] })),
        ]}
        onChange={(value) => setQuery({ kind: value })}
      />
      <Select
        label={text.state}
        value={state}
        options={[
          { value: ANY, text: text.anyState },
          ...FLEET_BAN_STATES.map((value) => ({ value, text: text.states[value] })),
        ]}
        onChange={(value) => setQuery({ state: value })}
      />
    </>
  );
}

/** The filters of the address; '' for none, and for what is none. */
export function listFilters(): {
  find: string;
  kind: (typeof FLEET_BAN_KINDS)[number] | '';
  state: (typeof FLEET_BAN_STATES)[number] | '';
} {
  const { query } = address.value;
  return {
    find: query.get('find') ?? '',
    kind: FLEET_BAN_KINDS.find((value) => value === query.get('kind')) ?? '',
    state: FLEET_BAN_STATES.find((value) => value === query.get('state')) ?? '',
  };
}
