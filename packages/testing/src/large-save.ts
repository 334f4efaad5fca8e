import type { SaveCharacter, SavePlayer } from '@palatine/save/save-types';
import { aCharacter, anEmptyWorld, aPlayer, writeSaveFolder } from '@palatine/save/testing';

const PALS_PER_PLAYER = 250;

/** Writes a save folder whose players own a Palbox of 250 Pals each: its import takes long enough to be killed. */
export async function writeLargeSave(folder: string, name: string, players: number): Promise<void> {
  const uids = Array.from({ length: players }, (_, index) => guid(1, index));
  const world = anEmptyWorld({
    worldName: name,
    inGameDay: 1,
    revision: 100427,
    savedAtMs: Date.UTC(2026, 0, 2),
    realTicks: 1_000_000_000n,
    characters: uids.flatMap((uid, index) => [playerBody(uid, index), ...pals(index)]),
    characterContainers: uids.map((_, index) => ({
      id: guid(3, index),
      capacity: PALS_PER_PLAYER,
      slots: pals(index).map(({ instanceId }, slot) => ({ index: slot, instanceId })),
    })),
    players: uids.map(playerFile),
  });
  await writeSaveFolder(folder, world, { era: 'C' });
}

function guid(kind: number, index: number): string {
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');
  return `${hex(index + 1)}-${hex(kind)}-00000000-0000ABCD`;
}

function playerBody(uid: string, index: number): SaveCharacter {
  return anAnubis({
    instanceId: guid(2, index),
    playerUid: uid,
    isPlayer: true,
    characterId: '',
    nickname: `P${index}`,
  });
}

function pals(player: number): SaveCharacter[] {
  return Array.from({ length: PALS_PER_PLAYER }, (_, slot) =>
    anAnubis({
      instanceId: guid(4, player * PALS_PER_PLAYER + slot),
      ownerPlayerUid: guid(1, player),
      slot: { containerId: guid(3, player), index: slot },
    }),
  );
}

function anAnubis(overrides: Partial<SaveCharacter>): SaveCharacter {
  return aCharacter({
    characterId: 'Anubis',
    gender: 'Male',
    level: 7,
    exp: 4000,
    ivs: { health: 1, attackMelee: 2, attackShot: 3, defense: 4 },
    passives: ['Rare'],
    hp: 500,
    ...overrides,
  });
}

function playerFile(uid: string, index: number): SavePlayer {
  return aPlayer(uid, guid(2, index), {
    platform: 'Steam',
    lastOnlineAtMs: Date.UTC(2026, 0, 1),
    palboxContainerId: guid(3, index),
  });
}
