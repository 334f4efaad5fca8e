import { INT32_MAX } from '@palatine/contract';

/** The highest level of players and Pals, as the routes that give Pals say. */
export const LEVEL_CAP = 80;

/** Whether something is typed or chosen. */
export function isText(text: string): boolean {
  return text.trim() !== '';
}

/** Whether a number is one that the service takes as an amount or a level: whole, at least 1. */
export function isCount(count: number | null | undefined): count is number {
  return typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= INT32_MAX;
}

/** The rows of a list in which something is chosen: an empty one is about to be filled in. */
export function filled<Row extends { readonly id: string }>(rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ id }) => isText(id));
}

/** Whether there are rows, and each has what it needs. */
export function areComplete<Row>(rows: readonly Row[], isComplete: (row: Row) => boolean): boolean {
  return rows.length > 0 && rows.every(isComplete);
}
