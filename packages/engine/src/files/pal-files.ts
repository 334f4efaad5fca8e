import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { type ErrorCode, FILE_NAME_RULE, jsonBaseName, Refusal } from '@palatine/contract';
import { ConfigError, recover } from '@palatine/platform/config-error';
import {
  deleteVersion,
  type FileState,
  type KeptVersion,
  type ReplacedVersion,
  readVersionedText,
  replaceVersion,
  type VersionedFile,
  versionsOf,
} from '@palatine/platform/file-versions';
import { namesInFolder, objectIn } from '@palatine/platform/json';
import { FILE_BYTES, UnreadableFileError } from '@palatine/platform/read-file';
import type { GameContext } from '@palatine/world/game-context';
import { readImportRules } from '@palatine/world/import-rules';
import { type TechnologyGame, unknownBannedTechnologies } from '@palatine/world/technologies';
import { findSpecies, type NamingGame, withSuggestions } from '@palatine/world/validation';
import { configFile, type RejectedFile } from './config.ts';
import { nameOnDisk, type OperatorPaths, operatorFiles, rulesFileOf } from './operator-files.ts';

export interface PalFile {
  /** Without `.json`. */
  readonly name: string;
  /** Undefined for an unreadable file. */
  readonly state: FileState | undefined;
  readonly changedAtMs: number;
  /** Empty for an unreadable file. */
  readonly text: string;
  /** The JSON object in it; if there is none, `problem` says why. */
  readonly content: Record<string, unknown> | undefined;
  readonly problem: string | undefined;
}

export interface PalFilesOptions {
  readonly folder: string;
  readonly versions: string;
  readonly notFound: ErrorCode;
}

/** Files of a folder, by name without `.json`. Every name is validated before it becomes a path. */
export function palFiles({ folder, versions, notFound }: PalFilesOptions) {
  function targetOf(name: string): VersionedFile {
    return {
      file: join(folder, `${name}.json`),
      versions: join(versions, `${name}.json`),
      maxBytes: FILE_BYTES.pal,
    };
  }

  const spelled = (name: string) => nameOnDisk(folder, `${name}.json`).slice(0, -'.json'.length);

  function existing(name: string): string {
    const base = jsonBaseName(name);
    if (base === undefined) throw new Refusal(notFound);
    return spelled(base);
  }

  function names(): string[] {
    return namesInFolder(folder)
      .flatMap((file) => (file.endsWith('.json') ? (jsonBaseName(file) ?? []) : []))
      .sort();
  }

  function find(name: string): PalFile | undefined {
    const target = targetOf(name);
    const { state, text = '', fault } = readVersionedText(target);
    if (state === undefined && fault === undefined) return undefined;
    const changedAtMs = state?.changedAtMs ?? lstatSync(target.file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const read = fault === undefined ? objectIn(text) : { content: undefined, problem: fault };
    return { name, state, changedAtMs, text, ...read };
  }

  /** Throws the code for a missing file. */
  function read(requested: string): PalFile {
    const file = find(existing(requested));
    if (file === undefined) throw new Refusal(notFound);
    return file;
  }

  return {
    /** In alphabetical order. */
    names,
    /** A file listed by `names`; undefined once removed. */
    find,
    read,

    /** Throws VALIDATION_FAILED for an invalid file name, and FILE_CHANGED. @returns the name of the file. */
    replace(requested: string, content: Uint8Array, replaced: ReplacedVersion, nowMs: number): string {
      const base = jsonBaseName(requested);
      if (base === undefined)
        throw new Refusal('VALIDATION_FAILED', `the name breaks a rule: ${FILE_NAME_RULE}`);
      const name = spelled(base);
      refusingUnreadable(name, () => replaceVersion(targetOf(name), content, replaced, nowMs));
      return name;
    },

    /** Throws the code for a missing file, and FILE_CHANGED. @returns the name of the file. */
    delete(requested: string, replaced: ReplacedVersion, nowMs: number): string {
      const name = existing(requested);
      if (!refusingUnreadable(name, () => deleteVersion(targetOf(name), replaced, nowMs)))
        throw new Refusal(notFound);
      return name;
    },

    /** Newest first. Throws the code for a name without a file or version. */
    versions(requested: string): KeptVersion[] {
      const name = existing(requested);
      const former = versionsOf(targetOf(name));
      if (former.length === 0) read(name);
      return former;
    },
  };
}

export type PalFiles = ReturnType<typeof palFiles>;

/** Whatever is in place of the file, such as a folder, stays for the operator to check. */
function refusingUnreadable<T>(name: string, work: () => T): T {
  return recover(work, UnreadableFileError, ({ reason }) => {
    throw new Refusal('VALIDATION_FAILED', `${name}.json ${reason}`); // without the path of this machine
  });
}

// Restrictions of an operator that match nothing: they would restrict no player, unnoticed.

type Game = Pick<GameContext, 'catalogue' | 'rules'>;

/** Throws a ConfigError for technologies of Config.json that neither the catalogue nor a player has. */
export function assertBannedTechnologies(game: TechnologyGame): void {
  const unknown = unknownBannedTechnologies(withSuggestions(game));
  if (unknown.length === 0) return;
  throw new ConfigError(
    `${configFile.name}: ${unknown.map((text) => `bannedTechnologies ${text}`).join('; ')}`,
  );
}

const RULES = 'Pals/ImportRules';
const DEFAULT = 'Default';
/** PalDefender writes it into every folder; copied and renamed it is a file of rules. */
export const EXAMPLE_RULES_FILE = 'ExampleOverride.json';

/** Faulty files of import rules. Each refuses its imports. */
export function importRuleFaults(folders: OperatorPaths, caller: Game): RejectedFile[] {
  const { importRules } = folders;
  const game = withSuggestions({ ...caller, files: operatorFiles(folders) });
  return namesInFolder(importRules)
    .filter((name) => name.endsWith('.json') && name !== EXAMPLE_RULES_FILE)
    .sort()
    .flatMap((fileName) => {
      const file = `${RULES}/${fileName}`;
      const name = fileName.slice(0, -'.json'.length);
      const rules = readImportRules(game, name === DEFAULT ? [] : [name]);
      const problems = ('problems' in rules ? rules.problems : [])
        .filter(({ Message }) => Message.startsWith(file))
        .map(({ Message }) => Message.slice(file.length).replace(/^:? /, ''));
      const reasons = [...misnamed(game, importRules, name), ...problems];
      return reasons.length === 0 ? [] : [{ file, reason: `${file}: ${reasons.join('; ')}` }];
    });
}

function misnamed(game: Game & Pick<NamingGame, 'unknownId'>, folder: string, name: string): string[] {
  const isDefault = name.toLowerCase() === DEFAULT.toLowerCase();
  const about = isDefault ? DEFAULT : findSpecies(game, name)?.id;
  if (about === undefined) return [`no import reads it: ${game.unknownId('PalID of a grant', name)}`];
  const read = rulesFileOf(folder, about);
  return read === name ? [] : [`no import reads it, because ${read}.json applies`];
}
