import type { Static, TObject } from 'typebox';
import { Compile } from 'typebox/compile';
import { ConfigError } from './config-error.ts';
import { parseJson, readTextFile } from './read-json.ts';

/**
 * A JSON file an operator writes by hand, often sparsely: missing keys take their defaults, unknown keys are
 * left alone, and all faults are told at once, because an operator mends a file in one go.
 */
export function settingsFile<S extends TObject>(name: string, schema: S, defaults: Static<S>) {
  const check = Compile(schema);

  /** Reads and checks the text; throws an OperatorFault that names every fault. */
  function parse(text: string): Static<S> {
    let value: unknown;
    try {
      value = parseJson(text);
    } catch (error) {
      throw new ConfigError(`${name}: not JSON: ${(error as Error).message}`, { cause: error });
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new ConfigError(`${name}: must hold a JSON object`);
    }
    const settings = withDefaults(defaults, value);
    if (!check.Check(settings)) {
      const faults = check
        .Errors(settings)
        .map((fault) => `${fault.instancePath.slice(1).replaceAll('/', '.') || 'the file'} ${fault.message}`);
      throw new ConfigError(`${name}: ${[...new Set(faults)].join('; ')}`);
    }
    return settings as Static<S>; // the schema has just looked at it
  }

  return {
    name,
    parse,
    /** Reads the file; throws an OperatorFault when it is wrong. */
    read(file: string): Static<S> {
      let text: string | undefined;
      try {
        text = readTextFile(file);
      } catch (error) {
        throw new ConfigError(`${name}: cannot be read: ${(error as Error).message}`, { cause: error });
      }
      return text === undefined ? defaults : parse(text);
    },
    /** The text of a new file that holds the defaults. */
    get defaultText(): string {
      return `${JSON.stringify(defaults, null, 2)}\n`;
    },
  };
}

/** What is set, over the defaults, at every depth; lists are not merged. */
function withDefaults(defaults: object, value: object): object {
  const merged: Record<string, unknown> = { ...defaults };
  for (const [key, set] of Object.entries(value)) {
    if (key === '__proto__') continue;
    const fallback = merged[key];
    merged[key] = isPlain(fallback) && isPlain(set) ? withDefaults(fallback, set) : set;
  }
  return merged;
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
