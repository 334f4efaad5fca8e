import { homedir } from 'node:os';
import { join } from 'node:path';
import { serverProcesses } from '../maintenance/save-folder/running-server.ts';

/**
 * Where a dedicated server may be installed: the roots of the images of thijsvanloef, jammsen and ripps818, of ich777
 * and of Pocketpair, and where Steam and SteamCMD put it.
 */
export function wellKnownRoots(env: NodeJS.ProcessEnv, home = homedir()): string[] {
  const steam = ['Steam', '.steam/steam', '.local/share/Steam'].map((path) =>
    join(home, path, 'steamapps/common/PalServer'),
  );
  const roots = ['/palworld', '/serverdata/serverfiles', '/pal/Package', ...steam];
  if (process.platform !== 'win32') return [...roots, '/home/steam/Steam/steamapps/common/PalServer'];
  const programs = env['ProgramFiles(x86)'] ?? 'C:\\Program Files (x86)';
  return [join(programs, 'Steam/steamapps/common/PalServer'), 'C:\\steamcmd\\steamapps\\common\\PalServer'];
}

/** The installations of servers that run, as this process sees them. Only Linux tells; none elsewhere. */
export function runningInstallations(proc?: string): string[] {
  return [...new Set(serverProcesses(proc).map(({ installation }) => installation))];
}
