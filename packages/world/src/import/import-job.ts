import { INT32_MAX } from '@palatine/contract';
import type { SaveWorld } from '@palatine/save';
import type { Catalogue } from '../catalogue/index.ts';
import type { World } from '../state/world.ts';
import type { Spelling } from './spelling.ts';

/** The input and output of every step of an import. */
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

/** Clamps a number of a save to a non-negative 32-bit integer. */
export function amount(value: number): number {
  return Math.min(INT32_MAX, Math.max(0, Math.trunc(value) || 0));
}

/** A missing name is written `None`. Not for free texts. */
export function nameOrNone(name: string): string {
  return name === 'None' ? '' : name;
}
