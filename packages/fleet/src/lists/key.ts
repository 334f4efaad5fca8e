import { isListName } from './definition.ts';
import type { EntryKind, ListSubject } from './entry.ts';

// The keys of the bucket LISTS: `<list>.list` for what a list is, `<list>.u.<id>` and `<list>.ip.<id>` for its entries,
// `_decided.<list>.<world>.<u or ip>-<id>` for what was decided of offers. No list can be called `_decided`.

const KIND_TOKENS = { User: 'u', IP: 'ip' } as const satisfies Record<EntryKind, string>;
const KINDS: Readonly<Record<string, EntryKind>> = { u: 'User', ip: 'IP' };
const DEFINITION = 'list';
const DECIDED = '_decided';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const PLAIN = /[0-9A-Za-z_-]/;

/** An id as one token of a subject: letters, digits, `_` and `-` as they are, any other byte of UTF-8 as `=` and two digits. */
export function encodeId(id: string): string {
  return Array.from(encoder.encode(id), (byte) => {
    const char = String.fromCharCode(byte);
    return PLAIN.test(char) ? char : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}

/** The id of a token; undefined for a token that `encodeId` does not give. */
export function decodeId(token: string): string | undefined {
  const parts = token.match(/=[0-9A-F]{2}|[0-9A-Za-z_-]/g) ?? [];
  const bytes = parts.map((part) =>
    part.length === 1 ? part.charCodeAt(0) : Number.parseInt(part.slice(1), 16),
  );
  try {
    const id = decoder.decode(new Uint8Array(bytes));
    return id !== '' && encodeId(id) === token ? id : undefined;
  } catch {
    return undefined; // no UTF-8
  }
}

export function definitionKey(list: string): string {
  return `${list}.${DEFINITION}`;
}

export function entryKey(list: string, { Kind, Id }: ListSubject): string {
  return `${list}.${KIND_TOKENS[Kind]}.${encodeId(Id)}`;
}

/** The last token of the subject on which a world offers a ban, and of the key of a decision. */
export function offerKey({ Kind, Id }: ListSubject): string {
  return `${KIND_TOKENS[Kind]}-${encodeId(Id)}`;
}

/** Undefined for a text that `offerKey` does not give. */
export function parseOfferKey(key: string): ListSubject | undefined {
  const at = key.indexOf('-');
  return at === -1 ? undefined : subjectOf(key.slice(0, at), key.slice(at + 1));
}

export function decisionKey(list: string, world: string, subject: ListSubject): string {
  return `${DECIDED}.${list}.${world}.${offerKey(subject)}`;
}

/** What a key of the bucket stands for. */
export type ListKey =
  | { readonly of: 'List'; readonly list: string }
  | { readonly of: 'Entry'; readonly list: string; readonly subject: ListSubject }
  | { readonly of: 'Decision'; readonly list: string; readonly world: string; readonly subject: ListSubject };

/** Undefined for a key of no kind that this version knows. */
export function parseListKey(key: string): ListKey | undefined {
  const [first = '', ...rest] = key.split('.');
  if (first === DECIDED) return parseDecisionKey(rest);
  if (!isListName(first)) return undefined;
  const [kind = '', id = ''] = rest;
  if (rest.length === 1 && kind === DEFINITION) return { of: 'List', list: first };
  const subject = rest.length === 2 ? subjectOf(kind, id) : undefined;
  return subject && { of: 'Entry', list: first, subject };
}

function parseDecisionKey([list = '', world = '', key = '', ...more]: readonly string[]):
  | ListKey
  | undefined {
  const subject = more.length === 0 ? parseOfferKey(key) : undefined;
  return subject && isListName(list) ? { of: 'Decision', list, world, subject } : undefined;
}

function subjectOf(kind: string, token: string): ListSubject | undefined {
  const Kind = KINDS[kind];
  const Id = decodeId(token);
  return Kind === undefined || Id === undefined ? undefined : { Kind, Id };
}
