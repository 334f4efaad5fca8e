/** Forms of a word by the categories of a language's plural; `other` is used where one is not given. */
export type PluralForms = { readonly [Form in Intl.LDMLPluralRule]?: string } & { readonly other: string };

/** Says counts in a language: `counted(2, { one: 'player', other: 'players' })` is `2 players`. */
export function countedIn(tag: string): (count: number, forms: PluralForms) => string {
  const rules = new Intl.PluralRules(tag);
  const numbers = new Intl.NumberFormat(tag);
  return (count, forms) => `${numbers.format(count)} ${forms[rules.select(count)] ?? forms.other}`;
}
