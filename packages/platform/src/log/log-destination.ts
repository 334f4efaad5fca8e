import { visibleJson } from '@palatine/contract';
import type { StandardOutput } from './standard-output.ts';

/** A longer line is cut. */
const MAX_LINE_BYTES = 16 * 1024;
/** As a JSON string within JSON, each of them takes 3 bytes at most. */
const CUT_CHARS = MAX_LINE_BYTES / 4;

/** How each line of the log begins, and how the lines of this file do. */
const HEAD = /^\{"level":\d+,"time":\d+/;
const WARN_LEVEL = 40;

/**
 * Bounds the lines of the log, makes their hidden characters visible, and counts those that could not be written.
 * The first line after a gap says how many are missing. `format` makes each line of JSON into the text that is written.
 */
export function logDestination(output: StandardOutput, format: (line: string) => string = (line) => line) {
  let dropped = 0;
  let missing = 0;

  function writeGap(): boolean {
    if (missing === 0) return true;
    if (!output.write(format(gapLine(missing)))) return false;
    missing = 0;
    return true;
  }

  return {
    /** Writes one line, or drops and counts it. */
    write(line: string): void {
      if (writeGap() && output.write(format(bounded(line)))) return;
      dropped++;
      missing++;
    },
    /** Lines dropped so far. */
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

/** The line made visible; when that is too long, a line with its level and time that holds its beginning. */
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
