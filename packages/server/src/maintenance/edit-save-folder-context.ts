import { randomUUID } from 'node:crypto';
import { parseGuid } from '@palatine/contract';
import { FaultInjector, type GameContext } from '@palatine/world';
import { openCatalogue } from '../data-folder/catalogue.ts';
import { configFile } from '../data-folder/config.ts';
import type { DataPaths } from '../data-folder/data-folder.ts';
import { operatorFiles } from '../data-folder/operator-files.ts';

/**
 * The context of commands that change a save: the catalogue, the rules and the import rules of the data folder, or the
 * defaults without one. Nobody need be online, and what a command would archive is kept by the backup of the
 * whole save instead.
 */
export function saveEditContext(data: DataPaths): Omit<GameContext, 'world'> {
  return {
    catalogue: openCatalogue(data),
    rules: { ...configFile.read(data.config), playerResolution: 'Known' },
    now: Date.now,
    random: Math.random,
    newId: () => parseGuid(randomUUID()) as string, // a UUID is a GUID in its standard spelling
    files: {
      ...operatorFiles({ data: data.path, templates: data.templates, importRules: data.importRules }),
      writeArchive: (name) => name,
    },
    faults: new FaultInjector(),
  };
}
