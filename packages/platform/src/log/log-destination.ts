import { constants, openSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { styleText } from 'node:util';
import { visibleJson, visibleText } from '@palatine/contract';

const MAX_LINE_BYTES = 16 * 1024;
/** In JSON within JSON, each takes at most 3 bytes. */
const CUT_CHARS = MAX_LINE_BYTES / 4;

/** Beginning of each log line, and of those of this file. */
const HEAD = /^\{"level":\d+,"time":\d+/;
const WARN_LEVEL = 40;

/** Bounds and escapes log lines. The first one after a gap reports how many are missing. `format` renders each. */
export function logDestination(output: StandardOutput, format: (line: string) => string = (line) => line) {
  let dropped = 0;
  let missing = 0;

  function writeGap(): boolean {
    if (missing > 0 && output.write(format(gapLine(missing)))) missing = 0;
    return missing === 0;
  }

  return {
    write(line: string): void {
      if (writeGap() && output.write(format(bounded(line)))) return;
      dropped++;
      missing++;
    },
    get dropped(): number {
      return dropped;
    },
  };
}

export type LogDestination = ReturnType<typeof logDestination>;

function gapLine(missing: number): string {
  const fields = { level: WARN_LEVEL, time: Date.now(), pid: process.pid, name: 'palatine', missing };
  return `${JSON.stringify({ ...fields, msg: 'log lines are missing here: they could not be written' })}\n`;
}

/** The escaped line; if too long, a line with its level, time and beginning. */
function bounded(line: string): string {
  if (line.length > MAX_LINE_BYTES) return cut(line);
  const visible = visibleJson(line);
  return Buffer.byteLength(visible) > MAX_LINE_BYTES ? cut(line) : visible;
}

function cut(line: string): string {
  const head = HEAD.exec(line)?.[0] ?? `{"level":${WARN_LEVEL},"time":${Date.now()}`;
  const beginning = visibleJson(line.slice(0, CUT_CHARS)).slice(0, CUT_CHARS);
  const fields = { pid: process.pid, name: 'palatine', msg: 'a log line was too long', beginning };
  return `${head},${JSON.stringify(fields).slice(1)}\n`;
}

/** Standard output (1) or error (2), written synchronously. Never throws or blocks. */
export interface StandardOutput {
  /** @returns whether the whole text was written; failures are dropped. */
  write(text: string): boolean;
}

/**
 * Opens a standard stream for writes that cannot end or stall the process: a closed reader, a full disk and a
 * closed terminal drop the text, and so does a reader that does not read.
 *
 * Not `pino.destination`: it keeps a line that failed and repeats it with the next one, so nobody can count it or drop
 * on a full disk; after an EPIPE it silently writes nothing any more; its retry of an EAGAIN blocks the
 * process for 100 ms; and its flush at a fatal line repeats an EIO or ENOSPC for ever.
 */
export function openOutput(fd: 1 | 2): StandardOutput {
  const target = nonBlocking(fd);
  let torn = false;
  return {
    write(text) {
      const bytes = Buffer.from(torn ? `\n${text}` : text);
      let at = 0;
      try {
        while (at < bytes.length) at += writeSync(target, bytes, at);
      } catch {
        // Dropped: the caller counts it.
      }
      if (at > 0) torn = at < bytes.length;
      return at === bytes.length;
    },
  };
}

/** A descriptor of the stream whose writes fail with EAGAIN instead of blocking. */
function nonBlocking(fd: 1 | 2): number {
  try {
    // Node makes pipes and sockets non-blocking as it opens the stream. The listener is for other writers.
    const stream = fd === 1 ? process.stdout : process.stderr;
    stream.on('error', () => {});
    // A terminal stays blocking: Ctrl-S would stop the service. Linux reopens it with its own flags.
    if (!isatty(fd)) return fd;
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return fd; // not Linux, a terminal of another user, or one that is closed already
  }
}

type Style = Parameters<typeof styleText>[0];

const LEVELS: Readonly<Record<number, { name: string; style: Style }>> = {
  10: { name: 'trace', style: 'gray' },
  20: { name: 'debug', style: 'gray' },
  30: { name: 'info', style: 'green' },
  40: { name: 'warn', style: 'yellow' },
  50: { name: 'error', style: 'red' },
  60: { name: 'fatal', style: 'red' },
};

interface LogLine {
  level: number;
  time: number;
  msg?: string;
  [field: string]: unknown;
}

/** Renders a JSON line for people: time, level, message and fields, with the stack of an error below. */
export function logText({ colors }: { colors: boolean }): (line: string) => string {
  const paint = (style: Style, text: string) =>
    colors ? styleText(style, text, { validateStream: false }) : text;
  return (line) => {
    const { level, time, msg = '', err, ...others } = JSON.parse(line) as LogLine; // written by pino
    const { pid, hostname, name: service, ...fields } = others;
    const { name, style } = LEVELS[level] ?? { name: `${level}`, style: 'gray' };
    const texts = Object.entries(fields).map(([key, value]) => visibleText(`${key}=${fieldText(value)}`));
    const at = new Date(time).toLocaleString('sv-SE'); // 2026-11-22 03:52:42
    const head = `${paint('gray', at)} ${paint(style, name.padEnd(5))} ${visibleText(msg)}`;
    const tail = texts.length === 0 ? '' : `  ${paint('gray', texts.join(' '))}`;
    return `${[`${head}${tail}`, ...errorLines(err)].join('\n')}\n`;
  };
}

function fieldText(value: unknown): string {
  return typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
}

/** The stack of an error, or what is left of it. */
function errorLines(error: unknown): string[] {
  if (error === undefined) return [];
  const { stack = fieldText(error) } = error as { stack?: string };
  return stack.split('\n').map((line) => `    ${visibleText(line)}`);
}
