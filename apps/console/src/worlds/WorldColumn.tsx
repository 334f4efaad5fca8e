import { type FleetWorld, type FleetWorldState, getFleetWorlds } from '@palatine/contract';
import { type Resource, resource } from '../data/resource.ts';
import { atFleet, place, worldHref } from '../navigation/place.ts';
import { hrefOf } from '../navigation/router.ts';
import { fleetClient, session } from '../session/session.ts';
import { type Column, column } from '../table/column.tsx';
import { ChoiceFilter, filterOf } from '../table/filters.tsx';
import { texts } from '../texts/texts.ts';
import { Name, Status } from '../views/Values.tsx';
import { visibleText } from '../views/visible-text.ts';
import './worlds.css';

interface OfWorld {
  readonly World?: string;
  readonly WorldName?: string;
}

/** The column of the world of a row, over a fleet; no column at one world. */
export function worldColumns<Row extends OfWorld>(): Column<Row>[] {
  if (!atFleet) return [];
  const cell = (row: Row) => <WorldOf row={row} />;
  return [column('world', texts.value.worlds.name, ({ WorldName }) => WorldName, { grow: 1, cell })];
}

/** The world of a row. The audit of the gateway itself has a key that belongs to no world. */
export function WorldOf({ row: { World = '', WorldName = '' }, path }: { row: OfWorld; path?: string }) {
  const isGateway = worldName(World) === '' && WorldName === 'Gateway';
  if (isGateway) return <>{texts.value.worlds.gateway}</>;
  return <WorldLink world={World} name={WorldName} {...(path !== undefined && { path })} />;
}

/** The name of a world, as a link to its console. `path`: a page of it. */
export function WorldLink({ world, name, path }: { world: string; name: string; path?: string }) {
  return (
    <a class="world-link truncate plain-link" href={worldHref(world, path)}>
      <Name text={name} otherwise={texts.value.worlds.unnamed} />
    </a>
  );
}

/** Narrows a list of the fleet to one world: `world` in the address. Nothing at one world. */
export function WorldFilter() {
  if (!atFleet) return null;
  const text = texts.value.worlds;
  const worlds = fleetWorlds.value.value ?? [];
  return (
    <ChoiceFilter
      name="world"
      label={text.name}
      any={text.all}
      options={worlds.map(({ World, Name: name }) => ({ value: World, text: visibleText(name) || World }))}
    />
  );
}

const TONES = { Online: 'ok', Starting: 'info', Away: 'warn', Fenced: 'danger' } as const;

export function WorldState({ state }: { state: FleetWorldState }) {
  const { states, meanings } = texts.value.worlds;
  return (
    <span title={meanings[state]}>
      <Status tone={TONES[state]}>{states[state]}</Status>
    </span>
  );
}

/** The worlds of the fleet, by name; one list for the whole page. Empty without a gateway. */
export const fleetWorlds: Resource<readonly FleetWorld[]> = resource(async (signal) => {
  if (!place.gateway || session.value === undefined) return [];
  const { Worlds } = await fleetClient().call(getFleetWorlds, { signal });
  return Worlds.toSorted((a, b) => a.Name.localeCompare(b.Name) || a.World.localeCompare(b.World));
});

/** The name of a world; '' while it is not known. */
export function worldName(world: string): string {
  return fleetWorlds.value.value?.find(({ World }) => World === world)?.Name ?? '';
}

const KEY = /^[\da-f]{32}$/;

/** The key of the world to which the address narrows a list of the fleet; '' for all. */
export function chosenWorld(): string {
  const key = filterOf('world');
  return place.gateway && KEY.test(key) ? key : '';
}

/** The address of a page of a world of the fleet; without a world, of the world that the page is of. */
export function hrefIn(world: string | undefined, path: string): string {
  return world === undefined ? hrefOf(path) : worldHref(world, path);
}
