import { styleText } from 'node:util';
import { visibleText } from '@palatine/contract';

type Style = Parameters<typeof styleText>[0];

/** The levels of pino, as a person reads them. */
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

/** Makes a line of JSON into one for a person: time, level, message and fields, with the stack of an error below. */
export function logText({ colours }: { colours: boolean }): (line: string) => string {
  const paint = (style: Style, text: string) =>
    colours ? styleText(style, text, { validateStream: false }) : text;
  return (line) => {
    const { level, time, msg = '', err, ...others } = JSON.parse(line) as LogLine; // written by pino
    const { pid, hostname, name: service, ...fields } = others;
    const { name, style } = LEVELS[level] ?? { name: `${level}`, style: 'gray' };
    const shown = Object.entries(fields).map(([key, value]) => visibleText(`${key}=${fieldText(value)}`));
    const head = `${paint('gray', localTime(time))} ${paint(style, name.padEnd(5))} ${visibleText(msg)}`;
    const tail = shown.length === 0 ? '' : `  ${paint('gray', shown.join(' '))}`;
    return `${[`${head}${tail}`, ...errorLines(err)].join('\n')}\n`;
  };
}

/** As the clock of the terminal's user shows it: 2026-11-22 03:52:42. */
function localTime(ms: number): string {
  return new Date(ms).toLocaleString('sv-SE');
}

function fieldText(value: unknown): string {
  return typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
}

/** The stack of an error, or what there is of it. */
function errorLines(error: unknown): string[] {
  if (error === undefined) return [];
  const { stack = fieldText(error) } = error as { stack?: string };
  return stack.split('\n').map((line) => `    ${visibleText(line)}`);
}
