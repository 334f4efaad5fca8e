const rules = new Intl.PluralRules('en');
const numbers = new Intl.NumberFormat('en');

/** A count in English: `counted(2, { one: 'player', other: 'players' })` is `2 players`. */
export const counted = (count: number, { one, other }: { one: string; other: string }): string =>
  `${numbers.format(count)} ${rules.select(count) === 'one' ? one : other}`;

export const players = (count: number) => counted(count, { one: 'player', other: 'players' });
export const worlds = (count: number) => counted(count, { one: 'world', other: 'worlds' });
