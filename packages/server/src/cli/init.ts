import { configFile } from '../data-folder/config.ts';
import { openDataFolder } from '../data-folder/data-folder.ts';
import { writeMissingFiles } from '../data-folder/first-files.ts';
import { restConfigFile } from '../data-folder/rest-config.ts';
import { command } from './command.ts';

export const init = command(
  {
    name: 'init',
    positionals: [],
    description: 'make the data folder with its settings and an administrator token, without starting',
    flags: {},
    notes: ['What is there already stays as it is.'],
  },
  ({ data, terminal }) => {
    const folder = openDataFolder(data.path);
    try {
      const token = writeMissingFiles(folder);
      configFile.read(folder.config); // what is there already may be wrong, and is told of now
      restConfigFile.read(folder.restConfig);
      terminal.printJson({ data: folder.path, token: token ?? null });
      terminal.print(`${folder.path} is ready; palatine serve starts the service.`);
      if (token === undefined) terminal.print('There are tokens already; palatine token list shows them.');
      else {
        terminal.print(
          '',
          'An administrator token was made. It is shown this once and kept only as a SHA-256:',
          '',
          `  ${terminal.paint('bold', token)}`,
          '',
        );
      }
      return 0;
    } finally {
      folder.unlock();
    }
  },
);
