import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The settings that a server reads at boot (docs/game-server.md#settings-and-ban-files). */
export interface GameSettings {
  readonly values: ReadonlyMap<string, string>;
  /** `DedicatedServerName`: the save folder in use; '' without one. */
  readonly worldGuid: string;
}

/** `<root>/Pal/Saved`, from `<root>/Pal/Saved/SaveGames/0/<world>`. */
export function savedFolderOf(saveFolder: string): string {
  return dirname(dirname(dirname(saveFolder)));
}

export function readGameSettings(saveFolder: string): GameSettings {
  const user = textOf(configFile(saveFolder, 'GameUserSettings.ini'));
  return {
    values: optionsOf(textOf(settingsFile(saveFolder))),
    worldGuid: /^DedicatedServerName=([0-9A-Fa-f]{32})\s*$/m.exec(user)?.[1] ?? '',
  };
}

/** Writes the port that the stand-in chose where the owner of a server would have written it. */
export function writeRestPort(saveFolder: string, port: number): void {
  const file = settingsFile(saveFolder);
  if (!existsSync(file)) return;
  writeFileSync(file, textOf(file).replace(/RESTAPIPort=\d*/, `RESTAPIPort=${port}`));
}

function settingsFile(saveFolder: string): string {
  return configFile(saveFolder, 'PalWorldSettings.ini');
}

function configFile(saveFolder: string, name: string): string {
  return join(savedFolderOf(saveFolder), 'Config', 'LinuxServer', name);
}

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** The pairs of `OptionSettings=(…)`: quoted texts, lists in parentheses, and words. */
function optionsOf(text: string): Map<string, string> {
  const inner = /OptionSettings=\((.*)\)/.exec(text)?.[1] ?? '';
  const pairs = inner.matchAll(/(\w+)=("(?:[^"\\]|\\.)*"|\([^)]*\)|[^,]*)/g);
  return new Map([...pairs].map(([, key = '', value = '']) => [key, value.replace(/^"(.*)"$/, '$1')]));
}
