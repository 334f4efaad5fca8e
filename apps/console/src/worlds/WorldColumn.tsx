import { atFleet, worldHref } from '../navigation/place.ts';
import { type Column, column } from '../table/column.tsx';
import { ChoiceFilter } from '../table/filters.tsx';
import { texts } from '../texts/texts.ts';
import { Name, Status } from '../views/Values.tsx';
import { visibleText } from '../views/visible-text.ts';
import { fleetWorlds, worldName } from './fleet-worlds.ts';
import './worlds.css';
import type { FleetWorldState } from '@palatine/contract';

export interface OfWorld {
  readonly World?: string;
  readonly WorldName?: string;
}

/** The column of the world of a row, over a fleet; no column at one world. */
export function worldColumns<Row extends OfWorld>(): Column<Row>[] {
  if (!atFleet) return [];
  const cell = (row: Row) => <WorldOf row={row} />;
  return [column('world', texts.value.worlds.name, ({ WorldName }) => WorldName, { grow: 1, cell })];
}

/** The world of a row. The audit of the gateway itself stands under a key that is no world's. */
export function WorldOf({ row: { World = '', WorldName = '' }, path }: { row: OfWorld; path?: string }) {
  const isGateway = worldName(World) === '' && WorldName === 'Gateway';
  if (isGateway) return <>{texts.value.worlds.gateway}</>;
  return <WorldLink world={World} name={WorldName} {...(path !== undefined && { path })} />;
}

/** The name of a world, as a link to its console. `path`: a page of it. */
export function WorldLink({ world, name, path }: { world: string; name: string; path?: string }) {
  return (
    <a class="world-link" href={worldHref(world, path)}>
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
      any={text.anyWorld}
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
