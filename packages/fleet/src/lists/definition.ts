import { oneOf } from '@palatine/contract';
import Type, { type Static } from 'typebox';
import type { ListEntry } from './entry.ts';
import { compareStamps, ListStamp } from './stamp.ts';

/** `Ban`: nobody on it may play. `Allow`: it adds to the whitelist. */
const LIST_KINDS = ['Ban', 'Allow'] as const;
export type ListKind = (typeof LIST_KINDS)[number];

/** What becomes of bans that a world of the list gives by itself: taken over, kept for somebody to decide, or left. */
const ADOPTIONS = ['Adopt', 'Offer', 'Ignore'] as const;
export type Adoption = (typeof ADOPTIONS)[number];

const LIST_NAME = /^[a-z0-9-]{1,32}$/;

export function isListName(text: string): boolean {
  return LIST_NAME.test(text);
}

/** What a shared list is. */
export const LIST_DEFINITION = {
  Kind: oneOf(LIST_KINDS),
  Title: Type.String({ maxLength: 256 }),
  Adopt: oneOf(ADOPTIONS),
  /** Whether a ban of the list that a world lifts stays lifted there. */
  LocalUnban: Type.Boolean(),
  /** False once the list was deleted. */
  Active: Type.Boolean(),
  ChangedBy: Type.String({ maxLength: 256 }),
  /** Entries that are not newer belong to an earlier list of the same name, and do not count. */
  Since: ListStamp,
  t: ListStamp,
};
const Definition = Type.Object(LIST_DEFINITION);
export type ListDefinition = Static<typeof Definition>;

/** Whether an entry is one of this list, rather than of an earlier or a later one of its name. */
export function belongsTo(entry: Pick<ListEntry, 't'>, definition: ListDefinition): boolean {
  return definition.Active && !isPast(entry, definition);
}

/** Whether an entry is older than the deletion of its list; a newer one is of a new list of that name. */
export function isPast({ t }: Pick<ListEntry, 't'>, { Active, Since, t: changed }: ListDefinition): boolean {
  return compareStamps(t, Active ? Since : changed) <= 0;
}
