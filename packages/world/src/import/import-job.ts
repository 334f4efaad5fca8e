import { INT32_MAX } from '@palatine/contract';
import type { SaveWorld } from '@palatine/save';
import type { Catalogue } from '../catalogue/index.ts';
import type { World } from '../state/world.ts';
import type { Spelling } from './spelling.ts';

/** What every step of an import reads from and adds to. */
export interface ImportJob {
  readonly save: SaveWorld;
  readonly catalogue: Catalogue;
  readonly spelling: Spelling;
  /** ms since 1970. */
  readonly nowMs: number;
  readonly world: World;
}

/** Containers larger than this are damaged numbers, not containers: the largest seen has 960 slots. */
export const MOST_SLOTS = 10_000;

/** A number that must be whole and not negative, whatever the save says. */
export function amount(value: number): number {
  return Math.min(INT32_MAX, Math.max(0, Math.trunc(value) || 0));
}

/** Names are written `None` where there is none; free texts are not names. */
export function nameOrNone(name: string): string {
  return name === 'None' ? '' : name;
}
