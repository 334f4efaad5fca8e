type Words<Texts extends readonly string[]> = Texts extends readonly [infer Text, ...infer More]
  ? More extends readonly string[]
    ? readonly [...Split<Text>, ...Words<More>]
    : never
  : readonly [];

type Split<Text> = Text extends `${infer First} ${infer Rest}` ? [First, ...Split<Rest>] : [Text];

/** A closed set of words as a tuple of its literals: `words('Male Female None')`. A long one takes several texts. */
export function words<const Texts extends readonly string[]>(...texts: Texts): Words<Texts> {
  return texts.join(' ').split(' ') as unknown as Words<Texts>; // splits at the blanks, as the type does
}
