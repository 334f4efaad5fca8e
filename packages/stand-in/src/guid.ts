import type { SaveGuid } from '@palatine/save/save-types';

// The save spells an id in four groups of eight; REST, the log and the files' names without dashes.

export function digitsOf(guid: SaveGuid): string {
  return guid.replaceAll('-', '');
}

export function guidOf(digits: string): SaveGuid {
  return digits.toUpperCase().replace(/(.{8})(.{8})(.{8})(.{8})/, '$1-$2-$3-$4');
}
