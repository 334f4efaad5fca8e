import { LIMITS, oneOf } from '@palatine/contract';
import Type, { type Static } from 'typebox';
import { ListStamp } from './stamp.ts';

const ENTRY_KINDS = ['User', 'IP'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Whom an entry is about: a UserId as the game writes it, or an address in its canonical spelling. */
export const LIST_SUBJECT = {
  Kind: oneOf(ENTRY_KINDS),
  Id: Type.String({ minLength: 1, maxLength: LIMITS.idChars }),
};
const Subject = Type.Object(LIST_SUBJECT);
export type ListSubject = Static<typeof Subject>;

/** The longest name of a token, a world or a person. */
const NAME_CHARS = 256;
const Name = Type.String({ maxLength: NAME_CHARS });
/** ISO 8601, UTC, with milliseconds. No leap second: JavaScript cannot read one. */
const Time = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:[0-5]\\d\\.\\d{3}Z$',
  format: 'date-time',
});

/** What is known of a ban, whichever list it may come to stand on. */
export const BAN_FACTS = {
  Active: Type.Boolean(),
  Reason: Type.String({ maxLength: LIMITS.reasonChars }),
  BannedBy: Name,
  BannedAt: Time,
  UnbannedBy: Type.Optional(Name),
  UnbannedAt: Type.Optional(Time),
  /** From then on it counts no more. An entry keeps it, so that everybody sees why. */
  Expires: Type.Optional(Time),
};

/** An entry of a shared list; on a list of kind `Allow` it says who may play. */
export const LIST_ENTRY = { ...LIST_SUBJECT, ...BAN_FACTS, t: ListStamp };
const Entry = Type.Object(LIST_ENTRY);
export type ListEntry = Static<typeof Entry>;

/** Whether an entry counts at this moment. */
export function isInForce(
  { Active, Expires }: Pick<ListEntry, 'Active' | 'Expires'>,
  nowMs: number,
): boolean {
  return Active && (Expires === undefined || Date.parse(Expires) > nowMs);
}
