import { searchKey } from '@palatine/contract';
import { rankText } from '../data/catalogue-search.ts';
import type { HitKind } from './palette-hit.ts';
import type { Command } from './registry.ts';

export interface PaletteQuery {
  readonly term: string;
  readonly pages: boolean;
  readonly actions: boolean;
  /** Kinds that it is narrowed to; undefined: all. */
  readonly kinds: ReadonlySet<HitKind> | undefined;
}

/** The first letter of the text narrows what is looked for. */
export const PREFIXES: Readonly<Record<string, readonly HitKind[]>> = {
  '>': [],
  '@': ['player'],
  '#': ['guild', 'base'],
  ':': ['item'],
  '~': ['species', 'pal'],
};

export function parsePaletteText(text: string): PaletteQuery {
  const trimmed = text.trimStart();
  const prefix = trimmed.slice(0, 1);
  const kinds = Object.hasOwn(PREFIXES, prefix) ? PREFIXES[prefix] : undefined;
  if (kinds === undefined) return { term: trimmed.trim(), pages: true, actions: true, kinds: undefined };
  return { term: trimmed.slice(1).trim(), pages: false, actions: prefix === '>', kinds: new Set(kinds) };
}

/** An action and its possible targets: "kick zo" kicks a player whose name begins with zo. */
export interface TargetedQuery {
  readonly command: Command;
  readonly target: NonNullable<Command['target']>;
  /** The text that looks for the target; '' while only the action is typed. */
  readonly term: string;
}

/** The actions that a text begins with, and what is left of it for their targets. */
export function targetedQueries(commands: readonly Command[], term: string): readonly TargetedQuery[] {
  const key = searchKey(term);
  return commands.flatMap((command) => {
    const { target, text } = command;
    if (target === undefined || command.blocked !== undefined) return [];
    const rest = restAfter(key, searchKey(text.replace(/…$/, '')));
    return rest === undefined ? [] : [{ command, target, term: rest }];
  });
}

/** The rest of a text after an action: whole words of it, or the action at its very beginning. */
function restAfter(key: string, action: string): string | undefined {
  if (key === action) return '';
  if (key.startsWith(action)) return key.slice(action.length).trim();
  const [first = '', ...rest] = key.split(' ');
  // A word that begins the action is enough once something follows it: "ki zo".
  return rest.length > 0 && first.length > 1 && action.startsWith(first) ? rest.join(' ') : undefined;
}

/** The places of the texts that fit, best first as `rankText` has it; those of the same worth keep their order. */
export function matchTexts(texts: readonly string[], term: string): { at: number; score: number }[] {
  const key = searchKey(term);
  if (key === '') return [];
  return texts
    .map((text, at) => ({ at, score: rankText(searchKey(text), key) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
}

/** A text in parts, with the first place marked that has what was looked for. */
export function markedParts(text: string, term: string): readonly { text: string; marked: boolean }[] {
  const key = term.trim().toLowerCase();
  const lower = text.toLowerCase();
  const at = key === '' || lower.length !== text.length ? -1 : lower.indexOf(key);
  if (at < 0) return [{ text, marked: false }];
  const end = at + key.length;
  return [
    { text: text.slice(0, at), marked: false },
    { text: text.slice(at, end), marked: true },
    { text: text.slice(end), marked: false },
  ].filter((part) => part.text !== '');
}
