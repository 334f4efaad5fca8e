import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { succeeds } from '@palatine/testing/run-cli';
import { startProcess } from '@palatine/testing/start-process';
import { startService } from '@palatine/testing/start-service';
import { balancesOf, readWorld, takeDiskSnapshot } from '@palatine/testing/store-snapshot';
import { prepareData, TOKEN } from './crash-rounds.ts';
import { Connection } from './load.ts';

/** Imports a save into a new data folder, without a kill. @returns the fingerprint of its world */
export async function importWhole(save: string, data: string): Promise<string> {
  prepareData(data);
  await succeeds(['world', 'import', save, '--data', data]);
  return fingerprintOf(join(data, 'world.db'));
}

/** Equal for all imports of the same save, different for different worlds. */
export function fingerprintOf(file: string): string {
  return JSON.stringify([...balancesOf(readWorld(file))]);
}

/** Grants a point and kills the program, so that the journal holds a change the file does not. @returns the fingerprint */
export async function grantAndKill(data: string): Promise<string> {
  const [player] = takeDiskSnapshot(data).world.players.values();
  await using program = await startProcess(['--data', data, '--no-simulate']);
  using connection = new Connection({ url: program.url, token: TOKEN });
  const path = `/give/progression/${player?.uid}`;
  const { status, body } = await connection.request('POST', path, { TechnologyPoints: 1 });
  assert.equal(status, 200, body);
  await program.end('SIGKILL');
  return JSON.stringify([...takeDiskSnapshot(data).balances]);
}

export interface ServedWorld {
  fingerprint: string;
  origin: 'demo' | 'save';
  contradictions: string[];
}

/** Starts the service on the folder a kill has left, as an operator would. @returns the world it served. */
export async function startPlain(data: string): Promise<ServedWorld> {
  await using service = await startService({ data });
  const { Players } = await service.api.getPlayers();
  await service.stop();
  const { world, contradictions, balances } = takeDiskSnapshot(data);
  if (Players.length !== world.accounts.size) {
    contradictions.push(`${Players.length} players are served, ${world.accounts.size} are on disk`);
  }
  return { fingerprint: JSON.stringify([...balances]), origin: world.info.origin, contradictions };
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
