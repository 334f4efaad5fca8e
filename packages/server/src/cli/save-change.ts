/** What a command did, in words. */
export interface SaveChange {
  /** Who or what was changed, such as `Zoe`. */
  readonly subject: string;
  /** Continues the subject, such as `has got 5 Wood`. */
  readonly did: string;
  /** Likewise for a dry run, such as `would get 5 Wood`. */
  readonly would: string;
  /** Where it is seen in the game, such as `the 5 Wood are in the Items of Zoe`. */
  readonly seen: string;
  /** For a program: what the command of the service returns. */
  readonly details: object;
}
