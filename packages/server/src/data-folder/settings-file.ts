import type { Static, TObject } from 'typebox';
import { ConfigError } from './config-error.ts';
import { fileSchema, isObject } from './file-schema.ts';
import { parseJson, readTextFile } from './read-json.ts';

/**
 * A JSON file that an operator writes by hand, often sparsely: missing keys take their defaults and unknown keys are
 * ignored. One ConfigError lists all errors, because an operator mends a file in one go.
 */
export function settingsFile<S extends TObject>(name: string, schema: S, defaults: Static<S>) {
  const check = fileSchema(schema);

  /** Parses and checks the text. Throws a ConfigError. */
  function parse(text: string): Static<S> {
    let value: unknown;
    try {
      value = parseJson(text);
    } catch (error) {
      throw new ConfigError(`${name}: not JSON: ${(error as Error).message}`, { cause: error });
    }
    if (!isObject(value)) throw new ConfigError(`${name}: must hold a JSON object`);
    const checked = check(withDefaults(defaults, value));
    if (checked.errors) throw new ConfigError(`${name}: ${checked.errors.join('; ')}`);
    return checked.value;
  }

  return {
    name,
    parse,
    /** Reads the file; without one, the defaults. Throws a ConfigError. */
    read(file: string): Static<S> {
      let text: string | undefined;
      try {
        text = readTextFile(file);
      } catch (error) {
        throw new ConfigError(`${name}: cannot be read: ${(error as Error).message}`, { cause: error });
      }
      return text === undefined ? defaults : parse(text);
    },
    /** The text of a new file: the defaults, with these settings over them. */
    textWith(settings: Partial<Static<S>> = {}): string {
      return `${JSON.stringify({ ...(defaults as object), ...settings }, null, 2)}\n`;
    },
  };
}

/** The given values over the defaults, at every depth. Lists are not merged. */
function withDefaults(defaults: object, given: object): object {
  const merged: Record<string, unknown> = { ...defaults };
  for (const [key, value] of Object.entries(given)) {
    if (key === '__proto__') continue;
    const fallback = merged[key];
    merged[key] = isObject(fallback) && isObject(value) ? withDefaults(fallback, value) : value;
  }
  return merged;
}
