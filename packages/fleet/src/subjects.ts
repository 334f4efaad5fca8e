import { parseGuid } from '@palatine/contract';

/** The name of a world in its fleet: a GUID, 32 digits in lower case. Given to it when it joins. */
export type WorldKey = string;

const WORLD_KEY = /^[0-9a-f]{32}$/;

export function isWorldKey(text: string): text is WorldKey {
  return WORLD_KEY.test(text);
}

/** The key that any spelling of a GUID stands for; undefined for any other text. */
export function parseWorldKey(text: string): WorldKey | undefined {
  if (isWorldKey(text)) return text;
  return parseGuid(text)?.replaceAll('-', '').toLowerCase();
}

/** What a gateway asks of a world, by the last part of the subject. */
export type WorldVerb = 'call' | 'cancel' | 'snapshot' | 'welcome';

/**
 * The subjects of the account of the worlds. The second part is the world; a world may publish on those of `FROM_WORLD`
 * with its own key, and subscribe to `w.<world>.>`. `instance`: the name that a process of the world takes at its start.
 */
export const SUBJECTS = {
  /** A gateway asks one instance of a world. */
  toWorld: (world: WorldKey, instance: string, verb: WorldVerb | '*') => `w.${world}.${instance}.${verb}`,
  /** A world answers: `answer` is a random name that the gateway gave. */
  answer: (world: WorldKey, answer: string) => `r.${world}.${answer}`,
  /** A world asks for what it lacks of the lists and tokens. */
  changes: (world: WorldKey) => `g.${world}.changes`,
  /** What happened in a world, kept by the stream of the fleet. */
  events: (world: WorldKey) => `e.${world}`,
  audit: (world: WorldKey) => `a.${world}`,
} as const;

/** The world that a subject is of; undefined for a subject without one. */
export function worldOf(subject: string): WorldKey | undefined {
  const key = subject.split('.')[1];
  return key !== undefined && isWorldKey(key) ? key : undefined;
}

/** The stream of events and audit. The worlds and the database of the gateway hold all of it as well. */
export const FLEET_STREAM = { name: 'FLEET', subjects: ['e.*', 'a.*'], keptDays: 30 } as const;

/** The bucket in which each world says every few seconds how it is; a word of a world is forgotten after `keptMs`. */
export const WORLDS_BUCKET = { name: 'WORLDS', keptMs: 15_000 } as const;

/** Buckets that only gateways write. Their changes are published again to the worlds, below `<republished>.`. */
export const SHARED_BUCKETS = {
  lists: { name: 'LISTS', republished: 'lists' },
  tokens: { name: 'TOKENS', republished: 'tokens' },
} as const;
export type SharedBucket = keyof typeof SHARED_BUCKETS;
