import { searchKey } from '@palatine/contract';
import { rankText } from '../data/catalogue-search.ts';
import type { IconShape } from '../kit/Icon.tsx';
import type { Texts } from '../texts/texts.ts';
import type { PaletteHit } from './palette-hit.ts';
import { type Command, keysOf } from './registry.ts';
import type { Subject } from './subject.ts';

/** A line of the palette. */
export interface PaletteRow {
  /** Recent rows are remembered by it. */
  readonly key: string;
  readonly group: keyof Texts['commands']['kinds'];
  readonly text: string;
  /** What is marked in it. */
  readonly wanted: string;
  readonly note?: string | undefined;
  readonly icon?: IconShape | undefined;
  readonly keys?: string | undefined;
  readonly blocked?: string | undefined;
  readonly score: number;
  /** The text of the next step, for an action that has no target yet. */
  readonly next?: string | undefined;
  run(): void;
}

/** The row of a command; `about`: what the page is about, which the action then means. */
export function commandRow(command: Command, score: number, wanted: string, about?: Subject): PaletteRow {
  const { id, text, icon, blocked, group, target } = command;
  const means = about !== undefined && target?.kinds.includes(about.kind) ? about : undefined;
  return {
    key: `command ${id}`,
    group: group === 'pages' ? 'page' : 'action',
    text: means !== undefined && target !== undefined ? target.text(means.name) : text,
    wanted,
    icon,
    keys: keysOf(command)[0],
    blocked,
    score,
    next: target !== undefined && means === undefined ? `${text.replace(/\s*…$/, '')} ` : undefined,
    run: () => (means === undefined ? void command.run() : target?.run(means)),
  };
}

/** The row of an action with its target: "Kick Zoe…". */
export function targetedRow(
  { id, icon }: Command,
  target: NonNullable<Command['target']>,
  hit: PaletteHit,
  score: number,
): PaletteRow {
  return {
    key: `command ${id} ${hit.id}`,
    group: 'action',
    text: target.text(hit.name),
    wanted: '',
    note: hit.note,
    icon,
    score,
    run: () => target.run(hit),
  };
}

/** The row of something that was found. */
export function hitRow(hit: PaletteHit, score: number, wanted: string): PaletteRow {
  const { kind, id, name, note, icon } = hit;
  return { key: `${kind} ${id}`, group: kind, text: name, wanted, note, icon, score, run: () => hit.run?.() };
}

/** How well a hit fits a text: what its source says, or its name or id. */
export function hitScore({ name, id, score = 0, foundBy }: PaletteHit, wanted: string): number {
  const key = searchKey(wanted);
  const own = Math.max(rankText(searchKey(name), key), rankText(searchKey(id), key));
  return foundBy === undefined || searchKey(foundBy) === key ? Math.max(own, score) : own;
}
