import type { FormField } from './file-kind.ts';

/** Number fields of one object of a document, such as the four IVs. */
export function numbersOf(path: string, names: readonly string[], max: number): FormField[] {
  return names.map((name) => ({ path: `${path}.${name}`, control: 'number', min: 0, max }));
}
