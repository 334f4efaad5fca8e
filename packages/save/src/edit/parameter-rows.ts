import type { SaveCharacter } from '../format/save-types.ts';
import type { TreeProperty, TreeValue } from '../tree/property-tree.ts';
import type { CharacterParameters } from './character-parameters.ts';
import { wholeNumber } from './edits.ts';
import { enumProperty, intProperty, nameProperty, structsProperty } from './make-property.ts';
import {
  elementsOf,
  findProperty,
  listOf,
  NO_ORDER,
  requireProperty,
  setProperty,
  textOf,
} from './property-list.ts';

/** The rows of every Pal, in the order of all saves: health, stamina, attack, weight, capture power, work speed. */
export const STATUS_ROWS = ['最大HP', '最大SP', '攻撃力', '所持重量', '捕獲率', '作業速度'];
/** The rows of the further list since 2025. */
export const EXTRA_STATUS_ROWS = ['最大HP', '最大SP', '攻撃力', '所持重量', '作業速度'];

/** Sets status points by their Japanese names. A row not named any more stays, with 0, as in the game. */
export function setStatusPoints(
  parameters: CharacterParameters,
  name: 'GotStatusPointList' | 'GotExStatusPointList',
  points: SaveCharacter['statusPoints'],
): void {
  const rows = new Map(points.map((row) => [row.name, row.points]));
  const existing = rowsOf(parameters, name).map((row) => {
    const status = rowText(row, 'StatusName');
    setRow(row, 'StatusPoint', rows.get(status) ?? 0);
    rows.delete(status);
    return listOf(row);
  });
  const added = [...rows].map(([status, value]) => [
    nameProperty('StatusName', status),
    intProperty('StatusPoint', int(value, status)),
  ]);
  setRows(parameters, name, 'PalGotStatusPoint', [...existing, ...added]);
}

/** The ranks that were added to a Pal's work suitabilities; those that are not named any more go. */
export function setWorkSuitabilities(
  parameters: CharacterParameters,
  suitabilities: SaveCharacter['extraWorkSuitabilities'],
): void {
  const name = 'GotWorkSuitabilityAddRankList';
  const rows = new Map(suitabilities.map((row) => [row.suitability.toLowerCase(), row]));
  const existing = rowsOf(parameters, name).flatMap((row) => {
    const key = rowText(row, 'WorkSuitability').replace(/^.*::/, '').toLowerCase();
    const requested = rows.get(key);
    if (requested === undefined) return [];
    rows.delete(key);
    setRow(row, 'Rank', requested.rank);
    return [listOf(row)];
  });
  const added = [...rows.values()].map(({ suitability, rank }) => [
    enumProperty('WorkSuitability', 'EPalWorkSuitability', suitability),
    intProperty('Rank', int(rank, suitability)),
  ]);
  const all = [...existing, ...added];
  if (all.length === 0) parameters.remove(name);
  else setRows(parameters, name, 'PalWorkSuitabilityInfo', all);
}

function rowsOf({ list }: CharacterParameters, name: string): TreeValue[] {
  const present = findProperty(list, name);
  return present === undefined ? [] : elementsOf(present.value);
}

function rowText(row: TreeValue, name: string): string {
  return textOf(requireProperty(listOf(row), name).value);
}

/** A row without its number has 0, and keeps it so. */
function setRow(row: TreeValue, name: string, value: number): void {
  const list = listOf(row);
  if (value === 0 && findProperty(list, name) === undefined) return;
  setProperty(list, NO_ORDER, intProperty(name, int(value, name)));
}

function setRows(parameters: CharacterParameters, name: string, type: string, rows: TreeProperty[][]): void {
  const present = findProperty(parameters.list, name);
  if (present === undefined) {
    if (rows.length > 0) parameters.set(structsProperty(name, type, rows));
    return;
  }
  const elements = elementsOf(present.value);
  elements.splice(0, elements.length, ...rows.map((properties) => ({ kind: 'list' as const, properties })));
}

function int(value: number, name: string): number {
  return wholeNumber('IntProperty', value, name) as number; // an Int is a number
}
