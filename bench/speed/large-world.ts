import { globSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pace } from '../arguments.ts';
import { measureStarts, type Start, type Subject } from '../cold-start.ts';
import { LARGE_WORLD } from '../demo-game.ts';
import type { MachineLoad } from '../machine-load.ts';
import { short } from '../report.ts';
import { makeDataFolder, startBare, startPalatine } from '../servers.ts';
import { newFolder } from '../tidy.ts';

export const LARGE_WORLD_TEXT = `${short(LARGE_WORLD.players)} players, 220,000 characters`;

export interface LargeWorldFigures {
  /** Its file and the write-ahead log, while nobody uses them. */
  fileBytes: number;
  starts: Start[];
  bareStarts: Start[];
  machineLoad: MachineLoad;
}

/** The file of a large world, and what it takes to start over it. */
export async function measureLargeWorld(pace: Pace): Promise<LargeWorldFigures> {
  const sizes = Object.entries(LARGE_WORLD).map(([name, size]) => `${name}=${size}`);
  const data = await makeDataFolder(['--demo', sizes.join(',')]);
  const files = globSync('world.db*', { cwd: data });
  const fileBytes = files.reduce((sum, file) => sum + statSync(join(data, file)).size, 0);

  const body = join(newFolder(), 'body.json');
  writeFileSync(body, '{}');
  const bare: Subject = { world: 'bare node:http', starts: [], start: () => startBare(body) };
  const large: Subject = { world: 'large', starts: [], start: () => startPalatine(data) };
  const machineLoad = await measureStarts([bare, large], pace, '/v1/pdapi/version');
  return { fileBytes, starts: large.starts, bareStarts: bare.starts, machineLoad };
}
