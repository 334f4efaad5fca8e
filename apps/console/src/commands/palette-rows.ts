import { searchKey } from '@palatine/contract';
import { rankText } from '../data/catalogue-search.ts';
import type { IconShape } from '../kit/Button.tsx';
import type { Texts } from '../texts/texts.ts';
import { type Command, type HitKind, keysOf, type PaletteHit, type Subject } from './registry.ts';

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
interface TargetedQuery {
  readonly command: Command;
  readonly target: NonNullable<Command['target']>;
  /** The text that looks for the target; '' while only the action is typed. */
  readonly term: string;
}

/** The names of a command: its text, and the words that people type for it. */
function namesOf({ id, text, words = '' }: Command, others: CommandWords): readonly string[] {
  return [text.replace(/\s*…$/, ''), ...`${words}, ${others[id] ?? ''}`.split(', ')].filter(
    (name) => name !== '',
  );
}

type CommandWords = Readonly<Record<string, string>>;

/** The actions that a text begins with, and what is left of it for their targets. */
export function targetedQueries(
  commands: readonly Command[],
  term: string,
  words: CommandWords,
): readonly TargetedQuery[] {
  const key = searchKey(term);
  return commands.flatMap((command) => {
    const { target } = command;
    if (target === undefined || command.blocked !== undefined) return [];
    const rests = namesOf(command, words).flatMap((name) => restAfter(key, searchKey(name)) ?? []);
    const rest = rests.sort((a, b) => a.length - b.length)[0];
    return rest === undefined ? [] : [{ command, target, term: rest }];
  });
}

/** The rest of a text after an action: whole words of it, or the action at its very beginning. */
function restAfter(key: string, action: string): string | undefined {
  if (key === action) return '';
  if (key.startsWith(`${action} `)) return key.slice(action.length).trim();
  const [first = '', ...rest] = key.split(' ');
  // A word that begins the action is enough once something follows it: "ki zo".
  return rest.length > 0 && first.length > 1 && action.startsWith(first) ? rest.join(' ') : undefined;
}

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

export interface PaletteRow {
  /** Recent rows are remembered by it. */
  readonly key: string;
  readonly group: keyof Texts['commands']['kinds'];
  readonly text: string;
  readonly term: string;
  readonly note?: string | undefined;
  readonly icon?: IconShape | undefined;
  readonly keys?: string | undefined;
  readonly blocked?: string | undefined;
  readonly score: number;
  /** The text of the next step, for an action that has no target yet. */
  readonly next?: string | undefined;
  /** The text that Tab puts in place of what is typed. */
  readonly fill?: string | undefined;
  run(): void;
}

/** Rows of one group while everything is searched, and while a prefix narrows it. */
const FEW = 6;
const MANY = 50;

interface PaletteGroup {
  readonly id: PaletteRow['group'];
  readonly rows: readonly PaletteRow[];
}

interface PaletteContents {
  readonly query: PaletteQuery;
  readonly commands: readonly Command[];
  readonly words: CommandWords;
  readonly hits: readonly PaletteHit[];
  readonly subject: Subject | undefined;
  /** Keys of the rows that were chosen before, newest first. */
  readonly recent: readonly string[];
}

/** The groups of the palette, best first. Without a text: recent choices, actions of the page, pages. */
export function paletteGroups(contents: PaletteContents): readonly PaletteGroup[] {
  const { query, commands } = contents;
  const listed = commands.filter(
    ({ group, listed: isListed = true }) => isListed && (group === 'pages' ? query.pages : query.actions),
  );
  if (query.term === '') return whenEmpty(contents, listed);
  const rows = [...commandRows(contents, listed), ...targetedRows(contents, listed), ...hitRows(contents)];
  const limit = query.kinds === undefined ? FEW : MANY;
  return grouped(rows)
    .map(({ id, rows }) => ({ id, rows: rows.toSorted((a, b) => b.score - a.score).slice(0, limit) }))
    .sort((a, b) => (b.rows[0]?.score ?? 0) - (a.rows[0]?.score ?? 0));
}

function whenEmpty(
  { subject, hits, query, recent }: PaletteContents,
  listed: readonly Command[],
): readonly PaletteGroup[] {
  const rows = listed.map((command) => commandRow(command, 0, '', subject));
  if (query.kinds !== undefined && query.kinds.size > 0) {
    return grouped(hits.filter(({ kind }) => query.kinds?.has(kind)).map((hit) => hitRow(hit, 0, '')));
  }
  const again = recent.flatMap((key) => rows.find((row) => row.key === key) ?? []).slice(0, FEW);
  const others = rows.filter((row) => !again.includes(row));
  const groups = grouped(others).toSorted((a, b) => Number(b.id === 'action') - Number(a.id === 'action'));
  return again.length === 0 ? groups : [{ id: 'recent', rows: again }, ...groups];
}

function grouped(rows: readonly PaletteRow[]): PaletteGroup[] {
  const best = new Map<string, PaletteRow>();
  for (const row of rows) if ((best.get(row.key)?.score ?? -1) < row.score) best.set(row.key, row);
  return [...Map.groupBy(best.values(), ({ group }) => group)].map(([id, rows]) => ({ id, rows }));
}

function commandRows({ query: { term }, words }: PaletteContents, listed: readonly Command[]): PaletteRow[] {
  const key = searchKey(term);
  if (key === '') return [];
  const rows = listed.map((command) => {
    const scores = namesOf(command, words).map((name) => rankText(searchKey(name), key));
    return commandRow(command, Math.max(...scores), term);
  });
  return rows.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
}

/** "Kick Zoe…" for "kick zo", and for "kick" on the page of Zoe. */
function targetedRows(
  { query, words, hits, subject }: PaletteContents,
  commands: readonly Command[],
): PaletteRow[] {
  return targetedQueries(commands, query.term, words).flatMap(({ command, target, term }) => {
    const matches = term === '' ? [] : hits.filter(({ kind }) => target.kinds.includes(kind));
    const rows = matches.flatMap((hit) => {
      const score = hitScore(hit, term);
      return score === 0 ? [] : [targetedRow(command, target, hit, score + 1)];
    });
    const fits = subject !== undefined && target.kinds.includes(subject.kind);
    const isMeant = fits && (term === '' || hitScore(subject, term) > 0);
    return isMeant ? [targetedRow(command, target, subject, 7), ...rows] : rows;
  });
}

function hitRows({ query: { term, kinds }, hits }: PaletteContents): PaletteRow[] {
  return hits.flatMap((hit) => {
    const isWanted = hit.run !== undefined && (kinds === undefined || kinds.has(hit.kind));
    const score = isWanted ? hitScore(hit, term) : 0;
    return score === 0 ? [] : [hitRow(hit, score, term)];
  });
}

/** The row of a command; `about`: what the page is about, which the action then means. */
function commandRow(command: Command, score: number, term: string, about?: Subject): PaletteRow {
  const { id, text, icon, blocked, group, target } = command;
  const means = about !== undefined && target?.kinds.includes(about.kind) ? about : undefined;
  return {
    key: `command ${id}`,
    group: group === 'pages' ? 'page' : 'action',
    text: means !== undefined && target !== undefined ? target.text(means.name) : text,
    term,
    icon,
    keys: keysOf(command)[0],
    blocked,
    score,
    next: target !== undefined && means === undefined ? `${text.replace(/\s*…$/, '')} ` : undefined,
    run: () => (means === undefined ? void command.run() : target?.run(means)),
  };
}

function targetedRow(
  { id, icon }: Command,
  target: NonNullable<Command['target']>,
  hit: PaletteHit,
  score: number,
): PaletteRow {
  return {
    key: `command ${id} ${hit.id}`,
    group: 'action',
    text: target.text(hit.name),
    term: '',
    note: hit.note,
    icon,
    score,
    run: () => target.run(hit),
  };
}

function hitRow(hit: PaletteHit, score: number, term: string): PaletteRow {
  const { kind, id, name, note, icon, fill } = hit;
  const key = `${kind} ${id}`;
  return { key, group: kind, text: name, term, note, icon, fill, score, run: () => hit.run?.() };
}

/** How well a hit fits a text: what its source says, or its name or id. */
function hitScore({ name, id, score = 0, foundBy }: PaletteHit, term: string): number {
  const key = searchKey(term);
  const own = Math.max(rankText(searchKey(name), key), rankText(searchKey(id), key));
  return foundBy === undefined || searchKey(foundBy) === key ? Math.max(own, score) : own;
}
