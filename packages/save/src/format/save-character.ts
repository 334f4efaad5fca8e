import { ZERO_GUID } from './guid.ts';

export type SaveGender = 'None' | 'Male' | 'Female';

/** A player's body, a Pal or a captured human (palworld-save 4.1 and 5). */
export type SaveCharacter = ReturnType<typeof defaultCharacter>;

/** A character with every value at the game's default, which a save leaves out. */
export function defaultCharacter() {
  return {
    instanceId: ZERO_GUID,
    /** The map key's `PlayerUId`: the player's own uid where `isPlayer`, unreliable otherwise. */
    playerUid: ZERO_GUID,
    isPlayer: false,
    /** The guild's id for players, owned Pals and base workers; zero GUID otherwise. */
    groupId: ZERO_GUID,
    /** Species; '' for players. */
    characterId: '',
    /** '' when absent, as are all texts below. */
    uniqueNpcId: '',
    nickname: '',
    gender: 'None' as SaveGender,
    level: 1,
    exp: 0,
    /** 1..5: condenser stars + 1. */
    rank: 1,
    rankUpExp: 0,
    souls: { health: 0, attack: 0, defense: 0, craftSpeed: 0 },
    ivs: { health: 0, attackMelee: 0, attackShot: 0, defense: 0 },
    isRare: false,
    isAwakened: false,
    isImported: false,
    passives: [] as string[],
    equippedSkills: [] as string[],
    masteredSkills: [] as string[],
    /** Points, i.e. the stored thousandths divided by 1000. */
    hp: 0,
    /** Points; null when the save does not hold it. */
    shield: null as number | null,
    mp: null as number | null,
    maxHp: null as number | null,
    maxSp: null as number | null,
    stomach: 100,
    maxStomach: null as number | null,
    sanity: 100,
    craftSpeed: null as number | null,
    support: null as number | null,
    /** As the save spells it. */
    physicalHealth: 'Healthful',
    workerSick: 'None',
    friendshipPoints: 0,
    /** Zero GUID when the owner is absent (base workers, unowned). */
    ownerPlayerUid: ZERO_GUID,
    /** Character container and slot; decides where the Pal is. Null when absent. */
    slot: null as { containerId: string; index: number } | null,
    statusPoints: [] as { name: string; points: number }[],
    extraStatusPoints: [] as { name: string; points: number }[],
    unusedStatusPoints: 0,
    extraWorkSuitabilities: [] as { suitability: string; rank: number }[],
    disabledWork: [] as string[],
    allowBaseCampBattle: true,
    skinId: '',
  };
}
