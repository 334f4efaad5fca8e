import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ZERO_GUID } from '@palatine/save/guid';
import type { OpenSaveFile } from '@palatine/save/open-save';
import { pack } from '@palatine/save/pack';
import { readProperties } from '@palatine/save/read-properties';
import { anOpenSave, aSoundSave, boxOf, type SoundSave, writeSoundSave } from '@palatine/save/testing';
import { writeProperties } from '@palatine/save/write-properties';
import { digitsOf, guidOf } from '../guid.ts';
import { type GeneratedPlayer, generatePlayers } from './generated-players.ts';
import {
  dateTicks,
  enumProperty,
  find,
  int64Property,
  intProperty,
  listOf,
  saveDataOf,
  set,
  structProperty,
  TICKS_PER_MS,
  textProperty,
} from './save-tree.ts';

/** A world generated for tests: it passes every check of a save, but was never loaded in the game. */
export interface WorldOptions {
  /** How many players have records in it, at least 2. Default 4. */
  players?: number;
  change?: (save: SoundSave) => void;
}

const DAY = 12;
const SAVED_AT_MS = Date.UTC(2026, 6, 11, 12, 18, 18);
const REAL_TICKS = 1_358_699_750_000n;
const GAME_TICKS = (BigInt(DAY) * 24n + 12n) * 3_600_000n * TICKS_PER_MS; // noon

/** Writes a generated world into a save folder: Level.sav, LevelMeta.sav and the files of its players. */
export async function writeGeneratedWorld(folder: string, { players, change }: WorldOptions): Promise<void> {
  const save = generateSave(generatePlayers(players));
  change?.(save);
  for (const { path, gvas } of writeSoundSave(save).values()) {
    write(folder, path, completed(path, gvas));
  }
  const meta = await freshLevelMeta();
  write(folder, meta.path, meta.gvas);
}

/** The LevelMeta.sav of a new world; the game writes one where it is lost. */
export async function freshLevelMeta(): Promise<OpenSaveFile> {
  const meta = (await anOpenSave('D')).files.get('LevelMeta.sav');
  if (meta === undefined) throw new Error('a generated save has a LevelMeta.sav');
  return { ...meta, gvas: completed(meta.path, meta.gvas) };
}

function write(folder: string, path: string, gvas: Buffer): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), pack(gvas, 'PlZ1'));
}

/** The sound save with the players' own uids, and more players of the same guild. */
function generateSave(players: readonly GeneratedPlayer[]): SoundSave {
  const save = aSoundSave();
  const [zoe, fury] = save.players;
  if (zoe === undefined || fury === undefined) throw new Error('the sound save has two players');
  for (const index of players.keys()) if (index >= 2) addPlayerLike(save, fury, index);
  const uids = new Map(
    save.players.map(({ uid }, index) => [uid, guidOf(players[index]?.playerId ?? '0'.repeat(32))]),
  );
  const renamed = withIds(save, uids);
  for (const [index, player] of renamed.players.entries()) {
    player.file = `Players/${digitsOf(player.uid)}.sav`;
    const body = renamed.level.characters.find(({ id }) => id === player.instanceId);
    if (body !== undefined) body.nickname = players[index]?.name ?? '';
  }
  return renamed;
}

/** Adds a player with a body and containers, each id with its own last digits. */
function addPlayerLike(save: SoundSave, model: SoundSave['players'][number], index: number): void {
  const idFor = (id: string) => `${id.slice(0, -4)}${(0xb000 + index).toString(16).toUpperCase()}`;
  const ids = new Set([model.uid, model.instanceId, ...model.containers.values()]);
  const renames = new Map([...ids].map((id) => [id, idFor(id)]));
  const { level } = save;
  const copied = <T extends object>(list: T[], isModel: (item: T) => boolean) =>
    list.push(...list.filter(isModel).map((item) => withIds(item, renames)));
  const boxes = new Set(model.containers.values());
  copied(level.characters, ({ id }) => id === model.instanceId);
  copied(level.itemContainers, ({ id }) => boxes.has(id));
  copied(level.characterContainers, ({ id }) => boxes.has(id));
  const [guild] = level.groups;
  guild?.handles.push(idFor(model.instanceId));
  guild?.guild?.members.push({ uid: idFor(model.uid), role: 2 });
  save.players.push(withIds(model, renames));
  if (boxOf(model.containers, 'common') === ZERO_GUID) throw new Error('the model has no inventory');
}

export function withIds<T>(value: T, ids: ReadonlyMap<string, string>): T {
  const copy = (value: unknown): unknown => {
    if (typeof value === 'string') return ids.get(value) ?? value;
    if (Array.isArray(value)) return value.map(copy);
    if (value instanceof Map) return new Map([...value].map(([key, inner]) => [key, copy(inner)]));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copy(inner)]));
  };
  return copy(value) as T; // of the same shape
}

/** Adds what the records of the sound save leave out: times, the day, places. */
export function completed(path: string, gvas: Buffer): Buffer {
  const tree = readProperties(gvas, path);
  const timestamp = structProperty('Timestamp', 'DateTime', dateTicks(SAVED_AT_MS));
  if (path === 'Level.sav') {
    const world = find(tree.properties, 'worldSaveData');
    if (world === undefined) throw new Error('the save has no worldSaveData');
    const times = [
      int64Property('GameDateTimeTicks', GAME_TICKS),
      int64Property('RealDateTimeTicks', REAL_TICKS),
    ];
    listOf(world).push(structProperty('GameTimeSaveData', 'PalGameTimeSaveData', times));
    set(tree.properties, timestamp);
  } else if (path === 'LevelMeta.sav') {
    const data = saveDataOf(tree);
    set(data, intProperty('InGameDay', DAY));
    set(data, textProperty('WorldName', 'Stand-in'));
    set(tree.properties, timestamp);
  } else {
    const data = saveDataOf(tree);
    data.push(structProperty('LastOnlineDateTime', 'DateTime', dateTicks(SAVED_AT_MS)));
    data.push(enumProperty('PlayerPlatform', 'EPalPlayerPlatform', 'Steam'));
    const place = structProperty('Translation', 'Vector', [-350_750.8125, 270_272, 7_153]);
    data.splice(2, 0, structProperty('LastTransform', 'Transform', [place]));
  }
  return writeProperties(tree);
}
