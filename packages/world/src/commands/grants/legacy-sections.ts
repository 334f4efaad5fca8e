import {
  boundRule,
  boundsOf,
  INT32_MAX,
  LEGACY_SECTION_PERMISSIONS,
  type LegacySection,
  LIMITS,
  legacyGive,
  MAX_PROBLEMS,
  RELIC_TYPES,
  type RelicType,
} from '@palatine/contract';
import { isObject } from '@palatine/platform/json';
import { getOrAdd } from '../../catalogue/table.ts';
import type { Entry, EntryProblem, UnknownId } from '../validation.ts';
import type { ItemEntry } from './give-items.ts';
import type { EggEntry } from './give-pal-eggs.ts';
import type { PalEntry, TemplateEntry } from './give-pals.ts';

export const LEGACY_SECTIONS = Object.keys(LEGACY_SECTION_PERMISSIONS) as LegacySection[];

/** The first word of a message about one entry. Messages of scalar sections begin with the section's name. */
const SINGULAR = {
  Relics: 'Relic',
  Techs: 'Tech',
  UnlockTechnologies: 'UnlockTechnology',
  Items: 'Item',
  Pals: 'Pal',
  PalTemplates: 'PalTemplate',
  PalEggs: 'PalEgg',
} as const;
type ListSection = keyof typeof SINGULAR;

const MAX_ENTRIES = new Map(
  boundsOf(legacyGive).flatMap(({ place, kind, bound }) =>
    kind === 'maxItems' ? [[place.slice(1), bound]] : [],
  ),
);

/** Maximum size of the messages of one section in a response, as JSON. All sections together stay below 100 KB. */
const MAX_SECTION_BYTES = 8 * 1024;
const MAX_MESSAGE_CHARS = 500;

export class LegacyErrors {
  readonly #errors = new Map<string, { readonly index: number; readonly message: string }[]>();

  get any(): boolean {
    return this.#errors.size > 0;
  }

  hasEnough(section: string): boolean {
    return (this.#errors.get(section)?.length ?? 0) > MAX_PROBLEMS;
  }

  add(section: string, message: string): void {
    this.#put(section, -1, `${section}: ${message}`);
  }

  /** Adds an error of the entry at an index from 0; the message counts from 1. */
  addEntry(section: ListSection, index: number, message: string): void {
    this.#put(section, index, `${SINGULAR[section]} ${index + 1}: ${message}`);
  }

  addProblems(section: ListSection, problems: readonly EntryProblem[]): void {
    for (const { index, field, message } of problems) {
      const sentence = message.startsWith('must') && field !== '' ? `${field} ${message}` : message;
      if (index === undefined) this.add(section, sentence);
      else this.addEntry(section, index, sentence);
    }
  }

  /** The messages of each section in the order of its entries: as many as a response takes, then how many more. */
  toError(): Record<string, string[]> {
    const inOrder = [...this.#errors].map(([section, errors]) => {
      const messages = errors.toSorted((a, b) => a.index - b.index).map(({ message }) => message);
      return [section, limitMessages(section, messages)] as const;
    });
    return Object.fromEntries(inOrder);
  }

  #put(section: string, index: number, message: string): void {
    const errors = getOrAdd(this.#errors, section, () => []);
    errors.push({ index, message: message.slice(0, MAX_MESSAGE_CHARS) });
  }
}

/** "At least", because a check ends when a section has more problems than are listed. */
function limitMessages(section: string, messages: readonly string[]): string[] {
  const lines: string[] = [];
  let bytes = 0;
  for (const message of messages.slice(0, MAX_PROBLEMS)) {
    bytes += new TextEncoder().encode(JSON.stringify(message)).length;
    if (bytes > MAX_SECTION_BYTES) break;
    lines.push(message);
  }
  const more = messages.length - lines.length;
  return more === 0 ? lines : [...lines, `${section}: and at least ${more} more`];
}

/** A legacy body, unchecked. A body other than an object has no player and no section. */
export class LegacyBody {
  readonly #sections: Readonly<Record<string, unknown>>;
  readonly #fields: Fields;
  readonly #errors: LegacyErrors;

  constructor(body: unknown, errors: LegacyErrors) {
    // An empty value is treated as absent: older clients send every section.
    const sent = Object.entries(isObject(body) ? body : {}).filter(([, value]) => !isEmpty(value));
    this.#sections = Object.fromEntries(sent);
    this.#fields = fieldsOf(this.#sections, (key, message) => errors.add(key, message));
    this.#errors = errors;
  }

  has(key: string): boolean {
    return this.#fields.has(key);
  }

  text(key: 'UserID' | 'UnlockTechnology'): string | undefined {
    return this.#fields.optionalText(key, 'a non-empty text');
  }

  amount(key: 'EXP' | 'Lifmunks' | 'TechnologyPoints' | 'AncientTechnologyPoints'): number | undefined {
    return this.#fields.optionalAmount(key);
  }

  relics(unknownId: UnknownId): Partial<Record<RelicType, number>> {
    if (!this.has('Relics')) return {};
    const value = this.#sections.Relics;
    if (!isObject(value)) {
      this.#errors.add('Relics', 'must be a non-empty object of amounts by relic type');
      return {};
    }
    const relics: Partial<Record<RelicType, number>> = {};
    for (const [index, [key, amount]] of Object.entries(value).entries()) {
      if (this.#errors.hasEnough('Relics')) break; // of all sections it alone has no bound on its entries
      const type = RELIC_TYPES.find((relic) => relic === key);
      const error = amountError(amount);
      if (type === undefined) this.#errors.addEntry('Relics', index, unknownId('relic type', key));
      else if (error !== undefined) this.#errors.addEntry('Relics', index, `${key} ${error}`);
      else relics[type] = Number(amount);
    }
    return relics;
  }

  relicIndex(type: string): number {
    const value = this.#sections.Relics;
    return isObject(value) ? Object.keys(value).indexOf(type) : -1;
  }

  items(): Entry<ItemEntry>[] {
    return this.#entries('Items', (entry) => {
      const ItemID = entry.text('ItemID');
      const Count = entry.amount('Count');
      return ItemID === undefined || Count === undefined ? undefined : { ItemID, Count };
    });
  }

  pals(): Entry<PalEntry>[] {
    return this.#entries('Pals', (entry) => {
      const PalID = entry.text('PalID');
      const Level = entry.amount('Level');
      return PalID === undefined || Level === undefined ? undefined : { PalID, Level };
    });
  }

  eggs(): Entry<EggEntry>[] {
    return this.#entries('PalEggs', (entry) => {
      const EggID = entry.text(entry.has('ItemID') && !entry.has('EggID') ? 'ItemID' : 'EggID');
      const PalID = entry.optionalText('PalID');
      const PalTemplate = entry.optionalText('PalTemplate');
      const Level = entry.optionalAmount('Level');
      if (EggID === undefined || entry.invalid()) return undefined;
      return {
        EggID,
        ...(PalID !== undefined && { PalID }),
        ...(PalTemplate !== undefined && { PalTemplate }),
        ...(Level !== undefined && { Level }),
      };
    });
  }

  templates(): Entry<TemplateEntry>[] {
    return this.#texts('PalTemplates', 'the file name of a template').map(({ text, index }) => {
      return { template: text, index };
    });
  }

  technologies(section: 'Techs' | 'UnlockTechnologies'): Entry<{ readonly text: string }>[] {
    return this.#texts(section, 'a technology ID');
  }

  #list(section: ListSection): readonly unknown[] {
    if (!this.has(section)) return [];
    const value = this.#sections[section];
    const bound = MAX_ENTRIES.get(section) ?? 0;
    if (Array.isArray(value) && value.length <= bound) return value;
    const tooMany = Array.isArray(value);
    this.#errors.add(section, tooMany ? boundRule({ kind: 'maxItems', bound }) : 'must be a non-empty array');
    return [];
  }

  #texts(section: ListSection, noun: string): Entry<{ readonly text: string }>[] {
    const texts: Entry<{ readonly text: string }>[] = [];
    for (const [index, value] of this.#list(section).entries()) {
      const error = textError(value, noun);
      if (error === undefined) texts.push({ text: String(value), index });
      else this.#errors.addEntry(section, index, error);
    }
    return texts;
  }

  #entries<T extends object>(section: ListSection, read: (entry: Fields) => T | undefined): Entry<T>[] {
    const entries: Entry<T>[] = [];
    for (const [index, value] of this.#list(section).entries()) {
      if (!isObject(value)) {
        this.#errors.addEntry(section, index, 'must be an object');
        continue;
      }
      const entry = fieldsOf(value, (key, message) => {
        this.#errors.addEntry(section, index, `${key} ${message}`);
      });
      const fields = read(entry);
      if (fields !== undefined) entries.push({ ...fields, index });
    }
    return entries;
  }
}

function isEmpty(value: unknown): boolean {
  return value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
}

type Fields = ReturnType<typeof fieldsOf>;

/** Reads the fields of a body or of one of its entries; an invalid one is undefined and an error. */
function fieldsOf(
  values: Readonly<Record<string, unknown>>,
  onError: (key: string, message: string) => void,
) {
  let errors = 0;
  const has = (key: string) => Object.hasOwn(values, key);
  const report = (key: string, message: string): undefined => {
    errors += 1;
    onError(key, message);
  };
  const checked = <T>(key: string, error: string | undefined) =>
    error === undefined ? (values[key] as T) : report(key, error); // without an error it is one
  const optionalText = (key: string, noun = 'a text') =>
    has(key) ? checked<string>(key, textError(values[key], noun)) : undefined;
  const optionalAmount = (key: string) =>
    has(key) ? checked<number>(key, amountError(values[key])) : undefined;
  return {
    has,
    optionalText,
    optionalAmount,
    text: (key: string) => (has(key) ? optionalText(key) : report(key, 'is missing')),
    amount: (key: string) => (has(key) ? optionalAmount(key) : report(key, 'is missing')),
    invalid: () => errors > 0,
  };
}

function textError(value: unknown, noun: string): string | undefined {
  if (typeof value !== 'string') return `must be ${noun}`;
  const bound = LIMITS.idChars;
  return value.length > bound ? boundRule({ kind: 'maxLength', bound }) : undefined;
}

function amountError(value: unknown): string | undefined {
  if (!Number.isInteger(value) || Number(value) < 1) return 'must be a positive integer';
  return Number(value) > INT32_MAX ? `must be at most ${INT32_MAX}` : undefined;
}
