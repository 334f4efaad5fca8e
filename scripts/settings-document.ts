import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { restConfigFile } from '@palatine/data-dir/rest-config';
import { fleetFile, serverFile } from '@palatine/data-dir/server-file';
import { configFile } from '@palatine/engine/config';
import { type SettingNode, settingNodes, valueAt } from '@palatine/platform/list-settings';
import type { SchemaNode } from '@palatine/platform/schema-problems';
import { tableText } from './events-document.ts';

// Prints docs/settings.md from the schemas of the files. Run it when a setting changes: a test compares the file.

export const SETTINGS_DOCUMENT = join(import.meta.dirname, '../docs/settings.md');

type SettingsFile = typeof configFile | typeof restConfigFile | typeof serverFile | typeof fleetFile;

/** The files with what each is about. */
const FILES: readonly [file: SettingsFile, about: string][] = [
  [configFile, 'The rules of the game, and how long things are kept.'],
  [restConfigFile, 'How the service is reached.'],
  [serverFile, 'The game server beside which the service runs.'],
  [fleetFile, 'The fleet that the world belongs to. `--join` writes it.'],
];

/** The whole document. */
export function settingsDocument(): string {
  return [
    '# Settings',
    '<!-- Printed from the schemas in packages/data-dir/src by `node scripts/settings-document.ts`; a test compares them. -->',
    'Every file is JSON in the data folder. A missing setting has its default, an unknown key has no effect, and a wrong ' +
      'value is refused with the expected one. A dot is an object inside: `archives.keepDays` is ' +
      '`{"archives": {"keepDays": 30}}`.',
    'A change takes effect after `ReloadConfig` (**reload**) or at the next start (**start**). One **in the file** cannot be made ' +
      'over HTTP or in the console; one **with** a permission needs that one besides `Palatine.Settings.Write`.',
    ...FILES.map(([file, about]) => `## ${file.name}\n\n${about}\n\n${table(file)}`),
  ]
    .join('\n\n')
    .concat('\n');
}

function table({ schema, defaults }: SettingsFile): string {
  const rows = settingNodes(schema).map((setting) => rowOf(setting, valueAt(defaults, setting.path)));
  return tableText(['Setting', 'Default', 'Meaning', 'Change'], rows);
}

function rowOf({ key, node, meaning, nextStart }: SettingNode, fallback: unknown): string[] {
  const allowed = allowedValues(node);
  const needed = node.permission === undefined ? '' : `, with \`${node.permission}\``;
  return [
    `\`${key}\``,
    `\`${JSON.stringify(fallback)}\``,
    allowed === '' ? meaning : `${meaning} (${allowed})`,
    `${nextStart ? 'start' : 'reload'}${node.readOnly === true ? ', in the file' : ''}${needed}`,
  ].map((cell) => cell.replaceAll('|', '\\|'));
}

/** The choices or the range of a setting; '' for one that takes anything of its type. */
function allowedValues({ enum: words, minimum, maximum }: SchemaNode): string {
  if (words !== undefined) return words.map((word) => `\`${JSON.stringify(word)}\``).join(', ');
  if (maximum !== undefined) return `${minimum} to ${maximum}`;
  return minimum === undefined ? '' : `${minimum} or more`;
}

if (import.meta.main) writeFileSync(SETTINGS_DOCUMENT, settingsDocument());
