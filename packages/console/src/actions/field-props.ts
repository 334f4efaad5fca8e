import type { ActionRun } from './action-run.ts';
import type { Draft, FieldName } from './draft.ts';
import { type FieldProblem, problemOf } from './field-problems.ts';

/** What a form needs of a run. */
export type FormRun = Pick<ActionRun, 'action' | 'draft' | 'refusal'>;

/** What a field of the form of an action gets. */
export interface FieldProps {
  run: FormRun;
  problems: readonly FieldProblem[];
}

/** Changes parts of what is filled in. */
export function fillIn({ draft }: Pick<ActionRun, 'draft'>, changes: Partial<Draft>): void {
  draft.value = { ...draft.value, ...changes };
}

/** The `error` of a kit field; nothing for a field without a problem. */
export function errorOf(problems: readonly FieldProblem[], field: FieldName): { error?: string } {
  const error = problemOf(problems, field);
  return error === '' ? {} : { error };
}
