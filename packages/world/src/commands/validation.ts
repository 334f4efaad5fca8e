import { type Problem, problemsRefusal } from '@palatine/contract';

/** An entry of a section with its index. */
export type Entry<T> = T & { readonly index: number };

/** A problem of an entry, or of the whole section when there is no index. */
export interface EntryProblem {
  readonly index?: number;
  /** The field of the entry; '' for the entry as such. */
  readonly field: string;
  readonly message: string;
}

export function indexed<T>(entries: readonly T[]): Entry<T>[] {
  return entries.map((entry, index) => ({ ...entry, index }));
}

/** Refuses a body for all problems of its entries, in the order of the entries. Does nothing without a problem. */
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

/** Refuses a body with these problems. Does nothing without a problem. */
export function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw problemsRefusal('VALIDATION_FAILED', problems);
}

/** The body of a route that requires one. Its shape has been checked. */
export function bodyOf<Body>(body: Body | undefined): Body {
  if (body === undefined) throw problemsRefusal('INVALID_REQUEST', [{ Path: '', Message: 'is missing' }]);
  return body;
}

/** Whether a text can be an id: printable ASCII, at most 128 characters, not `None`. */
export function isSpellable(id: string): boolean {
  return /^[!-~]{1,128}$/.test(id) && id.toLowerCase() !== 'none';
}

/** Quotes a text for a message, cut after 80 characters. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
