import { styleText } from 'node:util';
import { formatJson } from '../data-folder/read-json.ts';
import type { Progress } from '../maintenance/make-world.ts';

type Style = Parameters<typeof styleText>[0];

/** Prints lines for a person, or with `--json` one JSON value for a program. */
export interface Terminal {
  json: boolean;
  /** Lines for a person, on standard output. */
  print(...lines: string[]): void;
  /** The value for a program, on standard output. */
  printJson(value: unknown): void;
  /** A warning, on standard error. */
  warn(line: string): void;
  /** Colours the text where standard output is a terminal that supports it. */
  paint(style: Style, text: string): string;
  /** Shows the progress of long work: a bar on a terminal, else one line for each step. */
  progress(): ProgressShown;
}

export interface ProgressShown extends Disposable {
  show(progress: Progress): void;
}

const WIDTH = 30;
const REDRAW_MS = 100;

export function terminal({ json }: { json: boolean }): Terminal {
  const { stdout, stderr } = process;
  return {
    json,
    print: (...lines) => {
      if (!json) for (const line of lines) stdout.write(`${line}\n`);
    },
    printJson: (value) => {
      if (json) stdout.write(formatJson(value));
    },
    warn: (line) => {
      stderr.write(`${styleText('yellow', 'warning:', { stream: stderr })} ${line}\n`);
    },
    paint: (style, text) => styleText(style, text, { stream: stdout }),
    progress: () => {
      if (json) return { show() {}, [Symbol.dispose]() {} };
      return stderr.isTTY ? bar() : steps();
    },
  };
}

/** One line, redrawn. */
function bar(): ProgressShown {
  const { stderr } = process;
  let now: Progress | undefined;
  let since = performance.now();
  const draw = () => {
    if (now !== undefined) stderr.write(`\r\x1b[2K${barText(now, performance.now() - since)}`);
  };
  const timer = setInterval(draw, REDRAW_MS);
  return {
    show(progress) {
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

function steps(): ProgressShown {
  let shown = '';
  return {
    show({ doing }) {
      if (doing !== shown) process.stderr.write(`${doing} …\n`);
      shown = doing;
    },
    [Symbol.dispose]() {},
  };
}

/** Aligns columns, each as wide as its widest entry. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [at, text] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, text.length);
  }
  return rows.map((row) =>
    row
      .map((text, at) => text.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

export function bytesText(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  let amount = bytes;
  let unit = 0;
  while (amount >= 1024 && unit < units.length - 1) {
    amount /= 1024;
    unit++;
  }
  return `${unit === 0 ? amount : amount.toFixed(1)} ${units[unit]}`;
}
