import { PalatineError } from '@palatine/client';
import { RELIC_TYPES } from '@palatine/contract';
import type { FieldName } from './draft.ts';

/** Where in the form a problem of a body belongs. */
export interface FieldProblem {
  readonly field: FieldName;
  /** Of a list, from 0; undefined for the whole of it. */
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

/** The problems of a refused body beside their fields; and those that belong to none, for the head of the form. */
export function fieldProblems(
  error: unknown,
  shown: readonly FieldName[],
): { fields: FieldProblem[]; rest: string[] } {
  const fields: FieldProblem[] = [];
  const rest: string[] = [];
  if (!(error instanceof PalatineError)) return { fields, rest };
  for (const { Path, Message } of error.details.Problems ?? []) {
    const [, head = '', row] = Path.split('/');
    const field = Object.hasOwn(FIELDS, head) ? FIELDS[head] : undefined;
    if (field === undefined || !shown.includes(field)) rest.push(`${Path} ${Message}`.trim());
    else fields.push({ field, row: /^\d+$/.test(row ?? '') ? Number(row) : undefined, message: Message });
  }
  return { fields, rest };
}

/** What is wrong with a field, or with a row of it; '' for nothing. */
export function problemOf(problems: readonly FieldProblem[], field: FieldName, row?: number): string {
  return problems
    .filter((problem) => problem.field === field && problem.row === row)
    .map(({ message }) => message)
    .join('; ');
}
