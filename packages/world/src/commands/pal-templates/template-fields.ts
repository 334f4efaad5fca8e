import { INT32_MAX, type Problem } from '@palatine/contract';
import { quoted } from '../id-syntax.ts';

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a template field by field. What is absent is undefined; what is of the wrong kind is undefined and a problem. */
export class TemplateFields {
  readonly problems: Problem[];
  readonly #template: Readonly<Record<string, unknown>>;
  readonly #at: string;

  /** `problems` and `at`: where those of an object inside the template go. */
  constructor(template: Readonly<Record<string, unknown>>, problems: Problem[] = [], at = '') {
    this.#template = template;
    this.problems = problems;
    this.#at = at;
  }

  has(key: string): boolean {
    return Object.hasOwn(this.#template, key);
  }

  fault(path: string, message: string): undefined {
    this.problems.push({ Path: `${this.#at}/${path}`, Message: message });
  }

  text(key: string): string | undefined {
    return this.#read(key, 'a text', (value) => (typeof value === 'string' ? value : undefined));
  }

  /** A text, where the game's word for nothing is no text. */
  name(key: string): string | undefined {
    const text = this.text(key);
    return text?.toLowerCase() === 'none' ? '' : text;
  }

  flag(key: string): boolean | undefined {
    return this.#read(key, 'true or false', (value) => (typeof value === 'boolean' ? value : undefined));
  }

  whole(key: string, least: number): number | undefined {
    return this.#read(key, `a whole number from ${least} to ${INT32_MAX}`, (value) =>
      Number.isInteger(value) && Number(value) >= least && Number(value) <= INT32_MAX
        ? Number(value)
        : undefined,
    );
  }

  amount(key: string, most = INT32_MAX): number | undefined {
    return this.#read(key, `a number from 0 to ${most}`, (value) =>
      typeof value === 'number' && value >= 0 && value <= most ? value : undefined,
    );
  }

  word<const Words extends readonly string[]>(key: string, words: Words): Words[number] | undefined {
    return this.#read(key, `one of ${words.join(', ')}`, (value) => wordAmong(words, value));
  }

  /** Ids of one kind in the catalogue's spelling, each once; an enum's prefix (`EPalWazaID::`) is not part of an id. */
  ids(key: string, kind: string, spell: (id: string) => string | undefined): string[] | undefined {
    const texts = this.#texts(key);
    if (texts === undefined) return undefined;
    const ids = new Map<string, string>();
    for (const [index, text] of texts.entries()) {
      const bare = bareName(text);
      if (bare === '' || bare.toLowerCase() === 'none') continue;
      const id = spell(bare);
      if (id === undefined) this.fault(`${key}/${index}`, `unknown ${kind} ${quoted(text)}`);
      else ids.set(id.toLowerCase(), id);
    }
    return [...ids.values()];
  }

  /** The fields of an object inside the template; empty when it is absent. */
  object(key: string): TemplateFields {
    const value = this.#read(key, 'an object', (found) => (isObject(found) ? found : undefined));
    return new TemplateFields(value ?? {}, this.problems, `${this.#at}/${key}`);
  }

  keys(): string[] {
    return Object.keys(this.#template);
  }

  #texts(key: string): readonly string[] | undefined {
    return this.#read(key, 'a list of texts', (value) =>
      Array.isArray(value) && value.every((entry) => typeof entry === 'string') ? value : undefined,
    );
  }

  #read<T>(key: string, expected: string, read: (value: unknown) => T | undefined): T | undefined {
    if (!this.has(key)) return undefined;
    const value = read(this.#template[key]);
    return value === undefined ? this.fault(key, `must be ${expected}`) : value;
  }
}

/** Words match without regard to case, as all of the game's names do. */
export function wordAmong<const Words extends readonly string[]>(
  words: Words,
  value: unknown,
): Words[number] | undefined {
  if (typeof value !== 'string') return undefined;
  const wanted = bareName(value).toLowerCase();
  return words.find((word) => word.toLowerCase() === wanted);
}

function bareName(text: string): string {
  return text.slice(text.lastIndexOf(':') + 1).trim();
}
