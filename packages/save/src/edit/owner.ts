import { ZERO_GUID } from '../format/guid.ts';
import type { SaveGuid } from '../format/save-types.ts';
import { msToTicks } from '../format/ticks.ts';
import type { CharacterParameters } from './character-parameters.ts';
import { dateTimeProperty, guidProperty, guidsProperty } from './make-property.ts';
import { elementsOf, findProperty, textOf } from './property-list.ts';

/** Sets the owner of a Pal and appends it to the former ones. A worker of a camp has only the list. */
export function setOwner(parameters: CharacterParameters, owner: SaveGuid, nowMs: number): void {
  if (owner === ZERO_GUID) {
    parameters.remove('OwnedTime');
    parameters.remove('OwnerPlayerUId');
    return;
  }
  if (!parameters.has('OwnedTime')) parameters.set(dateTimeProperty('OwnedTime', msToTicks(nowMs)));
  parameters.set(guidProperty('OwnerPlayerUId', owner));
  const owners = findProperty(parameters.list, 'OldOwnerPlayerUIds');
  if (owners === undefined) parameters.set(guidsProperty('OldOwnerPlayerUIds', [owner]));
  else appendOnce(elementsOf(owners.value), owner);
}

function appendOnce(owners: ReturnType<typeof elementsOf>, owner: SaveGuid): void {
  const last = owners.at(-1);
  if (last === undefined || textOf(last) !== owner) owners.push(owner);
}
