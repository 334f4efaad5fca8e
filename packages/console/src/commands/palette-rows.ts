import { matchTexts } from './match-text.ts';
import type { PaletteHit } from './palette-hit.ts';
import { type PaletteQuery, targetedQueries } from './palette-query.ts';
import { commandRow, hitRow, hitScore, type PaletteRow, targetedRow } from './palette-row.ts';
import type { Command } from './registry.ts';
import type { Subject } from './subject.ts';

/** Rows of one group while everything is searched, and while a prefix narrows it. */
const FEW = 6;
const MANY = 50;

export interface PaletteGroup {
  readonly id: PaletteRow['group'];
  readonly rows: readonly PaletteRow[];
}

export interface PaletteContents {
  readonly query: PaletteQuery;
  readonly commands: readonly Command[];
  readonly hits: readonly PaletteHit[];
  readonly subject: Subject | undefined;
  /** Keys of the rows that were chosen before, newest first. */
  readonly recent: readonly string[];
}

/** The groups of the palette, best first. Without a text: recent choices, actions of the page, pages. */
export function paletteGroups(contents: PaletteContents): readonly PaletteGroup[] {
  const { query, commands, recent } = contents;
  const wanted = commands.filter(({ group }) => (group === 'pages' ? query.pages : query.actions));
  const listed = wanted.filter(({ listed: isListed = true }) => isListed);
  if (query.wanted === '') return whenEmpty(contents, listed, recent);
  const rows = [
    ...commandRows(listed, query.wanted),
    ...targetedRows(contents, wanted), // also those that stand nowhere until their target is named
    ...hitRows(contents),
  ];
  const limit = query.kinds === undefined ? FEW : MANY;
  return grouped(rows)
    .map(({ id, rows }) => ({ id, rows: rows.toSorted(byScore).slice(0, limit) }))
    .sort((a, b) => (b.rows[0]?.score ?? 0) - (a.rows[0]?.score ?? 0));
}

function whenEmpty(
  { subject, hits, query }: PaletteContents,
  listed: readonly Command[],
  recent: readonly string[],
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

function byScore(a: PaletteRow, b: PaletteRow): number {
  return b.score - a.score;
}

function grouped(rows: readonly PaletteRow[]): PaletteGroup[] {
  const groups = new Map<PaletteRow['group'], Map<string, PaletteRow>>();
  for (const row of rows) {
    const group = groups.get(row.group) ?? new Map<string, PaletteRow>();
    if ((group.get(row.key)?.score ?? -1) < row.score) group.set(row.key, row);
    groups.set(row.group, group);
  }
  return [...groups].map(([id, found]) => ({ id, rows: [...found.values()] }));
}

function commandRows(listed: readonly Command[], wanted: string): PaletteRow[] {
  const texts = listed.flatMap(({ text, words = '' }, at) => [
    { at, text },
    { at, text: words },
  ]);
  return matchTexts(
    texts.map(({ text }) => text),
    wanted,
  ).flatMap(({ at, score }) => {
    const command = listed[texts[at]?.at ?? -1];
    return command === undefined ? [] : [commandRow(command, score, wanted)];
  });
}

/** "Kick Zoe…" for "kick zo", and for "kick" on the page of Zoe. */
function targetedRows({ query, hits, subject }: PaletteContents, wanted: readonly Command[]): PaletteRow[] {
  return targetedQueries(wanted, query.wanted).flatMap(({ command, target, wanted }) => {
    const found = wanted === '' ? [] : hits.filter(({ kind }) => target.kinds.includes(kind));
    const rows = found.flatMap((hit) => {
      const score = hitScore(hit, wanted);
      return score === 0 ? [] : [targetedRow(command, target, hit, score + 1)];
    });
    const fits = subject !== undefined && target.kinds.includes(subject.kind);
    const isMeant = fits && (wanted === '' || hitScore(subject, wanted) > 0);
    return isMeant ? [targetedRow(command, target, subject, 7), ...rows] : rows;
  });
}

function hitRows({ query: { wanted, kinds }, hits }: PaletteContents): PaletteRow[] {
  return hits.flatMap((hit) => {
    const isWanted = hit.run !== undefined && (kinds === undefined || kinds.has(hit.kind));
    const score = isWanted ? hitScore(hit, wanted) : 0;
    return score === 0 ? [] : [hitRow(hit, score, wanted)];
  });
}
