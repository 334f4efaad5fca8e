import type { OpenSaveFile } from '@palatine/save/open-save';
import { patchSave } from '@palatine/save/patch-save';
import { readProperties } from '@palatine/save/read-properties';
import type { SavePlayer } from '@palatine/save/save-types';
import { writeProperties } from '@palatine/save/write-properties';
import type { SavePart } from '../variants.ts';
import { editsOf, noChanges } from './changes.ts';
import type { WorldMemory } from './memory.ts';
import {
  dateTicks,
  find,
  intProperty,
  listOf,
  saveDataOf,
  set,
  structProperty,
  TICKS_PER_MS,
} from './save-tree.ts';
import { patchTicks } from './tick-fields.ts';

/** An in-game day passes in half an hour. */
const GAME_TIME_RATE = 48n;
const DAY_TICKS = 86_400_000n * TICKS_PER_MS;

export interface RoundMoment {
  /** ms since 1970. */
  nowMs: number;
  /** Time of the game since the round before, ms. */
  sinceMs: number;
  /** Time of the game since the boot, ms. */
  uptimeMs: number;
  newId: () => string;
}

/** The in-game day after this uptime: whole days of game time, as in the saves of servers that were looked at. */
export function dayAfter({ save }: WorldMemory, uptimeMs: number): number {
  const passed = BigInt(Math.floor(uptimeMs)) * TICKS_PER_MS * GAME_TIME_RATE;
  return Number((save.gameTicks + passed) / DAY_TICKS);
}

/**
 * Puts what has changed into the bytes of the memory's files. @returns the files to write in each part of a round:
 * Level.sav and LevelMeta.sav always, of the players the ones named by `which`.
 */
export function encodeRound(
  memory: WorldMemory,
  which: 'online' | 'all',
  moment: RoundMoment,
): ReadonlyMap<SavePart, readonly OpenSaveFile[]> {
  const { changes } = memory;
  const files = new Map(memory.files);
  const replace = (path: string, gvas: Buffer) => {
    const file = files.get(path);
    if (file !== undefined) files.set(path, { ...file, gvas });
  };
  const edited = patchSave(memory.files, editsOf(changes), { newId: moment.newId, nowMs: moment.nowMs });
  memory.changes = noChanges(); // only now: a change that the save refuses fails every round and is noticed
  for (const { path, gvas } of edited) replace(path, gvas);
  for (const player of new Set([...changes.online, ...changes.moved])) {
    const file = files.get(player.file);
    if (file !== undefined)
      replace(player.file, playerBytes(file, player, moment.nowMs, changes.online.has(player)));
  }
  const level = files.get('Level.sav');
  if (level !== undefined) replace(level.path, levelBytes(level, moment));
  const meta = files.get('LevelMeta.sav');
  if (meta !== undefined)
    replace(meta.path, metaBytes(meta, dayAfter(memory, moment.uptimeMs), moment.nowMs));
  for (const [path, file] of files) if (memory.files.get(path) !== file) memory.unwritten.add(path);
  memory.files = files;
  const changed = ({ path }: OpenSaveFile) => which === 'all' || memory.unwritten.has(path);
  return new Map<SavePart, OpenSaveFile[]>([
    ['players', [...files.values()].filter((file) => file.path.startsWith('Players/') && changed(file))],
    ['level', [...files.values()].filter(({ path }) => path === 'Level.sav')],
    ['meta', [...files.values()].filter(({ path }) => path === 'LevelMeta.sav')],
  ]);
}

function playerBytes(file: OpenSaveFile, player: SavePlayer, nowMs: number, online: boolean): Buffer {
  const tree = readProperties(file.gvas, file.path);
  const data = saveDataOf(tree);
  const { x, y, z } = player.location;
  const transform = find(data, 'LastTransform');
  if (transform !== undefined) set(listOf(transform), structProperty('Translation', 'Vector', [x, y, z]));
  const lastOnline = find(data, 'LastOnlineDateTime');
  if (lastOnline !== undefined && online) {
    lastOnline.value = dateTicks(nowMs);
    player.lastOnlineAtMs = Math.floor(nowMs);
  }
  return writeProperties(tree);
}

function levelBytes({ gvas }: OpenSaveFile, { nowMs, sinceMs }: RoundMoment): Buffer {
  const bytes = Buffer.from(gvas);
  const passed = BigInt(Math.floor(sinceMs)) * TICKS_PER_MS;
  patchTicks(bytes, 'Timestamp', () => dateTicks(nowMs));
  patchTicks(bytes, 'RealDateTimeTicks', (ticks) => ticks + passed);
  patchTicks(bytes, 'GameDateTimeTicks', (ticks) => ticks + passed * GAME_TIME_RATE);
  return bytes;
}

function metaBytes({ gvas, path }: OpenSaveFile, day: number, nowMs: number): Buffer {
  const tree = readProperties(gvas, path);
  const timestamp = find(tree.properties, 'Timestamp');
  if (timestamp !== undefined) timestamp.value = dateTicks(nowMs);
  set(saveDataOf(tree), intProperty('InGameDay', day));
  return writeProperties(tree);
}
