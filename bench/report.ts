import { cpus, loadavg, platform, release, totalmem } from 'node:os';
import type { Spread } from './statistics.ts';

/** The result of a part of the benchmark: text for people, figures for programs. */
export interface PartReport {
  title: string;
  tables: Table[];
  notes: string[];
  goals: Goal[];
  /** For --json. */
  figures: unknown;
}

export interface Table {
  head: string[];
  rows: string[][];
}

export interface Goal {
  what: string;
  wanted: string;
  got: string;
  /** null where it was not measured, as on a busy machine. */
  met: boolean | null;
  /** Least and most of the rounds. */
  spread?: string;
  /** What the machine did besides. */
  machineLoad?: string;
}

export function atLeast(what: string, wanted: number, got: number, unit = ''): Goal {
  return { what, wanted: `>= ${wanted}${unit}`, got: `${short(got)}${unit}`, met: got >= wanted };
}

export function under(what: string, wanted: number, got: number, unit = ''): Goal {
  return { what, wanted: `< ${wanted}${unit}`, got: `${short(got)}${unit}`, met: got < wanted };
}

export function atMost(what: string, wanted: number, got: number, unit = ''): Goal {
  return { what, wanted: `<= ${wanted}${unit}`, got: `${short(got)}${unit}`, met: got <= wanted };
}

/** Three significant digits; whole numbers from 100 up. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return '-';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return value.toPrecision(3).replace(/^(-?\d+\.\d\d)\d+$/, '$1');
}

export function withRange(spread: Spread): string {
  return `${short(spread.median)} (${rangeText(spread)})`;
}

export function rangeText({ least, most }: Spread): string {
  return `${short(least)}-${short(most)}`;
}

export function percent(share: number): string {
  return Number.isFinite(share) ? `${Math.round(share * 100)} %` : '-';
}

/** The report as printed. */
export function toText({ title, tables, notes, goals }: PartReport): string {
  const blocks = [...tables, ...(goals.length > 0 ? [goalTable(goals)] : [])].map(tableText);
  return [`== ${title}`, ...blocks, ...(notes.length > 0 ? [notes.join('\n')] : [])].join('\n\n');
}

/** Spread and load have a column where a goal tells them. */
function goalTable(goals: readonly Goal[]): Table {
  const columns: [head: string, cell: (goal: Goal) => string | undefined][] = [
    ['goal', ({ what }) => what],
    ['wanted', ({ wanted }) => wanted],
    ['measured', ({ got }) => got],
    ['spread', ({ spread }) => spread],
    ['', ({ met }) => verdictOf(met)],
    ['load', ({ machineLoad }) => machineLoad],
  ];
  const filled = columns.filter(([, cell]) => goals.some((goal) => cell(goal) !== undefined));
  return {
    head: filled.map(([head]) => head),
    rows: goals.map((goal) => filled.map(([, cell]) => cell(goal) ?? '')),
  };
}

function verdictOf(met: boolean | null): string {
  if (met === null) return 'not measured';
  return met ? 'met' : 'not met';
}

/** The first column is text, aligned left; the others are figures, aligned right. */
function tableText({ head, rows }: Table): string {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  return lines
    .map((line) =>
      widths
        .map((width, column) => {
          const cell = line[column] ?? '';
          return column === 0 ? cell.padEnd(width) : cell.padStart(width);
        })
        .join('   ')
        .trimEnd(),
    )
    .join('\n');
}

/** The machine the figures were measured on. */
export function machine() {
  return {
    node: process.version,
    system: `${platform()} ${release()}`,
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    load: loadavg()[0] ?? 0,
  };
}
