import { test } from 'node:test';
import type { PlayerEntry } from '@palatine/contract';
import { aFolder, byTier } from '@palatine/platform/testing';
import { readSaveFolder } from '@palatine/save/read-save-folder';
import type { SaveGuid } from '@palatine/save/save-types';
import { aGuid, aPlayer, sharedSave, twoPlayersOneCamp, writeSaveFolder } from '@palatine/save/testing';
import { loadCatalogue } from '@palatine/world/catalogue';
import { makeDemoWorld } from '@palatine/world/demo';
import { importSave } from '@palatine/world/import-save';
import type { World } from '@palatine/world/world';
import { type CheckedService, startChecked } from './checked-service.ts';
import { SMALL_SIZES, type TestOptions } from './start-service.ts';

export const catalogue = loadCatalogue();

interface DemoPlayer {
  uid: string;
  userId: string;
  name: string;
}

export interface Demo {
  world: World;
  showcase: DemoPlayer;
  stuffed: DemoPlayer;
  loner: DemoPlayer;
  /** Online, with no character yet. */
  newcomer: DemoPlayer;
  /** Level 1, owns nothing. */
  beginner: DemoPlayer;
  veteran: DemoPlayer;
  offline: DemoPlayer;
  online: DemoPlayer;
  aPerson: string;
}

/** A small demo world: twelve players, nine of them online, three guilds, four camps. */
export function aDemo(): Demo {
  const nowMs = Date.UTC(2026, 6, 12);
  const { world } = makeDemoWorld({ catalogue, seed: 7, nowMs, sizes: SMALL_SIZES });
  const accounts = [...world.accounts.values()];
  const at = (index: number): DemoPlayer => {
    const { uid, userId, name } = accounts[index] as (typeof accounts)[number]; // there are twelve
    return { uid, userId, name };
  };
  return {
    world,
    showcase: at(0),
    stuffed: at(1),
    loner: at(2),
    newcomer: at(3),
    beginner: at(4),
    veteran: at(5),
    offline: at(11),
    online: at(6),
    aPerson: catalogue.npcs.all()[0]?.id ?? '',
  };
}

export function of(identifier: string): { params: { player_identifier: string } } {
  return { params: { player_identifier: identifier } };
}

/** The three spellings of a GUID and the two cases of each. */
export function spellingsOf(guid: string): string[] {
  const plain = guid.replaceAll('-', '');
  const standard = plain.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return [guid, standard, plain].flatMap((spelling) => [spelling, spelling.toLowerCase()]);
}

const relics = sharedSave('v1_relics');

/**
 * Tests worlds imported from saves: one built here, and a real one where the shared saves are present.
 * @param options.realSave in a deep run only, unless given
 */
export function testImported(
  title: string,
  work: (imported: CheckedService) => Promise<void>,
  { realSave = byTier(false, true), ...options }: TestOptions & { realSave?: boolean } = {},
): void {
  test(`${title}, in a made save`, async () => {
    await using save = await aFolder();
    await writeSaveFolder(save.path, saveWithInventories(), { era: 'D' });
    await using imported = await startImported(save.path, options);
    await work(imported);
  });
  if (!realSave) return;
  test(`${title}, in the save v1_relics`, { skip: relics.skip }, async () => {
    await using imported = await startImported(relics.folder, options);
    await work(imported);
  });
}

/** Imports a save in this process, without a thread that loads all code again. Offline players can be addressed too. */
async function startImported(folder: string, options: TestOptions): Promise<CheckedService> {
  const world = importSave(await readSaveFolder(folder), { catalogue, nowMs: Date.now(), seed: 1 });
  return startChecked({ ...options, world, config: { playerResolution: 'Known', ...options.config } });
}

function saveWithInventories() {
  const save = twoPlayersOneCamp();
  const inventoryOf = (first: number) => {
    const [common, essential, weapons, armor, food, dropSlot] = [0, 1, 2, 3, 4, 5].map((at) =>
      aGuid(first + at),
    ) as [SaveGuid, SaveGuid, SaveGuid, SaveGuid, SaveGuid, SaveGuid];
    return { common, essential, weapons, armor, food, dropSlot };
  };
  const sizes = { common: 42, essential: 200, weapons: 4, armor: 6, food: 5, dropSlot: 1 };
  for (const [index, player] of save.players.entries()) {
    const inventory = inventoryOf(200 + 10 * index);
    const [teamContainerId, palboxContainerId] = [aGuid(300 + 10 * index), aGuid(301 + 10 * index)];
    save.players[index] = aPlayer(player.uid, player.instanceId, {
      ...player,
      inventory,
      teamContainerId,
      palboxContainerId,
    });
    for (const [name, capacity] of Object.entries(sizes)) {
      const id = inventory[name as keyof typeof sizes]; // the keys of sizes
      save.itemContainers.push({ id, capacity, slots: [], storedSlots: 0 });
    }
    save.characterContainers.push({ id: teamContainerId, capacity: 5, slots: [] });
    save.characterContainers.push({ id: palboxContainerId, capacity: 960, slots: [] });
  }
  return save;
}

export async function playerWithRoom(service: CheckedService): Promise<PlayerEntry> {
  const { Players } = await service.succeeds('getPlayers');
  for (const player of Players) {
    const { status, answer } = await service.call('getItems', of(player.PlayerUID));
    if (status !== 200) continue;
    const { Items, KeyItems } = (answer as Awaited<ReturnType<CheckedService['api']['getItems']>>).Inventory;
    if (Items.FreeSlots >= 5 && KeyItems.Available) return player;
  }
  throw new Error('no player has free inventory slots');
}
