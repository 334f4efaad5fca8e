import type { ImportRulesReply, Problem } from '@palatine/contract';
import { isObject, jsonFault } from '@palatine/platform/json';
import { editDistance, maxEdits } from '@palatine/platform/near-spelling';
import type { GameContext } from '../../state/game-context.ts';
import { findSpecies, isSpellable, quoted, type UnknownId } from '../validation.ts';

/** Limits on what a template may contain: Pals/ImportRules/Default.json with <PalID>.json laid over it. */
export type ImportRules = Readonly<ImportRulesReply>;

/** Rules of a new Default.json and of each key left out. They let PalDefender's published example template in unchanged. */
export const DEFAULT_IMPORT_RULES: ImportRules = {
  PalSelectionMode: 'AllowAllExceptBanned',
  AllowedPalIDs: [],
  /** Denied in either mode. */
  BannedPalIDs: [],
  /** Also applies to unknown work types: blocking refuses them, clamping drops them. */
  MaxValueLimitAction: 'ClampToMaxValues',
  DisallowedPassivesAction: 'BlockImport',
  DisallowedPassives: [],
  /** Switches these checks off, not the import: malformed values and unknown ids are still refused. */
  Disabled: false,
  /** Refuses a Pal that the game itself could not produce, see impossible-pal.ts. It bans no player. */
  BanIfPalIsImpossible: false,
  AllowGenderNone: true,
  MaxLevel: 80,
  /** Maximum rank of the partner skill. */
  MaxRank: 5,
  PalSouls: { Health: 20, Attack: 20, Defense: 20, CraftSpeed: 20 },
  IVs: { Health: 100, AttackMelee: 100, AttackShot: 100, Defense: 100 },
  /** Refuses a Pal to a player who has not caught enough of its species. A summon gives it to no player. */
  ConditionMode: 'None',
  RequiredCaptureCount: 5,
};

/** The game that rules are checked against: the ids that they name have to be known to it. */
export type RulesGame = Pick<GameContext, 'catalogue' | 'rules'> & {
  readonly files: Pick<GameContext['files'], 'importRules'>;
  readonly unknownId: UnknownId;
};

export interface RulesForSpecies {
  /** Default.json alone: it says which species may come in. */
  readonly selection: ImportRules;
  /** With the file of the species laid over it: all the rest. */
  readonly limits: ImportRules;
}

export type RulesOrProblems = RulesForSpecies | { readonly problems: readonly Problem[] };

/**
 * Reads the rules of one species from the files. `spellings`: its PalID as in the catalogue and in the template.
 * A broken file is a problem, never treated as a missing one, and so is a rule without effect.
 */
export function readImportRules(game: RulesGame, spellings: readonly string[]): RulesOrProblems {
  const problems: Problem[] = [];
  const { files } = game;
  const defaults = readFile(files, 'Default', problems);
  const selection = overlay(game, DEFAULT_IMPORT_RULES, defaults, 'Default', problems);
  let limits = selection;
  for (const name of new Set(spellings)) {
    const file = readFile(files, name, problems);
    if (file === undefined) continue;
    limits = overlay(game, selection, file, name, problems);
    break;
  }
  return problems.length > 0 ? { problems } : { selection, limits };
}

function readFile(files: RulesGame['files'], name: string, problems: Problem[]): unknown {
  try {
    return files.importRules(name);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const fault = jsonFault(error, 'is not valid JSON');
    problems.push({ Path: '', Message: `Pals/ImportRules/${name}.json ${fault}` });
    return undefined;
  }
}

type Key = keyof ImportRules;

const isAmount = (min: number) => (value: unknown) => Number.isSafeInteger(value) && Number(value) >= min;
const isTexts = (value: unknown) => Array.isArray(value) && value.every((text) => typeof text === 'string');
const isFlag = (value: unknown) => typeof value === 'boolean';

interface Expected {
  readonly expects: string;
  readonly accepts: (value: unknown) => boolean;
  /** For a closed set: the set's spelling of a value in any case. */
  readonly spell?: (value: unknown) => string | undefined;
  /** For ids: the label of an unknown one. */
  readonly unknown?: (game: RulesGame, id: string) => string | undefined;
}

/** The values each key may have; objects of limits are overlaid key by key as well. */
const EXPECTED: Record<Key, Expected> = {
  PalSelectionMode: oneOf('AllowAllExceptBanned', 'AllowOnlyListed'),
  AllowedPalIDs: { expects: 'a list of PalIDs', accepts: isTexts, unknown: unknownPal },
  BannedPalIDs: { expects: 'a list of PalIDs', accepts: isTexts, unknown: unknownPal },
  MaxValueLimitAction: oneOf('BlockImport', 'ClampToMaxValues'),
  DisallowedPassivesAction: oneOf('BlockImport', 'RemoveFromPal'),
  DisallowedPassives: { expects: 'a list of passive ids', accepts: isTexts, unknown: unknownPassive },
  Disabled: { expects: 'true or false', accepts: isFlag },
  BanIfPalIsImpossible: { expects: 'true or false', accepts: isFlag },
  AllowGenderNone: { expects: 'true or false', accepts: isFlag },
  MaxLevel: { expects: 'a whole number, 1 or more', accepts: isAmount(1) },
  MaxRank: { expects: 'a whole number, 1 or more', accepts: isAmount(1) },
  PalSouls: limitsOf('PalSouls'),
  IVs: limitsOf('IVs'),
  ConditionMode: oneOf('None', 'RequirePalCaptureCount'),
  RequiredCaptureCount: { expects: 'a whole number, 0 or more', accepts: isAmount(0) },
};

/** Keys of a file that are remarks, not rules. */
const REMARK = /^(_.*|Comment|Description|Version)$/;

function unknownPal(game: RulesGame, id: string): string | undefined {
  return findSpecies(game, id) === undefined ? game.unknownId('PalID of a grant', id) : undefined;
}

function unknownPassive({ catalogue, rules, unknownId }: RulesGame, id: string): string | undefined {
  if (catalogue.passives.find(id) !== undefined) return undefined;
  return rules.unknownIds === 'Accept' && isSpellable(id) ? undefined : unknownId('passive', id);
}

function oneOf(...names: string[]): Expected {
  const spell = (value: unknown) =>
    names.find((name) => typeof value === 'string' && name.toLowerCase() === value.toLowerCase());
  return { expects: names.join(' or '), spell, accepts: (value) => spell(value) !== undefined };
}

function limitsOf(key: 'PalSouls' | 'IVs') {
  const names = Object.keys(DEFAULT_IMPORT_RULES[key]);
  return {
    expects: `an object of ${names.join(', ')}, each a whole number, 0 or more`,
    accepts: (value: unknown) =>
      isObject(value) && names.every((name) => !Object.hasOwn(value, name) || isAmount(0)(value[name])),
  };
}

/** In Default.json only: one species' file cannot allow itself. */
const SELECTION_KEYS: readonly Key[] = ['PalSelectionMode', 'AllowedPalIDs', 'BannedPalIDs'];

/** Each problem names the file and, after a colon, begins with the key. */
function overlay(game: RulesGame, under: ImportRules, file: unknown, name: string, problems: Problem[]) {
  if (file === undefined) return under;
  const path = `Pals/ImportRules/${name}.json`;
  if (!isObject(file)) {
    problems.push({ Path: '', Message: `${path} must hold an object` });
    return under;
  }
  const add = (message: string) => void problems.push({ Path: '', Message: `${path}: ${message}` });
  const names = Object.keys(EXPECTED).filter(
    (key) => name === 'Default' || !SELECTION_KEYS.includes(key as Key),
  );
  const over: Record<string, unknown> = { ...under };
  for (const [key, value] of Object.entries(file)) {
    if (REMARK.test(key)) continue;
    if (!names.includes(key)) {
      add(SELECTION_KEYS.includes(key as Key) ? `${key} applies in Default.json only` : noRule(key, names));
      continue;
    }
    const { expects, accepts, spell, unknown } = EXPECTED[key as Key];
    if (!accepts(value)) {
      add(`${key} must be ${expects}`);
      continue;
    }
    if (unknown !== undefined) {
      for (const id of value as string[]) {
        // accepted as such just now
        const why = unknown(game, id);
        if (why !== undefined) add(`${key} names an ${why}`);
      }
    }
    if (isObject(value)) {
      const parts = Object.keys(under[key as 'IVs']);
      for (const part of Object.keys(value)) if (!parts.includes(part)) add(noRule(part, parts, `${key}.`));
      over[key] = { ...under[key as 'IVs'], ...value };
    } else over[key] = spell?.(value) ?? value;
  }
  return over as unknown as ImportRules; // every key has a default, or has just been checked
}

function noRule(key: string, names: readonly string[], within = ''): string {
  const [bare, limit] = [key.toLowerCase(), maxEdits(key.length)];
  const suggestion = names.find((name) => editDistance(bare, name.toLowerCase(), limit) <= limit);
  const name = /^\w{1,80}$/.test(key) ? `${within}${key}` : quoted(`${within}${key}`);
  return `${name} is not a rule${suggestion === undefined ? `; there are ${names.join(', ')}` : `; did you mean ${within}${suggestion}?`}`;
}
