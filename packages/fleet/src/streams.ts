/** A stream of JetStream that a fleet keeps. */
export interface FleetStream {
  readonly name: string;
  readonly subjects: readonly string[];
  /** How long it keeps a message, in days; 0 for ever. */
  readonly keptDays: number;
  /** Keeps only the newest message of a subject. */
  readonly newestOnly: boolean;
}

/** Nothing lives in these alone: worlds fill EVENTS, AUDIT and ROSTER again, gateways the buckets. */
export const STREAMS = {
  events: { name: 'EVENTS', subjects: ['e.*'], keptDays: 30, newestOnly: false },
  audit: { name: 'AUDIT', subjects: ['a.*'], keptDays: 400, newestOnly: false },
  roster: { name: 'ROSTER', subjects: ['r.*'], keptDays: 0, newestOnly: true },
  proposals: { name: 'PROPOSALS', subjects: ['l.*.*'], keptDays: 0, newestOnly: true },
} as const satisfies Record<string, FleetStream>;

/** A bucket of keys and values. What gateways put into it is published again, so that worlds need no watcher each. */
export interface FleetBucket {
  readonly name: string;
  /** The first part of the subjects that its changes are published on; '' for none. */
  readonly republished: string;
}

export const BUCKETS = {
  lists: { name: 'LISTS', republished: 'lists' },
  tokens: { name: 'TOKENS', republished: 'tokens' },
  worlds: { name: 'WORLDS', republished: '' },
} as const satisfies Record<string, FleetBucket>;

/** Where the last message of a subject is asked for: a right that a world can be given for its own subjects alone. */
export function lastMessageSubject(stream: string, subject: string): string {
  return `$JS.API.DIRECT.GET.${stream}.${subject}`;
}
