/** One value of a choice, and what it is called. */
export interface Option<T extends string = string> {
  readonly value: T;
  readonly text: string;
}

/** The options of a table of texts: all of them, or those of some values. */
export function optionsOf<T extends string>(
  texts: Readonly<Record<T, string>>,
  values?: readonly T[],
): Option<T>[] {
  const all = values ?? (Object.keys(texts) as T[]); // its own keys
  return all.map((value) => ({ value, text: texts[value] }));
}
