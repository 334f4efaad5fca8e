/** A language's texts in the parts in which they are loaded; `fleet` comes with `rest`, at a gateway only. */
export interface TextParts {
  readonly first: () => Promise<typeof import('./en/first.ts')>;
  readonly rest: () => Promise<typeof import('./en/rest.ts')>;
  readonly fleet: () => Promise<typeof import('./en/fleet.ts')>;
}

/** Every text of the page, in one language. */
export type Texts = Awaited<ReturnType<TextParts['first']>> &
  Awaited<ReturnType<TextParts['rest']>> &
  Awaited<ReturnType<TextParts['fleet']>>;
