import type { Static, TObject } from 'typebox';
import { writeFileAtomically } from '../files/atomic-write.ts';
import { FILE_BYTES, readTextFile, UnreadableFileError } from '../files/read-file.ts';
import { ConfigError, recover } from '../text/config-error.ts';
import { formatJson, isObject, parseJsonFile } from '../text/json.ts';
import { fileSchema, ignoredKeys, misspelledKeys } from './file-schema.ts';
import { defaultsOf } from './schema-problems.ts';

/** A JSON file of the operator, often sparse. `doubts` returns a sentence for each suspicious value of a valid file. */
export function settingsFile<S extends TObject>(
  name: string,
  schema: S,
  doubts: (settings: Static<S>, given: Readonly<Record<string, unknown>>) => string[] = () => [],
) {
  const check = fileSchema(schema);
  const defaults = defaultsOf(schema); // a test checks that every setting has one

  /** Parses the text. Throws a ConfigError for anything but a JSON object. */
  function parseObject(text: string): Record<string, unknown> {
    const value = parseJsonFile(name, text);
    if (!isObject(value)) throw new ConfigError(`${name}: must hold a JSON object`);
    return value;
  }

  function assertSettings(given: object): Static<S> {
    const checked = check(withDefaults(defaults, given));
    if (checked.errors) throw new ConfigError(`${name}: ${checked.errors.join('; ')}`);
    return checked.value;
  }

  /** The settings of a text, or why it is rejected. `given`: the values in the text itself. */
  function examine(text: string | undefined): ExaminedSettings<Static<S>> {
    let given: Record<string, unknown> | undefined;
    try {
      given = parseObject(text ?? '{}');
      return { given, settings: assertSettings(given), problems: [] };
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return { given, settings: undefined, problems: error.message.slice(name.length + 2).split('; ') };
    }
  }

  /** As `examine`; empty for a file that cannot be read. */
  function readOver(file: string): Partial<ExaminedSettings<Static<S>>> {
    return recover(
      () => examine(readSettingsText(name, file)),
      ConfigError,
      () => ({}),
    ); // `read` says why
  }

  return {
    name,
    schema,
    defaults,
    examine,
    readOver,
    /** Reads and checks the file; without one, the defaults. Throws a ConfigError. */
    read(file: string): Static<S> {
      const text = readSettingsText(name, file);
      return text === undefined ? defaults : assertSettings(parseObject(text));
    },
    /** Keys that look misspelled, and doubts, each as a sentence; none for a file that cannot be read. */
    warnings(file: string): string[] {
      const { given = {}, settings } = readOver(file);
      const warnings = [...misspelledKeys(schema, given), ...(settings ? doubts(settings, given) : [])];
      return warnings.map((sentence) => `${name}: ${sentence}`);
    },
    /** All other keys without effect; none for a file that cannot be read. */
    ignored(file: string): string[] {
      return ignoredKeys(schema, readOver(file).given);
    },
    /** Writes these settings into the file and leaves the rest of it as it is. Throws a ConfigError. */
    change(file: string, settings: Partial<Static<S>>): void {
      const changed = { ...parseObject(readSettingsText(name, file) ?? '{}'), ...settings };
      assertSettings(changed);
      writeFileAtomically(file, formatJson(changed));
    },
    get defaultText(): string {
      return formatJson(defaults);
    },
  };
}

/** Text of a file of the operator; undefined for a missing one. Throws a ConfigError with the name. */
export function readSettingsText(name: string, file: string): string | undefined {
  const read = () => readTextFile(file, FILE_BYTES.settings);
  return recover(read, UnreadableFileError, (cause) => {
    throw new ConfigError(`${name}: ${cause.reason}`, { cause });
  });
}

export interface ExaminedSettings<T> {
  /** Undefined for anything but a JSON object. */
  given: Record<string, unknown> | undefined;
  settings: T | undefined;
  /** One sentence each, without the file name. */
  problems: string[];
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
