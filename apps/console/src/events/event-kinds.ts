import type { Texts } from '../texts/texts.ts';

/** Kinds of events that a person filters by. */
export type EventKind = keyof Texts['events']['kinds'];

const KINDS: Readonly<Record<string, EventKind>> = {
  player: 'players',
  pal: 'players',
  items: 'players',
  grant: 'giving',
  technologies: 'giving',
  summoned: 'giving',
  delivery: 'giving',
  punishment: 'moderation',
  whitelist: 'moderation',
  enforcement: 'moderation',
  identity: 'moderation',
  message: 'messages',
  guild: 'bases',
  base: 'bases',
};

/** The kind of an event type; whatever has no other is about the service. */
export function kindOf(type: string): EventKind {
  const [subject = ''] = type.split('.');
  return Object.hasOwn(KINDS, subject) ? (KINDS[subject] ?? 'service') : 'service';
}
