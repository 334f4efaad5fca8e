import { ConfigError } from '@palatine/platform/config-error';
import { namesInFolder } from '@palatine/platform/json';
import {
  findSpecies,
  type GameContext,
  type NamingGame,
  readImportRules,
  type TechnologyGame,
  unknownBannedTechnologies,
  withSuggestions,
} from '@palatine/world';
import { configFile } from './config.ts';
import type { RejectedFile } from './live-settings.ts';
import { type OperatorPaths, operatorFiles, rulesFileOf } from './operator-files.ts';

// Restrictions of an operator that match nothing: they would restrict nobody, unnoticed.

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
/** The original writes it into every folder; copied and renamed it is a file of rules. */
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
