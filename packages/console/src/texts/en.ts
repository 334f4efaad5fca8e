import * as first from './en/first.ts';

/** A language's texts in the two parts in which they are loaded. */
export interface TextParts {
  readonly first: () => Promise<typeof import('./en/first.ts')>;
  readonly rest: () => Promise<typeof import('./en/rest.ts')>;
}

/** Every text of the page, in one language. */
export type Texts = Awaited<ReturnType<TextParts['first']>> & Awaited<ReturnType<TextParts['rest']>>;

/** The texts in English. Other languages have the same keys. */
export const en: TextParts = { first: async () => first, rest: () => import('./en/rest.ts') };
