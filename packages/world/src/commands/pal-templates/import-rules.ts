import type { Problem } from '@palatine/contract';
import type { OperatorFiles } from '../../state/game-context.ts';

/** What templates may bring in: Pals/ImportRules/Default.json with <PalID>.json laid over it. */
export interface ImportRules {
  readonly PalSelectionMode: 'AllowAllExceptBanned' | 'AllowOnlyListed';
  readonly AllowedPalIDs: readonly string[];
  /** Denied in either mode. */
  readonly BannedPalIDs: readonly string[];
  readonly MaxValueLimitAction: 'BlockImport' | 'ClampToMaxValues';
  readonly DisallowedPassivesAction: 'BlockImport' | 'RemoveFromPal';
  readonly DisallowedPassives: readonly string[];
  /**
   * Switches the checks of these rules off, not the import: so the original's documentation. What is malformed or
   * unknown is still refused.
   */
  readonly Disabled: boolean;
  /** Whether a Pal that the game itself could not bring forth is refused, see impossible-pal.ts. Nobody is banned. */
  readonly BanIfPalIsImpossible: boolean;
  readonly AllowGenderNone: boolean;
  readonly MaxLevel: number;
  /** Of the partner skill. */
  readonly MaxRank: number;
  readonly PalSouls: Limits<'Health' | 'Attack' | 'Defense' | 'CraftSpeed'>;
  readonly IVs: Limits<'Health' | 'AttackMelee' | 'AttackShot' | 'Defense'>;
}
type Limits<Name extends string> = Readonly<Record<Name, number>>;

/** What holds where no file says otherwise, and what a new Default.json says: values beyond the game's own are blocked. */
export const DEFAULT_IMPORT_RULES: ImportRules = {
  PalSelectionMode: 'AllowAllExceptBanned',
  AllowedPalIDs: [],
  BannedPalIDs: [],
  MaxValueLimitAction: 'BlockImport',
  DisallowedPassivesAction: 'BlockImport',
  DisallowedPassives: [],
  Disabled: false,
  BanIfPalIsImpossible: false,
  AllowGenderNone: false,
  MaxLevel: 80,
  MaxRank: 5,
  PalSouls: { Health: 20, Attack: 20, Defense: 20, CraftSpeed: 20 },
  IVs: { Health: 100, AttackMelee: 100, AttackShot: 100, Defense: 100 },
};

export interface RulesForSpecies {
  /** Default.json alone: it says which species may come in. */
  readonly selection: ImportRules;
  /** With the file of the species laid over it: all the rest. */
  readonly limits: ImportRules;
}

/**
 * Reads the rules anew, for one species. `spellings`: its PalID, as the catalogue and as the template spells it.
 * A file that is broken is a problem, and never the same as none.
 */
export function readImportRules(
  files: OperatorFiles,
  spellings: readonly string[],
): RulesForSpecies | { readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const selection = overlay(DEFAULT_IMPORT_RULES, readFile(files, 'Default', problems), 'Default', problems);
  let limits = selection;
  for (const name of new Set(spellings)) {
    const file = readFile(files, name, problems);
    if (file === undefined) continue;
    limits = overlay(selection, file, name, problems);
    break;
  }
  return problems.length > 0 ? { problems } : { selection, limits };
}

function readFile(files: OperatorFiles, name: string, problems: Problem[]): unknown {
  try {
    return files.importRules(name);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    problems.push({ Path: '', Message: `Pals/ImportRules/${name}.json is not valid JSON` });
    return undefined;
  }
}

type Key = keyof ImportRules;

const isText = (value: unknown) => typeof value === 'string';
const isAmount = (least: number) => (value: unknown) => Number.isSafeInteger(value) && Number(value) >= least;

/** What each key may hold; objects of limits are laid over key by key as well. */
const EXPECTED: Record<Key, { readonly words: string; readonly holds: (value: unknown) => boolean }> = {
  PalSelectionMode: oneOf('AllowAllExceptBanned', 'AllowOnlyListed'),
  AllowedPalIDs: { words: 'a list of PalIDs', holds: isTexts },
  BannedPalIDs: { words: 'a list of PalIDs', holds: isTexts },
  MaxValueLimitAction: oneOf('BlockImport', 'ClampToMaxValues'),
  DisallowedPassivesAction: oneOf('BlockImport', 'RemoveFromPal'),
  DisallowedPassives: { words: 'a list of passive ids', holds: isTexts },
  Disabled: { words: 'true or false', holds: isFlag },
  BanIfPalIsImpossible: { words: 'true or false', holds: isFlag },
  AllowGenderNone: { words: 'true or false', holds: isFlag },
  MaxLevel: { words: 'a whole number, 1 or more', holds: isAmount(1) },
  MaxRank: { words: 'a whole number, 1 or more', holds: isAmount(1) },
  PalSouls: limitsOf('PalSouls'),
  IVs: limitsOf('IVs'),
};

function oneOf(...words: string[]) {
  return {
    words: words.join(' or '),
    holds: (value: unknown) => isText(value) && words.includes(String(value)),
  };
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

function isFlag(value: unknown): boolean {
  return typeof value === 'boolean';
}

function limitsOf(key: 'PalSouls' | 'IVs') {
  const names = Object.keys(DEFAULT_IMPORT_RULES[key]);
  return {
    words: `an object of ${names.join(', ')}, each a whole number, 0 or more`,
    holds: (value: unknown) =>
      isObject(value) && names.every((name) => !Object.hasOwn(value, name) || isAmount(0)(value[name])),
  };
}

/** In Default.json only: one species' file cannot let itself in. */
const SELECTION_KEYS: readonly Key[] = ['PalSelectionMode', 'AllowedPalIDs', 'BannedPalIDs'];

function overlay(under: ImportRules, file: unknown, name: string, problems: Problem[]): ImportRules {
  if (file === undefined) return under;
  const place = `Pals/ImportRules/${name}.json`;
  if (!isObject(file)) {
    problems.push({ Path: '', Message: `${place} must hold an object` });
    return under;
  }
  const over: Record<string, unknown> = { ...under };
  for (const key of Object.keys(EXPECTED) as Key[]) {
    if (!Object.hasOwn(file, key) || (name !== 'Default' && SELECTION_KEYS.includes(key))) continue;
    const value = file[key];
    const { words, holds } = EXPECTED[key];
    if (!holds(value)) problems.push({ Path: '', Message: `${place}: ${key} must be ${words}` });
    else over[key] = isObject(value) ? { ...under[key as 'IVs'], ...value } : value;
  }
  return over as unknown as ImportRules; // every key was there before, or has just been looked at
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
