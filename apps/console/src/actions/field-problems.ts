import { PalatineError } from '@palatine/client';
import { INT32_MAX, RELIC_TYPES } from '@palatine/contract';
import type { FieldName } from './action.ts';

/** Where in the form a problem of a body belongs. */
interface FieldProblem {
  readonly field: FieldName;
  /** The index in a list, from 0; undefined for the whole of it. */
  readonly row: number | undefined;
  readonly message: string;
}

/** The first part of a pointer into a body, and the field that fills it in. */
const FIELDS: Readonly<Record<string, FieldName>> = {
  Items: 'items',
  Pals: 'pals',
  PalEggs: 'eggs',
  PalTemplates: 'templates',
  EXP: 'progress',
  TechnologyPoints: 'progress',
  AncientTechnologyPoints: 'progress',
  Relics: 'progress',
  ...Object.fromEntries(RELIC_TYPES.map((type) => [type, 'progress' as const])),
  Technology: 'technologies',
  Reason: 'reason',
  IP: 'withAddress',
  SendType: 'sendType',
  Message: 'message',
  Sender: 'sender',
  PalID: 'summoned',
  NPCID: 'summoned',
  PalTemplate: 'template',
  Level: 'level',
  Z: 'height',
  Action: 'maintenance',
  CountdownSeconds: 'countdownSeconds',
};

/** The problems of a refused body beside their fields. Those of no field are shown at the head of the form. */
export function fieldProblems(error: unknown, fields: readonly FieldName[]): FieldProblem[] {
  if (!(error instanceof PalatineError)) return [];
  return (error.details.Problems ?? []).flatMap(({ Path, Message }) => {
    const [, head = '', row] = Path.split('/');
    const field = Object.hasOwn(FIELDS, head) ? FIELDS[head] : undefined;
    if (field === undefined || !fields.includes(field)) return [];
    return [{ field, row: /^\d+$/.test(row ?? '') ? Number(row) : undefined, message: Message }];
  });
}

export function problemOf(problems: readonly FieldProblem[], field: FieldName, row?: number): string {
  return problems
    .filter((problem) => problem.field === field && problem.row === row)
    .map(({ message }) => message)
    .join('; ');
}

/** The highest level of players and Pals, as the routes that give Pals say. */
export const LEVEL_CAP = 80;

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
