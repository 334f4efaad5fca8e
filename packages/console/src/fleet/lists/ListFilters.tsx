import { FLEET_BAN_KINDS, FLEET_BAN_STATES, LIMITS } from '@palatine/contract';
import { optionsOf } from '../../kit/Select.tsx';
import { ChoiceFilter, filterOf, SearchFilter } from '../../table/address-filters.tsx';
import { fleetTexts } from '../texts/fleet-texts.ts';

/** What the entries are narrowed to; the address of the page holds it. */
export function ListFilters() {
  const text = fleetTexts.value.lists;
  return (
    <>
      <SearchFilter name="find" label={text.find} maxLength={LIMITS.filterChars} />
      <ChoiceFilter
        name="kind"
        label={text.kind}
        any={text.anyKind}
        options={optionsOf(text.entryKinds, FLEET_BAN_KINDS)}
      />
      <ChoiceFilter
        name="state"
        label={text.state}
        any={text.anyState}
        options={optionsOf(text.states, FLEET_BAN_STATES)}
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
  return {
    find: filterOf('find'),
    kind: FLEET_BAN_KINDS.find((value) => value === filterOf('kind')) ?? '',
    state: FLEET_BAN_STATES.find((value) => value === filterOf('state')) ?? '',
  };
}
