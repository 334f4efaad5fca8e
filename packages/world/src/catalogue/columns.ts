// The kinds of cells that a data file has.
import { WORK_SUITABILITIES } from './names.ts';

export type LearntAt = readonly [level: number, skill: string];

export interface Column<T> {
  /** Finishes the sentence "must be …". */
  readonly expects: string;
  /** The value of a cell, or undefined (which JSON cannot hold) when the cell is invalid. */
  readonly read: (cell: unknown) => T | undefined;
  /** The value in a file without the column. Only columns that have one may be left out. */
  readonly absent?: T;
}

/** A column whose valid cells are its values. */
function column<T>(expects: string, isValid: (cell: unknown) => boolean): Column<T> {
  return { expects, read: (cell) => (isValid(cell) ? (cell as T) : undefined) }; // `isValid` vouches
}

const isNumber = (cell: unknown, min = -Infinity, max = Infinity) =>
  typeof cell === 'number' && cell >= min && cell <= max;

export const id = column<string>('a non-empty text', (cell) => typeof cell === 'string' && cell !== '');
export const text = column<string>('a text', (cell) => typeof cell === 'string');
export const integer = column<number>('a whole number', Number.isSafeInteger);
export const positive = column<number>(
  'a whole number above 0',
  (cell) => Number.isSafeInteger(cell) && isNumber(cell, 1),
);
export const amount = column<number>('a number, 0 or more', (cell) => isNumber(cell, 0));
export const coordinate = column<number>('a number', (cell) => typeof cell === 'number');
export const percent = column<number>('a percentage, 0 to 100', (cell) => isNumber(cell, 0, 100));
export const learntAt = column<LearntAt>(
  'a pair of level and skill id',
  (cell) =>
    Array.isArray(cell) &&
    cell.length === 2 &&
    positive.read(cell[0]) !== undefined &&
    id.read(cell[1]) !== undefined,
);
export const flag: Column<boolean> = {
  expects: '0 or 1',
  read: (cell) => (cell === 0 || cell === false ? false : cell === 1 || cell === true ? true : undefined),
};

export function optional<T>(column: Column<T>): Column<T | null> {
  return {
    expects: `${column.expects}, or null`,
    read: (cell) => (cell === null ? null : column.read(cell)),
  };
}

export function oneOf<const T extends string>(names: readonly T[]): Column<T> {
  return column(`one of ${names.join(', ')}`, (cell) => names.some((name) => name === cell));
}

export function listOf<T>(column: Column<T>, length?: number): Column<readonly T[]> {
  return {
    expects: `a list${length === undefined ? '' : ` of ${length}`}, each ${column.expects}`,
    read(cell) {
      if (!Array.isArray(cell) || (length !== undefined && cell.length !== length)) return undefined;
      const values: T[] = [];
      for (const entry of cell) {
        const value = column.read(entry);
        if (value === undefined) return undefined;
        values.push(value);
      }
      return values;
    },
  };
}

/** A column that files of an operator need not have. */
export function withDefault<T>(column: Column<T>, absent: T): Column<T> {
  return { ...column, absent };
}

export const workRanks = listOf(amount, WORK_SUITABILITIES.length);
