import { FLEET_WORLD_STATES, type FleetWorld } from '@palatine/contract';
import type { JSX } from 'preact';
import { Select } from '../../kit/Select.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { setQuery } from '../../navigation/router.ts';
import { fleetTexts } from '../texts/fleet-texts.ts';
import { tagsOf, type WorldFilters } from './chosen-worlds.ts';

const ANY = '';

/** What the list of worlds is narrowed to; the address of the page holds it. */
export function WorldFilterBar(props: { worlds: readonly FleetWorld[]; filters: WorldFilters }): JSX.Element {
  const { worlds, filters } = props;
  const text = fleetTexts.value.worlds;
  const tags = tagsOf(worlds);
  return (
    <>
      <TextField
        type="search"
        label={text.find}
        placeholder={text.find}
        maxLength={200}
        value={filters.find}
        onInput={(find) => setQuery({ find })}
      />
      <Select
        label={text.state}
        value={filters.state}
        options={[
          { value: ANY, text: text.anyState },
          ...FLEET_WORLD_STATES.map((value) => ({ value, text: text.states[value] })),
        ]}
        onChange={(state) => setQuery({ state })}
      />
      {tags.length > 0 && (
        <Select
          label={text.tags}
          value={filters.tag}
          options={[{ value: ANY, text: text.anyTag }, ...tags.map((value) => ({ value, text: value }))]}
          onChange={(tag) => setQuery({ tag })}
        />
      )}
    </>
  );
}
