import assert from 'node:assert/strict';
import { type Guid, ZERO_GUID } from '@palatine/contract';
import { readSaveFolder } from '@palatine/save/read-save-folder';
import type {
  SaveCamp,
  SaveCharacter,
  SaveGroup,
  SaveGuildMember,
  SaveMapObject,
  SavePlayer,
  SavePlayerStatistics,
  SaveWorld,
} from '@palatine/save/save-types';
import { aCamp, aCharacter, aMapObject, anEmptyWorld, aPlayer, sharedSave } from '@palatine/save/testing';
import { loadCatalogue } from '../catalogue/catalogue.ts';
import { importSave } from '../import/import-save.ts';
import { checkWorld } from '../state/check-world.ts';
import type { World } from '../state/world.ts';
import { aGuid } from './world-builder.ts';

// Save records as the reader returns them: a test names only what matters to it.

export const NOW_MS = Date.UTC(2026, 6, 1);

const catalogue = loadCatalogue();

export function imported(overrides: Partial<SaveWorld>): World {
  const world = importSave(emptySaveWorld(overrides), { catalogue, nowMs: NOW_MS, seed: 7 });
  assert.deepEqual(checkWorld(world, catalogue), []);
  return world;
}

/** A real save, and its import. Only where `sharedSave` does not skip. */
export async function importedSave(name: string): Promise<{ save: SaveWorld; world: World }> {
  const save = await readSaveFolder(sharedSave(name).folder);
  return { save, world: importSave(save, { catalogue, nowMs: 0, seed: 1 }) };
}

export function emptySaveWorld(overrides: Partial<SaveWorld> = {}): SaveWorld {
  return anEmptyWorld({
    worldName: 'Isle',
    inGameDay: 1,
    revision: 100427,
    savedAtMs: Date.UTC(2026, 0, 2),
    realTicks: 1_000_000_000n,
    ...overrides,
  });
}

export function aSavePal(overrides: Partial<SaveCharacter> = {}): SaveCharacter {
  return aCharacter({ instanceId: aGuid(), characterId: 'Anubis', gender: 'Male', hp: 500, ...overrides });
}

export function aSaveBody(uid: Guid, overrides: Partial<SaveCharacter> = {}): SaveCharacter {
  return aSavePal({ isPlayer: true, playerUid: uid, characterId: '', nickname: 'Zoe', ...overrides });
}

export function aSaveFile(body: SaveCharacter, overrides: Partial<SavePlayer> = {}): SavePlayer {
  return aPlayer(body.playerUid, body.instanceId, { platform: 'Steam', ...overrides });
}

/** Imports a save in which Zoe has a body and a file. @returns also her record as it was imported. */
export function importedZoe(file: Partial<SavePlayer> = {}, overrides: Partial<SaveWorld> = {}) {
  const zoe = aSaveBody(aGuid());
  const characters = [zoe, ...(overrides.characters ?? [])];
  const world = imported({ ...overrides, characters, players: [aSaveFile(zoe, file)] });
  return { world, zoe, player: world.players.get(zoe.playerUid) };
}

export const NO_SAVE_RECORDS: SavePlayerStatistics = aPlayer(ZERO_GUID, ZERO_GUID).records;

export function aSaveGuild(
  members: readonly Partial<SaveGuildMember>[],
  overrides: { id?: Guid; name?: string; campIds?: Guid[] } = {},
): SaveGroup {
  const rows = members.map((member) => ({
    uid: aGuid(),
    name: 'Zoe',
    lastOnlineTicks: 0n,
    role: 2,
    ...member,
  }));
  return {
    id: overrides.id ?? aGuid(),
    type: 'Guild',
    handles: [],
    guild: {
      name: overrides.name ?? 'Rayne',
      baseCampLevel: 3,
      campIds: overrides.campIds ?? [],
      adminUid: rows[0]?.uid ?? ZERO_GUID,
      members: rows,
    },
  };
}

export function aSaveCamp(overrides: Partial<SaveCamp> = {}): SaveCamp {
  return aCamp(aGuid(), { name: '', ...overrides });
}

export function aSaveObject(overrides: Partial<SaveMapObject> = {}): SaveMapObject {
  return aMapObject(aGuid(), { mapObjectId: 'ItemChest', hp: 1, maxHp: 1, ...overrides });
}
