import { FLEET_LIST_ADOPTIONS, FLEET_LIST_KINDS, LIMITS, oneOf } from '@palatine/contract';
import Type from 'typebox';
import { type MessageOf, message } from './message.ts';
import type { WorldKey } from './subjects.ts';

/** Of every value in a shared bucket: the time of its change (ms since 1970), which only grows. */
const CHANGE = { t: Type.Integer({ minimum: 1 }) };

const Name = Type.String({ maxLength: 256 });
/** ISO 8601, UTC, with milliseconds. No leap second: JavaScript cannot read one. */
const Time = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:[0-5]\\d\\.\\d{3}Z$',
  format: 'date-time',
});

/** Whom an entry is about: a UserId as the game writes it, or an address in its canonical spelling. */
const SUBJECT = {
  Kind: oneOf(['User', 'IP'] as const),
  Id: Type.String({ minLength: 1, maxLength: LIMITS.idChars }),
};
export interface ListSubject {
  readonly Kind: 'User' | 'IP';
  readonly Id: string;
}

/** What is known of a ban, at a world or on a list. */
const BAN_FACTS = {
  ...SUBJECT,
  Active: Type.Boolean(),
  Reason: Type.String({ maxLength: LIMITS.reasonChars }),
  BannedBy: Name,
  BannedAt: Time,
  UnbannedBy: Type.Optional(Name),
  UnbannedAt: Type.Optional(Time),
  /** From then on it counts no more. An entry keeps it, so that everybody sees why. */
  Expires: Type.Optional(Time),
};

/** A ban that a world has given by itself. */
export const WorldBan = Type.Object(BAN_FACTS);

/** An entry of a shared list; on a list of kind `Allow` it says who may play. */
export const listEntry = message({ ...BAN_FACTS, ...CHANGE });
export type ListEntry = MessageOf<typeof listEntry>;

/** What a shared list is. */
export const listDefinition = message({
  Kind: oneOf(FLEET_LIST_KINDS),
  Title: Name,
  /** What becomes of bans that a world of the list gives by itself. */
  Adopt: oneOf(FLEET_LIST_ADOPTIONS),
  /** Whether a ban of the list that a world lifts stays lifted there. */
  LocalUnban: Type.Boolean(),
  /** False once the list was deleted. */
  Active: Type.Boolean(),
  ChangedBy: Name,
  /** Entries that are not newer belong to an earlier list of the same name, and do not count. */
  Since: Type.Integer({ minimum: 0 }),
  ...CHANGE,
});
export type ListDefinition = MessageOf<typeof listDefinition>;

/** What somebody has decided of a ban that a world offers to a list. */
export const listDecision = message({
  Accepted: Type.Boolean(),
  By: Name,
  /** Of the ban that was decided: a later one of the same world is offered anew. */
  BannedAt: Type.String({ maxLength: 40 }),
  ...CHANGE,
});
export type ListDecision = MessageOf<typeof listDecision>;

/** A value of the bucket LISTS. */
export type ListValue = ListDefinition | ListEntry | ListDecision;

const LIST_NAME = /^[a-z0-9-]{1,32}$/;

export function isListName(text: string): boolean {
  return LIST_NAME.test(text);
}

// Keys: `<list>.list` for what a list is, `<list>.u.<id>` and `<list>.ip.<id>` for its entries,
// `_decided.<list>.<world>.<u or ip>.<id>` for decisions. Ids are written in base64url.

const KIND_TOKENS = { User: 'u', IP: 'ip' } as const;
const DECIDED = '_decided';

export function definitionKey(list: string): string {
  return `${list}.list`;
}

export function entryKey(list: string, { Kind, Id }: ListSubject): string {
  return `${list}.${KIND_TOKENS[Kind]}.${Buffer.from(Id).toString('base64url')}`;
}

export function decisionKey(list: string, world: WorldKey, { Kind, Id }: ListSubject): string {
  return `${DECIDED}.${list}.${world}.${KIND_TOKENS[Kind]}.${Buffer.from(Id).toString('base64url')}`;
}

/** Before the keys of a list. */
export function listPrefix(list: string): string {
  return `${list}.`;
}

/** The kind of value that stands under a key; undefined for a key that this version does not know. */
export function listCodec(key: string) {
  const [list = '', kind = ''] = key.split('.');
  if (list === DECIDED) return listDecision;
  if (!isListName(list)) return undefined;
  if (kind === 'list') return listDefinition;
  return kind === 'u' || kind === 'ip' ? listEntry : undefined;
}

/** Whether an entry counts at this moment. */
export function isInForce(
  { Active, Expires }: Pick<ListEntry, 'Active' | 'Expires'>,
  nowMs: number,
): boolean {
  return Active && (Expires === undefined || Date.parse(Expires) > nowMs);
}

/** Whether an entry is older than its list, or than the deletion of its list. */
export function isPast({ t }: Pick<ListEntry, 't'>, { Active, Since, t: changed }: ListDefinition): boolean {
  return t <= (Active ? Since : changed);
}

/** By UTF-16 units, the same on every machine. */
export function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
