import { configFile } from '../data-folder/config.ts';
import { type DataPaths, isInUse, openDataFolder } from '../data-folder/data-folder.ts';
import { writeMissingFiles } from '../data-folder/default-files.ts';
import { restConfigFile } from '../data-folder/rest-config.ts';
import { CLIENT_NAMES, type ClientSettings, settingsFor } from './client-settings.ts';
import { command } from './command.ts';
import { readFolderToTake, takeFiles } from './init-from.ts';
import { paint, type Terminal } from './terminal.ts';

export const init = command(
  {
    name: 'init',
    positionals: [],
    description: 'create the data folder with its settings and an administrator token, without starting',
    flags: {
      from: {
        value: 'DIR',
        description:
          'take tokens, bans, whitelist, templates, rules and settings from a folder of PalDefender',
      },
      for: {
        value: 'CLIENT',
        description: `set AnswerForm and playerResolution for ${CLIENT_NAMES.join(', ')}`,
      },
    },
    notes: [
      '--from only reads that folder, checks each file as a start would, and says what has no effect here. It takes',
      'nothing where the data folder has another file of the same name, unless it is still as a start wrote it.',
      'Files that exist stay as they are; --for changes its two settings in them and nothing else.',
      'Clients of PalDefender 1.8 and newer read AnswerForm Wrapped; panels that show offline players need',
      'playerResolution Known. "other" sets the defaults: Flat and Online.',
    ],
  },
  async ({ flags, data, terminal }) => {
    const taken = flags.from === undefined ? undefined : await readFolderToTake(flags.from);
    const settings = flags.for === undefined ? undefined : settingsFor(flags.for);
    // Settings may be written beside a running server, like bans; everything else of init needs the folder alone.
    if (settings && taken === undefined && isInUse(data.path)) {
      changeSettings(data, settings);
      assertSettings(data);
      terminal.printJson({ data: data.path, secret: null, settings });
      printSettings(settings, terminal);
      terminal.print('A server is running: POST /v1/pdapi/ReloadConfig puts this in force.');
      return 0;
    }
    const folder = openDataFolder(data.path);
    try {
      if (taken) takeFiles(folder, taken);
      const secret = writeMissingFiles(folder);
      if (settings) changeSettings(folder, settings);
      assertSettings(folder);
      terminal.printJson({
        data: folder.path,
        secret: secret ?? null,
        ...(settings && { settings }),
        ...(taken && { taken: [...taken.files.keys()], notes: taken.notes }),
      });
      if (taken) {
        terminal.print(`Taken from ${flags.from}: ${[...taken.files.keys()].join(', ')}.`);
        terminal.print(...taken.notes.map((note) => `  ${note}`));
      }
      terminal.print(`${folder.path} is ready; palatine serve starts the service.`);
      if (settings) printSettings(settings, terminal);
      printSecret(secret, terminal);
      return 0;
    } finally {
      folder.unlock();
    }
  },
);

function changeSettings(data: DataPaths, { AnswerForm, playerResolution }: ClientSettings): void {
  restConfigFile.change(data.restConfig, { AnswerForm });
  configFile.change(data.config, { playerResolution });
}

function printSettings(
  { client, AnswerForm, playerResolution }: ReturnType<typeof settingsFor>,
  { print }: Terminal,
): void {
  print(`For ${client}: AnswerForm is ${AnswerForm}, playerResolution is ${playerResolution}.`);
}

/** Files that were there before may be wrong. Throws a ConfigError. */
function assertSettings({ config, restConfig }: DataPaths): void {
  configFile.read(config);
  restConfigFile.read(restConfig);
}

function printSecret(secret: string | undefined, terminal: Terminal): void {
  if (secret === undefined) {
    terminal.print('There are tokens already; palatine token list shows them.');
    return;
  }
  terminal.print(
    '',
    'An administrator token was made. It is shown this once and kept only as a SHA-256:',
    '',
    ['  ', paint('bold', secret)],
    '',
  );
}
