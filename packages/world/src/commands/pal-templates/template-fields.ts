import { INT32_MAX, MAX_PROBLEMS, type Problem } from '@palatine/contract';
import { isObject } from '@palatine/platform/json';

export type Template = Readonly<Record<string, unknown>>;

/** A number above its range refuses the template, is lowered, or, with rules disabled, kept. */
export type ExcessPolicy = 'refuse' | 'clamp' | 'keep';

/** The spelling of an id that is dropped without a problem. */
export const LEAVE_OUT = '';

const MAX_TEXT_CHARS = 64;
/** Control and bidirectional characters, and halves of a character. */
const FORBIDDEN_IN_TEXT = /[\p{Cc}\p{Cs}\p{Bidi_Control}]/u;

/** Reads a template field by field. A missing field is undefined; one of the wrong type is undefined and a problem. */
export class TemplateFields {
  readonly problems: Problem[];
  readonly changes: Problem[];
  readonly #template: Template;
  readonly #excess: ExcessPolicy;
  readonly #at: string;

  /** `parent` and `at` are for an object inside the template: the fields around it, and the path to it. */
  constructor(
    template: Template,
    excess: ExcessPolicy,
    parent?: Pick<TemplateFields, 'problems' | 'changes'>,
    at = '',
  ) {
    this.#template = template;
    this.#excess = excess;
    this.problems = parent?.problems ?? [];
    this.changes = parent?.changes ?? [];
    this.#at = at;
  }

  has(key: string): boolean {
    return Object.hasOwn(this.#template, key);
  }

  /** Adds a problem, unless there are more than a refusal lists. */
  addProblem(path: string, message: string): undefined {
    if (this.problems.length > MAX_PROBLEMS) return;
    this.problems.push({ Path: `${this.#at}/${path}`, Message: message });
  }

  addChange(path: string, message: string): void {
    if (this.changes.length > MAX_PROBLEMS) return;
    this.changes.push({ Path: `${this.#at}/${path}`, Message: message });
  }

  /** A text that is shown to players and administrators. */
  text(key: string): string | undefined {
    const expected = `a text of at most ${MAX_TEXT_CHARS} characters, none of them a control or bidirectional one`;
    return this.#read(key, expected, (value) =>
      typeof value === 'string' && [...value].length <= MAX_TEXT_CHARS && !FORBIDDEN_IN_TEXT.test(value)
        ? value
        : undefined,
    );
  }

  /** A text; `None`, the game's empty name, is read as the empty text. */
  name(key: string): string | undefined {
    const text = this.text(key);
    return text?.toLowerCase() === 'none' ? '' : text;
  }

  flag(key: string): boolean | undefined {
    return this.#read(key, 'true or false', (value) => (typeof value === 'boolean' ? value : undefined));
  }

  integer(key: string, min: number): number | undefined {
    return this.#read(key, `a whole number from ${min} to ${INT32_MAX}`, (value) =>
      Number.isInteger(value) && Number(value) >= min ? this.#within(key, Number(value)) : undefined,
    );
  }

  amount(key: string): number | undefined {
    return this.#read(key, `a number from 0 to ${INT32_MAX}`, (value) =>
      typeof value === 'number' && value >= 0 ? this.#within(key, value) : undefined,
    );
  }

  oneOf<const Names extends readonly string[]>(key: string, names: Names): Names[number] | undefined {
    return this.#read(key, `one of ${names.join(', ')}`, (value) => matchName(names, value));
  }

  /**
   * Ids of one kind in the catalogue's spelling, each once; an enum's prefix (`EPalWazaID::`) is not part of an id. Other
   * tools pad a list with `None`.
   */
  ids(
    key: string,
    spell: (id: string) => string | undefined,
    unknown: (id: string) => string,
    noneIsAbsent = false,
  ): string[] | undefined {
    const texts = this.#read(key, 'a list of texts', (value): readonly string[] | undefined =>
      Array.isArray(value) && value.every((entry) => typeof entry === 'string') ? value : undefined,
    );
    if (texts === undefined) return undefined;
    const ids = new Map<string, string>();
    for (const [index, text] of texts.entries()) {
      const bare = bareName(text);
      if (bare === '' || bare.toLowerCase() === 'none') continue;
      const id = spell(bare);
      if (id === undefined) this.addProblem(`${key}/${index}`, unknown(bare));
      else if (id === LEAVE_OUT)
        this.addChange(`${key}/${index}`, 'is left out: the catalogue does not know it');
      else ids.set(id.toLowerCase(), id);
    }
    const onlyNone = texts.length > 0 && texts.every((text) => /^(|none)$/i.test(bareName(text)));
    return noneIsAbsent && onlyNone ? undefined : [...ids.values()];
  }

  /** The fields of an object inside the template; empty when it is absent. */
  object(key: string): TemplateFields {
    const value = this.#read(key, 'an object', (json) => (isObject(json) ? json : undefined));
    return new TemplateFields(value ?? {}, this.#excess, this, `${this.#at}/${key}`);
  }

  keys(): string[] {
    return Object.keys(this.#template);
  }

  /** Wire fields have 32 bits, also when the rules are disabled. */
  #within(key: string, value: number): number | undefined {
    if (value <= INT32_MAX) return value;
    if (this.#excess !== 'clamp') return undefined;
    this.addChange(key, `a save holds ${INT32_MAX} at most`);
    return INT32_MAX;
  }

  #read<T>(key: string, expected: string, read: (value: unknown) => T | undefined): T | undefined {
    if (!this.has(key)) return undefined;
    const value = read(this.#template[key]);
    return value === undefined ? this.addProblem(key, `must be ${expected}`) : value;
  }
}

export function mustBeOneOf(names: readonly string[]): string {
  return `must be one of ${names.join(', ')}`;
}

/** Returns the listed name that equals `value`. Case does not matter, as for all of the game's names. */
export function matchName<const Names extends readonly string[]>(names: Names, value: unknown) {
  if (typeof value !== 'string') return undefined;
  const key = bareName(value).toLowerCase();
  return names.find((name) => name.toLowerCase() === key);
}

/** A name without the prefix of its enum, such as `EPalWazaID::`. */
export function bareName(text: string): string {
  return text.slice(text.lastIndexOf(':') + 1).trim();
}
