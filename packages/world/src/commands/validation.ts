import { type Problem, Refusal } from '@palatine/contract';
import { quoted } from './id-syntax.ts';

/** An entry of a section, and which one it is. */
export type Entry<T> = T & { readonly index: number };

/** What is wrong with an entry, or with the whole section where there is no index. */
export interface EntryProblem {
  readonly index?: number;
  /** The field of the entry; '' for the entry as such. */
  readonly field: string;
  readonly message: string;
}

export function indexed<T>(entries: readonly T[]): Entry<T>[] {
  return entries.map((entry, index) => ({ ...entry, index }));
}

/** Says no to a whole body, with everything that is wrong with it. */
export function refuseProblems(section: string, problems: readonly EntryProblem[]): void {
  if (problems.length === 0) return;
  const inOrder = problems.toSorted((one, other) => (one.index ?? -1) - (other.index ?? -1));
  refuse(
    inOrder.map(({ index, field, message }) => ({
      Path: [`/${section}`, index, field].filter((part) => part !== undefined && part !== '').join('/'),
      Message: message,
    })),
  );
}

export function refuse(problems: readonly Problem[]): void {
  const [first] = problems;
  if (first === undefined) return;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  throw new Refusal('VALIDATION_FAILED', `${first.Path}: ${first.Message}${more}`, {
    Problems: [...problems],
  });
}

/** The body of a route that needs one; its shape has been checked. */
export function bodyOf<Body>(body: Body | undefined): Body {
  if (body === undefined) throw new Refusal('INVALID_REQUEST', 'the route needs a JSON body');
  return body;
}

export function unknownId(kind: string, id: string): string {
  return `unknown ${kind} ${quoted(id)}`;
}
