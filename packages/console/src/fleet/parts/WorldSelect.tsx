import { visibleText } from '../../faces/visible-text.ts';
import { Select } from '../../kit/Select.tsx';
import { address, setQuery } from '../../navigation/router.ts';
import { fleetTexts } from '../texts/fleet-texts.ts';
import { fleetWorlds } from '../world/fleet-worlds.ts';

const ANY = '';
const KEY = /^[\da-f]{32}$/;

/** Narrows a list to one world: `world` in the address. */
export function WorldSelect() {
  const text = fleetTexts.value;
  const worlds = fleetWorlds.value.value ?? [];
  return (
    <Select
      label={text.players.world}
      value={chosenWorld()}
      options={[
        { value: ANY, text: text.players.anyWorld },
        ...worlds.map(({ World, Name }) => ({ value: World, text: visibleText(Name) || World })),
      ]}
      onChange={(world) => setQuery({ world })}
    />
  );
}

/** The key of the world that the address names; '' for all. */
export function chosenWorld(): string {
  const named = address.value.query.get('world') ?? '';
  return KEY.test(named) ? named : '';
}
