import { rmSync } from 'node:fs';
import { test } from 'node:test';
import type { PlayerEntry } from '@palatine/contract';
import type { SaveGuid } from '@palatine/save';
import { aGuid, aPlayer, sharedSave, twoPlayersOneCamp, writeSaveFolder } from '@palatine/save/testing';
import { loadCatalogue, makeDemoWorld, type World } from '@palatine/world';
import { type CheckedService, startChecked } from './checked-service.ts';
import { newFolder, type TestOptions } from './start-service.ts';

export const catalogue = loadCatalogue();

/** A player of the demo world, with both identifiers. */
export interface DemoPlayer {
  uid: string;
  userId: string;
  name: string;
}

export interface Demo {
  world: World;
  showcase: DemoPlayer;
  /** Has a nearly full inventory. */
  stuffed: DemoPlayer;
  /** In no guild. */
  loner: DemoPlayer;
  /** Online, with no character yet. */
  newcomer: DemoPlayer;
  /** Level 1, owns nothing. */
  beginner: DemoPlayer;
  /** Has the highest level. */
  veteran: DemoPlayer;
  offline: DemoPlayer;
  /** Online, with nothing special. */
  online: DemoPlayer;
  /** The id of an NPC. */
  aPerson: string;
}

/** A small demo world: twelve players, nine of them online, three guilds, four camps. */
export function aDemo(): Demo {
  const sizes = { players: 12, online: 9, palsPerPlayer: 8, guilds: 3, camps: 4 };
  const { world } = makeDemoWorld({ catalogue, seed: 7, nowMs: Date.UTC(2026, 6, 12), sizes });
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

/** The path parameters for a player. */
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

const IMPORTED = [
  { name: 'a made save', skip: false, start: (more: TestOptions) => withFolder(startMade, more) },
  {
    name: 'the save v1_relics',
    skip: relics.skip,
    start: (more: TestOptions) => startSave(relics.folder, more),
  },
];

/** Tests worlds imported from saves: one built here, and a real one where the shared saves are present. */
export function testImported(
  title: string,
  work: (imported: CheckedService) => Promise<void>,
  more: TestOptions = {},
): void {
  for (const { name, skip, start } of IMPORTED) {
    test(`${title}, in ${name}`, { skip }, async () => {
      await using imported = await start(more); // offline players can be addressed too
      await work(imported);
    });
  }
}

async function withFolder(
  start: (folder: string, more?: TestOptions) => Promise<CheckedService>,
  more?: TestOptions,
): Promise<CheckedService> {
  const folder = newFolder();
  try {
    return await start(folder, more);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startMade(folder: string, more?: TestOptions): Promise<CheckedService> {
  await writeSaveFolder(folder, saveWithInventories(), { era: 'D' });
  return startSave(folder, more);
}

function startSave(folder: string, more: TestOptions = {}): Promise<CheckedService> {
  const config = { playerResolution: 'Known', ...more.config };
  return startChecked({ ...more, config, origin: { from: 'save', folder, seed: 1 } });
}

/** The built save, with inventories and Pal boxes for both players. */
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

/** A player of an imported world with free inventory slots. */
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
