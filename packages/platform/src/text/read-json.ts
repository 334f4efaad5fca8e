import { readdirSync } from 'node:fs';
import { ConfigError } from '../settings/config-error.ts';
import { isObject } from './is-object.ts';

/** Parses a file's text; throws a SyntaxError. Windows editors like to begin a file with a byte order mark. */
export function parseJson(text: string): unknown {
  return JSON.parse(text.replace(/^\uFEFF/, ''));
}

/** As `parseJson`, but throws a ConfigError that begins with the name of the file. */
export function parseJsonFile(name: string, text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw new ConfigError(`${name}: not JSON: ${(error as Error).message}`, { cause: error });
  }
}

/** Where a text stops being JSON, for people who edit it: `line 2, column 5`. */
function jsonFault(error: SyntaxError): string {
  const [, line, column] = /line (\d+) column (\d+)/.exec(error.message) ?? [];
  return line === undefined ? 'it ends too early' : `line ${line}, column ${column}`;
}

/** The JSON object that a text holds; `problem` says why it holds none. */
export function objectIn(text: string): {
  content: Record<string, unknown> | undefined;
  problem: string | undefined;
} {
  try {
    const value = parseJson(text);
    if (isObject(value)) return { content: value, problem: undefined };
    return { content: undefined, problem: 'must hold a JSON object' };
  } catch (error) {
    return { content: undefined, problem: `is no valid JSON: ${jsonFault(error as SyntaxError)}` };
  }
}

export function formatJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The names in a folder; none where there is no such folder. */
export function namesInFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
