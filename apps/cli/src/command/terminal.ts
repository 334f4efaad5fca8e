import { styleText } from 'node:util';
import { visibleJson, visibleText } from '@palatine/contract/visible-text';
import { formatJson, isObject } from '@palatine/platform/json';
import type { Progress } from '@palatine/save-tools/make-world';
import type { Finding } from '@palatine/server/finding';
import type { AttachCheck } from '@palatine/sidecar/attachment';

type Style = Parameters<typeof styleText>[0];

/** One line; in pieces where some are painted. */
export type Line = string | readonly (string | ReturnType<typeof paint>)[];

const WIDTH = 30;
const REDRAW_MS = 100;

export interface Streams {
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream & { isTTY?: boolean };
}

export function terminal({ stdin, stdout, stderr }: Streams, { json }: { json: boolean }) {
  const print = (...lines: Line[]) => {
    if (!json) for (const line of lines) stdout.write(lineText(line, stdout));
  };
  const printJson = (value: unknown) => {
    if (json) stdout.write(visibleJson(formatJson(value)));
  };
  return {
    json,
    print,
    printJson,
    /** Prints the value with --json, else the lines. */
    show: (value: unknown, ...lines: Line[]) => {
      printJson(value);
      print(...lines);
    },
    warn: (line: string) => {
      stderr.write(lineText([paint('yellow', 'warning:'), ' ', line], stderr));
    },
    /** Prints the error of a failed command: on standard error, or as JSON. */
    fail: ([first, ...more]: readonly [string, ...string[]]) => {
      printJson({ error: [first, ...more].join('\n') });
      for (const line of json ? [] : [`palatine: ${first}`, ...more]) stderr.write(lineText(line, stderr));
    },
    /** Shows the progress of long work: a bar on a terminal, else one line for each step. */
    progress: async <T>(work: (show: (progress: Progress) => void) => Promise<T>): Promise<T> => {
      if (json) return work(() => {});
      let last = '';
      const showStep = ({ doing }: Progress) => {
        if (doing !== last) stderr.write(lineText(`${doing} …`, stderr));
        last = doing;
      };
      if (!stderr.isTTY) return work(showStep);
      using progress = bar(stderr);
      return await work(progress.show);
    },
    /** Asks for confirmation on a terminal; false without one. */
    confirm: async (question: string): Promise<boolean> => {
      if (json || !stdin.isTTY || !stderr.isTTY) return false;
      const { createInterface } = await import('node:readline/promises');
      using prompt = createInterface({ input: stdin, output: stderr });
      return /^y(es)?$/i.test((await prompt.question(question)).trim());
    },
  };
}

/** Prints lines, or one JSON value with `--json`, with hidden characters made visible. */
export type Terminal = ReturnType<typeof terminal>;

export function paint(style: Style, text: string) {
  return { style, text };
}

function lineText(line: Line, stream: NodeJS.WritableStream): string {
  const pieces = typeof line === 'string' ? [line] : line;
  const styled = pieces.map((piece) =>
    typeof piece === 'string'
      ? visibleText(piece)
      : styleText(piece.style, visibleText(piece.text), { stream }),
  );
  return `${styled.join('')}\n`;
}

function bar(stderr: NodeJS.WritableStream) {
  let now: Progress | undefined;
  let since = performance.now();
  const draw = () => {
    if (now !== undefined) stderr.write(`\r\x1b[2K${visibleText(barText(now, performance.now() - since))}`);
  };
  // biome-ignore lint/style/noRestrictedGlobals: drawing a bar
  const timer = setInterval(draw, REDRAW_MS);
  return {
    show(progress: Progress) {
      if (progress.doing !== now?.doing) since = performance.now();
      now = progress;
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      if (now !== undefined) stderr.write('\r\x1b[2K');
    },
  };
}

/** The text of the bar, `ms` after the step began. */
export function barText({ doing, done, of }: Progress, ms: number): string {
  if (done === undefined || of === undefined || of === 0) {
    const at = Math.floor(ms / REDRAW_MS) % WIDTH;
    const wandering = `${'░'.repeat(at)}█${'░'.repeat(WIDTH - 1 - at)}`;
    return `${wandering} ${(ms / 1000).toFixed(0).padStart(3)} s  ${doing}`;
  }
  const share = Math.min(1, done / of);
  const filled = Math.round(share * WIDTH);
  const percent = `${Math.floor(share * 100)}`.padStart(3);
  return `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${percent} %  ${doing}`;
}

/** A warning of an import in one line: the file and the place in it, where there is one. */
export function warningText({ file, place, message }: Record<'file' | 'place' | 'message', string>): string {
  return [file, place, message].filter((part) => part !== '').join(': ');
}

export function firstLines(lines: readonly string[], limit: number): readonly string[] {
  const more = lines.length - limit;
  return more > 0 ? [...lines.slice(0, limit), `  … and ${more} more (--json lists all)`] : lines;
}

/** Aligns columns, each as wide as its widest visible entry. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const visible = rows.map((row) => row.map(visibleText));
  const widths: number[] = [];
  for (const row of visible) {
    for (const [at, text] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, cellsOf(text));
  }
  return visible.map((row) =>
    row
      .map((text, at) => text + ' '.repeat((widths[at] ?? 0) - cellsOf(text)))
      .join('  ')
      .trimEnd(),
  );
}

/** Made on first use: it takes 10 ms, and most text is ASCII. */
let characters: Intl.Segmenter | undefined;

/** Characters two cells wide: East Asian letters and emoji. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF01-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}|\uFE0F/u;

/** The cells of a text on a terminal; a letter with its marks, or an emoji of several parts, is one character. */
function cellsOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  let cells = 0;
  characters ??= new Intl.Segmenter();
  for (const { segment } of characters.segment(text)) cells += WIDE.test(segment) ? 2 : 1;
  return cells;
}

const COLORS = { ok: 'green', warn: 'yellow', warning: 'yellow', fail: 'red', missing: 'red' } as const;

/** A finding with the English texts of its sentences, for `--json`. */
export const plainFinding = ({ found, todo, ...finding }: Finding | AttachCheck) => ({
  ...finding,
  found: found.Message,
  ...(todo !== undefined && { todo: todo.Message }),
});

/** Prints a finding, and its remedy below. `width`: of the longest state. */
export function printFinding(finding: Finding | AttachCheck, { print }: Terminal, width = 4): void {
  const { check, state, found, todo } = finding;
  print([paint(COLORS[state], state.padEnd(width)), `  ${check}: ${found.Message}`]);
  if (todo !== undefined) print(`${' '.repeat(width + 2)}→ ${todo.Message}`);
}

type Leaf = readonly [path: string, value: unknown];
type Row = Readonly<Record<string, unknown>>;

/**
 * A value in lines: its lists of records as tables below their names, and every other field with its path. Empty
 * fields are left out. `fields`: of the records, all unless given.
 */
export function answerLines(value: object, fields?: readonly string[]): string[] {
  const leaves = leavesOf(value);
  const tables = leaves.filter(([, leaf]) => isTable(leaf)) as [string, Row[]][]; // as filtered
  const plain = leaves.filter(([, leaf]) => !isTable(leaf) && textOf(leaf) !== '');
  const lines = tables.flatMap(([path, rows]) =>
    tables.length === 1 ? tableLines(rows, fields) : [`${path}:`, ...tableLines(rows, fields), ''],
  );
  return [...lines, ...columns(plain.map(([path, leaf]) => [path, textOf(leaf)]))];
}

/** Records below the names of their fields. */
function tableLines(rows: readonly Row[], fields?: readonly string[]): string[] {
  const records = rows.map((row) => new Map(leavesOf(row)));
  const names = fields ?? [...new Set(records.flatMap((record) => [...record.keys()]))];
  return columns([names, ...records.map((record) => names.map((name) => textOf(record.get(name)) || '-'))]);
}

/** The fields of a value and of the objects in it, each with its path, such as `Save.AgeSeconds`. */
function leavesOf(value: object, prefix = ''): Leaf[] {
  return Object.entries(value).flatMap(([name, field]: [string, unknown]): Leaf[] =>
    isObject(field) ? leavesOf(field, `${prefix}${name}.`) : [[`${prefix}${name}`, field]],
  );
}

function isTable(value: unknown): boolean {
  return Array.isArray(value) && value.some(isObject);
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(' ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return isObject(value) ? JSON.stringify(value) : String(value ?? '');
}
