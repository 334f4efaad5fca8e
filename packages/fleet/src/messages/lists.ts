import { FLEET_BAN, FLEET_LIST } from '@palatine/contract';
import { Type } from '@palatine/contract/schema-builders';
import type { Static } from 'typebox';
import { type MessageOf, message, type WorldKey } from './protocol.ts';

/** The time of a change in a shared bucket: ms since 1970, which only grows. */
const CHANGE = { t: Type.Integer({ minimum: 1 }) };

/** The subject of an entry: a UserId as the game writes it, or an address in its canonical spelling. */
export type ListSubject = Pick<ListEntry, 'Kind' | 'Id'>;

/** A local ban of a world, or an entry of a shared list. */
const BAN = { ...FLEET_BAN, Active: Type.Boolean() };
export const WorldBan = Type.Object(BAN);
export type WorldBan = Static<typeof WorldBan>;

/** An entry of a shared list; on a list of kind `Allow` it says who may play. One that has ended stays as a record. */
const listEntry = message({ ...BAN, ...CHANGE });
export type ListEntry = MessageOf<typeof listEntry>;

/** The definition of a shared list; not `Active` once it was deleted. */
const listDefinition = message({
  ...FLEET_LIST,
  Active: Type.Boolean(),
  /** Entries that are not newer belong to an earlier list of the same name, and are ignored. */
  Since: Type.Integer({ minimum: 0 }),
  ...CHANGE,
});
export type ListDefinition = MessageOf<typeof listDefinition>;

/** Which ban of a world an operator has accepted or declined for a list: a later one of the same player is offered. */
const listDecision = message({ BannedAt: Type.String({ maxLength: 40 }), ...CHANGE });
export type ListDecision = MessageOf<typeof listDecision>;

export type ListValue = ListDefinition | ListEntry | ListDecision;

export function isListName(text: string): boolean {
  return /^[a-z0-9-]{1,32}$/.test(text);
}

// Keys: `<list>.list` for the definition of a list, `<list>.u.<id>` and `<list>.ip.<id>` for its entries,
// `_decided.<list>.<world>.<u or ip>.<id>` for decisions. Ids are written in base64url.

const KIND_TOKENS = { User: 'u', IP: 'ip' } as const;
const DECIDED = '_decided';

export const definitionKey = (list: string) => `${list}.list`;
export const listPrefix = (list: string) => `${list}.`;
export const decisionPrefix = (list: string) => `${DECIDED}.${list}.`;
const subjectKey = ({ Kind, Id }: ListSubject) =>
  `${KIND_TOKENS[Kind]}.${Buffer.from(Id).toString('base64url')}`;
export const entryKey = (list: string, subject: ListSubject) => `${list}.${subjectKey(subject)}`;
export const decisionKey = (list: string, world: WorldKey, subject: ListSubject) =>
  `${decisionPrefix(list)}${world}.${subjectKey(subject)}`;

/** The codec of a key; undefined for a key that this version does not know. */
export function listCodec(key: string) {
  const [list = '', kind = ''] = key.split('.');
  if (list === DECIDED) return listDecision;
  if (!isListName(list)) return undefined;
  if (kind === 'list') return listDefinition;
  return kind === 'u' || kind === 'ip' ? listEntry : undefined;
}

export function isActiveAt(
  { Active, Expires }: Pick<ListEntry, 'Active' | 'Expires'>,
  nowMs: number,
): boolean {
  return Active && (Expires === undefined || Date.parse(Expires) > nowMs);
}
