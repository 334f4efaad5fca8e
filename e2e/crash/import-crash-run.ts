import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProcess } from '@palatine/testing/start-process';
import { balancesOf, readWorld, takeDiskSnapshot } from '@palatine/testing/store-snapshot';
import { TOKEN } from './crash-rounds.ts';
import { Connection } from './load.ts';

/** An empty data folder with our token, in which offline players can receive grants too. */
export function prepareData(data: string): void {
  mkdirSync(join(data, 'RESTAPI', 'Tokens'), { recursive: true });
  const write = (file: string, value: object) => writeFileSync(join(data, file), JSON.stringify(value));
  write('Config.json', { playerResolution: 'Known' });
  write('RESTAPI/Tokens/Administrator.json', { Name: 'Administrator', Token: TOKEN, Permissions: '*' });
}

/** Imports without a kill. @returns the ms until the program serves, and the fingerprint of its world. */
export async function importWhole(save: string, data: string): Promise<{ ms: number; fingerprint: string }> {
  prepareData(data);
  const startedAt = Date.now();
  const program = await startProcess(['--data', data, '--import', save, '--no-simulate']);
  const ms = Date.now() - startedAt;
  await program.end('SIGTERM');
  return { ms, fingerprint: fingerprintOf(join(data, 'world.db')) };
}

/** Equal for all imports of the same save, different for different worlds. */
export function fingerprintOf(file: string): string {
  return JSON.stringify([...balancesOf(readWorld(file))]);
}

export interface ServedWorld {
  fingerprint: string;
  origin: 'demo' | 'save';
  contradictions: string[];
}

/**
 * Starts the program on the folder a kill has left, as an operator would. With `grant`, it then grants something
 * and kills the program, so that the journal holds a change the file does not. @returns the world it served.
 */
export async function startPlain(data: string, { grant = false } = {}): Promise<ServedWorld> {
  await using program = await startProcess(['--data', data, '--no-simulate']);
  const { world, contradictions } = takeDiskSnapshot(data);
  const connection = new Connection({ url: program.url, token: TOKEN });
  const { body } = await connection.request('GET', '/players');
  const { Players } = JSON.parse(body) as { Players: { PlayerUID: string }[] };
  if (Players.length !== world.accounts.size) {
    contradictions.push(`${Players.length} players are served, ${world.accounts.size} are on disk`);
  }
  let now = balancesOf(world);
  if (grant) {
    const uid = [...world.players.values()].find(({ characterId }) => characterId !== null)?.uid;
    const path = `/give/progression/${uid}`;
    const { status, body } = await connection.request('POST', path, { TechnologyPoints: 1 });
    if (status !== 200) contradictions.push(`${path} answered ${body}`);
    await program.end('SIGKILL');
    now = takeDiskSnapshot(data).balances;
  }
  connection.close();
  await program.end('SIGTERM');
  return { fingerprint: JSON.stringify([...now]), origin: world.info.origin, contradictions };
}

/** World files set aside by a replacement, and unfinished temporary files. */
export function leftovers(data: string): { setAside: string[]; unfinished: string[] } {
  const names = readdirSync(data);
  const live = statSync(join(data, 'world.db')).ino;
  return {
    // A second name of the live world is not a world set aside: the kill fell between link and rename.
    setAside: names.filter((name) => /^world-.*\.db$/.test(name) && statSync(join(data, name)).ino !== live),
    unfinished: names.filter((name) => /\.(making|writing)/.test(name)),
  };
}
