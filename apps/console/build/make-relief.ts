// Surveys the ground of both maps and writes apps/console/public/relief-*.png.
//
//   node apps/console/build/make-relief.ts <folder of a save>...
//
// The heights are those of places: where rocks, logs, berries and treasure boxes lie in saves, and the points of
// travel, relics and bosses of our catalogue. Junk that floats tells where the sea is. No picture or mesh of the game
// is read. More saves make a finer survey; unvisited ground is sea.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ZERO_GUID } from '@palatine/save/guid';
import { readSaveFolder } from '@palatine/save/read-save-folder';
import type { SaveMapObject } from '@palatine/save/save-types';
import { readRows, TABLES } from '@palatine/world/tables';
import { REGION_IDS, type RegionId } from '../src/ground/regions.ts';
import { grayPng } from './png.ts';
import { SEA_LEVEL_CM, type Soundings, surveyRegion } from './relief-survey.ts';

const HOME = join(import.meta.dirname, '..');
const PUBLIC = join(HOME, 'public');

/** Files of the regions in PUBLIC. */
export const RELIEF_FILES: Readonly<Record<RegionId, string>> = {
  Main: 'relief-main.png',
  Tree: 'relief-tree.png',
};

const FLOATS = /FishingJunk/i;
/** Things that fall, are carried or are built do not tell where the ground is. */
const NOT_ON_THE_GROUND =
  /MeteorDrop|SupplyDrop|PalEgg|wall|roof|pillar|foundation|stair|gate|glass|DeathPenalty|Dropped|CommonDrop/i;
/** Ground of the maps. What lies lower or higher is in a dungeon or falls. Units: cm. */
const LOWEST_CM = -2_600;
const HIGHEST_CM = 60_000;
/** One place of a square of this edge counts. */
const APART_CM = 512;

/** The places of saves and of the catalogue. */
async function readSoundings(folders: readonly string[]): Promise<Soundings> {
  const ground: { x: number; y: number; z: number }[] = [];
  const sea: { x: number; y: number }[] = [];
  const seen = new Set<string>();
  for (const folder of folders) {
    const { mapObjects } = await readSaveFolder(folder);
    for (const { mapObjectId, location } of mapObjects.filter(isLoose)) {
      if (FLOATS.test(mapObjectId)) sea.push(location);
      else if (isOnTheGround(mapObjectId, location.z) && isNew(seen, location)) ground.push(location);
    }
  }
  for (const { x, y, z } of catalogPlaces()) if (z !== null) ground.push({ x, y, z });
  return { ground, sea };
}

function isLoose({ campId }: SaveMapObject): boolean {
  return campId === ZERO_GUID;
}

function isOnTheGround(mapObjectId: string, z: number): boolean {
  return !NOT_ON_THE_GROUND.test(mapObjectId) && z >= LOWEST_CM && z <= HIGHEST_CM;
}

function isNew(seen: Set<string>, { x, y }: { x: number; y: number }): boolean {
  const key = `${Math.floor(x / APART_CM)} ${Math.floor(y / APART_CM)}`;
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}

function catalogPlaces() {
  const json = readFileSync(join(HOME, '../../packages/world/src/catalogue/data/places.json'), 'utf8');
  return readRows(TABLES.places, json, (place, reason) => {
    throw new Error(`places.json: ${place} ${reason}`);
  });
}

async function main(): Promise<void> {
  const folders = process.argv.slice(2);
  if (folders.length === 0) {
    console.error('usage: node apps/console/build/make-relief.ts <folder of a save>...');
    process.exitCode = 2;
    return;
  }
  const soundings = await readSoundings(folders);
  for (const region of REGION_IDS) {
    const { values, edge, places } = surveyRegion(region, soundings);
    const png = grayPng(values, edge);
    writeFileSync(join(PUBLIC, RELIEF_FILES[region]), png);
    console.log(`${RELIEF_FILES[region]}: ${places} places, ${png.length} bytes`);
  }
  console.log(`the sea is at z = ${SEA_LEVEL_CM} cm`);
}

if (import.meta.main) await main();
