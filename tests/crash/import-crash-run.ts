import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProcess } from '../harness/start-process.ts';
import { TOKEN } from './crash-rounds.ts';
import { Connection } from './load.ts';
import { holdingsOf, readRemains, readWorld } from './snapshot.ts';

/** An empty data folder whose token we know, in which everybody can be granted to. */
export function prepareData(data: string): void {
  mkdirSync(join(data, 'RESTAPI', 'Tokens'), { recursive: true });
  const write = (file: string, value: object) => writeFileSync(join(data, file), JSON.stringify(value));
  write('Config.json', { playerResolution: 'Known' });
  write('RESTAPI/Tokens/Administrator.json', { Name: 'Administrator', Token: TOKEN, Permissions: '*' });
}

/** ms from the start of the import until the program serves, and what the world it made holds. */
export async function importWhole(save: string, data: string): Promise<{ ms: number; print: string }> {
  prepareData(data);
  const startedAt = Date.now();
  const program = await startProcess(['--data', data, '--import', save, '--no-simulate']);
  const ms = Date.now() - startedAt;
  await program.end('SIGTERM');
  return { ms, print: printOf(join(data, 'world.db')) };
}

/** Everything of a world that imports of the same save have in common. */
export function printOf(file: string): string {
  return JSON.stringify([...holdingsOf(readWorld(file))]);
}

export interface Found {
  /** What the world holds. */
  print: string;
  origin: 'demo' | 'save';
  contradictions: string[];
}

/**
 * A plain start over what a kill has left, as an operator would make it. With `grant`, one player is granted
 * something and the program is killed, so that the journal holds a change the file does not. @returns what it
 * has served.
 */
export async function startPlain(data: string, { grant = false } = {}): Promise<Found> {
  await using program = await startProcess(['--data', data, '--no-simulate']);
  const { world, contradictions } = readRemains(data);
  const connection = new Connection({ url: program.url, token: TOKEN });
  const { body } = await connection.ask('GET', '/players');
  const { Players } = JSON.parse(body) as { Players: { PlayerUID: string }[] };
  if (Players.length !== world.accounts.size) {
    contradictions.push(`${Players.length} players are served, ${world.accounts.size} are on disk`);
  }
  let now = holdingsOf(world);
  if (grant) {
    const uid = [...world.players.values()].find(({ characterId }) => characterId !== null)?.uid;
    const path = `/give/progression/${uid}`;
    const { status, body } = await connection.ask('POST', path, { TechnologyPoints: 1 });
    if (status !== 200) contradictions.push(`${path} answered ${body}`);
    await program.end('SIGKILL');
    now = readRemains(data).holdings;
  }
  connection.close();
  await program.end('SIGTERM');
  return { print: JSON.stringify([...now]), origin: world.info.origin, contradictions };
}

/** Worlds that were put aside, and what was begun and never ended. */
export function leftOvers(data: string): { asides: string[]; unfinished: string[] } {
  const names = readdirSync(data);
  const live = statSync(join(data, 'world.db')).ino;
  return {
    // A second name of the live world is no world put aside: the kill fell between the second name and the rename.
    asides: names.filter((name) => /^world-.*\.db$/.test(name) && statSync(join(data, name)).ino !== live),
    unfinished: names.filter((name) => /\.(making|writing)/.test(name)),
  };
}
