import { accessSync, constants, existsSync, statSync } from 'node:fs';
import type { DataPaths } from '../data-folder/data-folder.ts';
import type { Finding } from './finding.ts';

export function checkDataFolder({ path }: DataPaths): Finding {
  const check = 'data folder';
  if (!existsSync(path)) {
    const todo = 'palatine init makes it; --data or PALATINE_DATA names another one';
    return { check, state: 'fail', found: `${path} is not there`, todo };
  }
  if (!statSync(path).isDirectory()) {
    const todo = 'move it away, or name the data folder with --data or PALATINE_DATA';
    return { check, state: 'fail', found: `${path} is a file, not a folder`, todo };
  }
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    const todo = `let ${process.env.USER ?? 'the user who runs the server'} read and write it (chown, chmod)`;
    return { check, state: 'fail', found: `${path} cannot be written`, todo };
  }
  return { check, state: 'ok', found: path };
}
