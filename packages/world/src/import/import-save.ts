import type { SaveWorld } from '@palatine/save';
import type { Catalogue } from '../catalogue/index.ts';
import { World } from '../state/world.ts';
import { boxesOf } from './boxes.ts';
import { importCamps } from './camps.ts';
import { importCharacters } from './characters.ts';
import { importDiscoveries } from './discoveries.ts';
import { importGuilds } from './guilds.ts';
import type { ImportJob } from './import-job.ts';
import { itemContainersOf } from './item-containers.ts';
import { importMapObjects } from './map-objects.ts';
import { importAccounts, importPlayers, playersOf } from './players.ts';
import { spellingOf } from './spelling.ts';
import { surveyOf } from './survey.ts';

export interface ImportOptions {
  readonly catalogue: Catalogue;
  /** ms since 1970. */
  readonly nowMs: number;
  readonly seed: number;
  /** Of the world; by default the save's own. */
  readonly name?: string | undefined;
}

/**
 * Creates a world from a save folder. Accepts every save that can be read: dangling references are dropped or left
 * empty, so that `checkWorld` accepts the result. The journal holds all records as new, ready to be stored.
 */
export function importSave(save: SaveWorld, { catalogue, nowMs, seed, name }: ImportOptions): World {
  const players = playersOf(save);
  const world = new World(
    { name: name || save.worldName || 'Imported world', origin: 'save', createdAtMs: nowMs, seed },
    { survey: surveyOf(save, players) },
  );
  const job: ImportJob = { save, catalogue, spelling: spellingOf(catalogue), nowMs, world };
  const containers = itemContainersOf(job);
  const boxes = boxesOf(save);

  // The first claim to a container wins: players, then guilds, then camps.
  importAccounts(job, players);
  importPlayers(job, players, containers, boxes);
  importDiscoveries(job, players);
  importGuilds(job, players, containers);
  importCamps(job, boxes);
  importMapObjects(job, containers, boxes);
  importCharacters(job, players.bodies, boxes);
  return world;
}
