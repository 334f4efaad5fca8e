import { visibleText } from '../../faces/visible-text.ts';
import { ChoiceFilter, filterOf } from '../../table/address-filters.tsx';
import { fleetTexts } from '../texts/fleet-texts.ts';
import { fleetWorlds } from '../world/fleet-worlds.ts';

const KEY = /^[\da-f]{32}$/;

/** Narrows a list to one world: `world` in the address. */
export function WorldSelect() {
  const text = fleetTexts.value;
  const worlds = fleetWorlds.value.value ?? [];
  return (
    <ChoiceFilter
      name="world"
      label={text.players.world}
      any={text.players.anyWorld}
      options={worlds.map(({ World, Name }) => ({ value: World, text: visibleText(Name) || World }))}
    />
  );
}

/** The key of the world that the address names; '' for all. */
export function chosenWorld(): string {
  const named = filterOf('world');
  return KEY.test(named) ? named : '';
}
