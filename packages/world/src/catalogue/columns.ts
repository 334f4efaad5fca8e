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

export const id: Column<string> = {
  expects: 'a non-empty text',
  read: (cell) => (typeof cell === 'string' && cell !== '' ? cell : undefined),
};
export const text: Column<string> = {
  expects: 'a text',
  read: (cell) => (typeof cell === 'string' ? cell : undefined),
};
export const integer: Column<number> = {
  expects: 'a whole number',
  read: (cell) => (Number.isSafeInteger(cell) ? (cell as number) : undefined), // isSafeInteger vouches
};
export const positive: Column<number> = {
  expects: 'a whole number above 0',
  read: (cell) => (Number.isSafeInteger(cell) && (cell as number) > 0 ? (cell as number) : undefined),
};
export const amount: Column<number> = {
  expects: 'a number, 0 or more',
  read: (cell) => (typeof cell === 'number' && cell >= 0 ? cell : undefined),
};
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
  const byName = new Map<unknown, T>(names.map((name) => [name, name]));
  return { expects: `one of ${names.join(', ')}`, read: (cell) => byName.get(cell) };
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

export const coordinate: Column<number> = {
  expects: 'a number',
  read: (cell) => (typeof cell === 'number' ? cell : undefined),
};
export const percent: Column<number> = {
  expects: 'a percentage, 0 to 100',
  read: (cell) => (typeof cell === 'number' && cell >= 0 && cell <= 100 ? cell : undefined),
};
export const learntAt: Column<LearntAt> = {
  expects: 'a pair of level and skill id',
  read(cell) {
    if (!Array.isArray(cell) || cell.length !== 2) return undefined;
    const level = positive.read(cell[0]);
    const skill = id.read(cell[1]);
    return level === undefined || skill === undefined ? undefined : [level, skill];
  },
};
export const workRanks = listOf(amount, WORK_SUITABILITIES.length);
