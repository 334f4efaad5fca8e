import type { DeliveryState, Guid, InventoryName, Issuer, RelicType, UserId } from '@palatine/contract';
import type { SaveNote, SaveWarningKind } from '@palatine/save/save-types';
import type { IVS, SOULS } from './pal-values.ts';

/**
 * The world's entities: plain, frozen records without wire shapes, each kept under its id in one table.
 * A record is never changed in place; a change replaces it with a new one (see world.ts).
 */

/** Unreal units: centimeters. */
export interface Location {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** A player's account, which outlives every session. */
export interface Account {
  readonly uid: Guid;
  readonly name: string;
  /** '' when unknown: save files do not hold it. */
  readonly userId: UserId;
  /** `Steam`, `Xbox`, …; '' when unknown. */
  readonly platform: string;
  /** ms since 1970; null when unknown. */
  readonly lastOnlineAtMs: number | null;
  /** Total time of the ended sessions; absent before the first. */
  readonly playedMs?: number;
  /** Names before the present one, newest first, at most FORMER_NAMES. */
  readonly formerNames?: readonly FormerName[];
  /** Addresses of earlier sessions, newest first, at most ADDRESSES. */
  readonly addresses?: readonly SeenAddress[];
}

interface FormerName {
  readonly name: string;
  /** ms since 1970: when another name was first seen. */
  readonly untilMs: number;
}

export interface SeenAddress {
  readonly ip: string;
  /** ms since 1970. */
  readonly lastSeenAtMs: number;
}

/** A connection: a player is online exactly while they have a session. Keyed by uid. */
export interface Session {
  readonly uid: Guid;
  readonly userId: UserId;
  /** '' when unknown. */
  readonly ip: string;
  readonly connectedAtMs: number;
  /** False while the character is not loaded yet. */
  readonly characterLoaded: boolean;
  /** Reported by a running game server; newer than that of the save. */
  readonly level?: number;
  /** Reason and time of the request to a running game server to disconnect the player. */
  readonly leaving?: { readonly reason: string; readonly code?: string; readonly atMs: number };
}

/** A ban by uid of a player without known UserId; with one, Banlist.json decides (docs/decisions/0005). */
export interface PlayerBan {
  readonly uid: Guid;
  /** '' while it is not known. */
  readonly userId: UserId;
  readonly bannedBy: Issuer;
}

/** A change that waits to be delivered into the save of a running game server, or has been. */
export interface DeliveryRecord {
  readonly id: Guid;
  readonly state: DeliveryState;
  /** Name of the command; its params, body and issuer are those of the request. */
  readonly command: string;
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly issuer: { readonly name: string; readonly ip: string; readonly permissions: readonly string[] };
  /** The operator's files that the request named, as they were: panels delete a template right after. */
  readonly files: DeliveredFiles;
  readonly route: string;
  /** The player or base, as the caller named it. */
  readonly target: string;
  /** '' for a base. */
  readonly uid: Guid | '';
  /** For people, such as `10 × PalSphere`. */
  readonly summary: string;
  readonly acceptedAtMs: number;
  /** When it was delivered, canceled or failed; null while it waits. */
  readonly endedAtMs: number | null;
  readonly attempts: number;
  /** Why the last attempt failed; ''. */
  readonly reason: string;
  /** The batch that delivers or delivered it; ''. */
  readonly batch: string;
}

/** The parsed JSON of Pal templates and import rules by name; a name without a value is a missing file. */
export interface DeliveredFiles {
  readonly palTemplates: Readonly<Record<string, unknown>>;
  readonly importRules: Readonly<Record<string, unknown>>;
}

/** Deliveries of one maintenance, committed before any file: the digests identify the state after a crash. */
export interface DeliveryBatch {
  readonly id: string;
  readonly atMs: number;
  readonly folder: string;
  /** `writing`: the outcome is unknown. `written`: the files are in place, but the server has not confirmed them. */
  readonly state: 'writing' | 'written';
  readonly deliveries: readonly Guid[];
  /** SHA-256 of the files of the save by path, before and after. */
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
}

/** A UserId and a PlayerUID that a game server has named together. Permanent. */
export interface Identity {
  /** `<userId> <uid>`. */
  readonly key: string;
  readonly userId: UserId;
  readonly uid: Guid;
  readonly firstSeenAtMs: number;
  readonly lastSeenAtMs: number;
}

/** A user on the ban list of the game server, and which side banned them. */
export interface GameBan {
  readonly userId: UserId;
  readonly origin: 'Game' | 'Palatine';
}

/** A player's current or last location. Keyed by uid; moves are kept in memory and saved periodically. */
export interface PlayerLocation extends Location {
  readonly uid: Guid;
}

/** A container of characters: a team, a Palbox, the workers of a camp. Its members are found by their place. */
export interface CharacterBox {
  readonly containerId: Guid;
  readonly capacity: number;
}

/** A technology that a player of this world has unlocked, at its import or later; it stays one when it is forgotten. */
export interface UnlockedTechnology {
  readonly id: string;
}

/** A player's belongings and progress. Accounts without a player file have no such record. */
export interface Player {
  readonly uid: Guid;
  /** The player's own character; null when the world does not hold it. */
  readonly characterId: Guid | null;
  /** Containers of items; null where the world does not hold the container. */
  readonly inventory: Readonly<Record<InventoryName, Guid | null>>;
  readonly team: CharacterBox;
  readonly palbox: CharacterBox;
  /** Technology ids as the catalogue spells them, in order of learning. */
  readonly technologies: readonly string[];
  readonly technologyPoints: number;
  readonly ancientTechnologyPoints: number;
  /** Relics held; a missing type is 0. */
  readonly relics: Readonly<Partial<Record<RelicType, number>>>;
  readonly records: PlayerStatistics;
}

type Counts = Readonly<Record<string, number>>;
const NO_COUNTS: Counts = {};

export type PlayerStatistics = Readonly<typeof NO_RECORDS>;

export const NO_RECORDS = {
  towerBossDefeats: NO_COUNTS,
  normalBossDefeats: {} as Readonly<Record<string, boolean>>,
  raidBossDefeats: NO_COUNTS,
  predatorDefeats: 0,
  /** Species caught at least once. */
  tribeCaptures: 0,
  palCaptures: NO_COUNTS,
  palCaptureBonuses: NO_COUNTS,
  palButchers: NO_COUNTS,
  itemsCrafted: NO_COUNTS,
  normalDungeonClears: 0,
  fixedDungeonClears: 0,
  oilrigClears: 0,
  palRankUps: NO_COUNTS,
  arenaSoloClears: NO_COUNTS,
  npcTalks: NO_COUNTS,
  fishCaught: NO_COUNTS,
  treasuresFound: 0,
  campsConquered: 0,
  firstFishingComplete: false,
};

/** Discoveries of a player, by uid; none for players without a player file, and in older worlds. */
export interface Discoveries {
  readonly uid: Guid;
  /** By the ids of the level objects, 32 hex digits, as are relics. */
  readonly fastTravelPoints: readonly string[];
  /** By relic type; Lifmunk effigies are `CapturePower`. */
  readonly relics: Readonly<Record<string, readonly string[]>>;
  readonly areas: readonly string[];
  readonly notes: readonly string[];
  /** Species that the Paldeck shows. */
  readonly paldeck: readonly string[];
}

/** Facts of a save about itself and its world at the import. */
export interface Survey {
  /** ms since 1970, in the saving server's local time; null when the save does not say. */
  readonly savedAtMs: number | null;
  /** Game build; 0 before mid 2025. */
  readonly gameBuild: number;
  /** As LevelMeta.sav says; 0 without that file. */
  readonly inGameDay: number;
  /** Time in the game since its first day began. */
  readonly inGameSeconds: number;
  /** Without a kind: a remark of the import. */
  readonly warnings: readonly (Readonly<SaveNote> & { readonly kind?: SaveWarningKind })[];
}

/** Base work speed of every Pal: 0.7 of 100. Saves do not hold it since 2025. */
export const PAL_CRAFT_SPEED = 70;

/** A Pal or person of level 1 without owner and box. Drafts and test builders start from it. */
export const BLANK_CHARACTER = {
  /** The player whose own body this is; null for Pals and people. */
  playerUid: null as Guid | null,
  /** Species (`Anubis`, `BOSS_Anubis`) or NPC id, as first spelled; '' for a player's body. */
  species: '',
  /** '' when it has none. */
  uniqueNpcId: '',
  nickname: '',
  skinId: '',
  gender: 'None' as 'Male' | 'Female' | 'None',
  level: 1,
  exp: 0,
  /** Lucky. */
  shiny: false,
  /** Condenser stars + 1: 1 to 5. */
  partnerSkillLevel: 1,
  /** Pals condensed toward the next star. */
  condensedPals: 0,
  souls: { health: 0, attack: 0, defense: 0, craftSpeed: 0 } as Readonly<Record<keyof typeof SOULS, number>>,
  ivs: { health: 0, attackMelee: 0, attackShot: 0, defense: 0 } as Readonly<Record<keyof typeof IVS, number>>,
  /** Points, not thousandths. */
  hp: 1,
  stomach: 0,
  maxStomach: 0,
  sanity: 100,
  support: 0,
  craftSpeed: PAL_CRAFT_SPEED,
  physicalHealth: 'Healthful',
  workerSick: 'None',
  friendshipPoints: 0,
  imported: false,
  awakened: false,
  activeSkills: [] as readonly string[],
  learntSkills: [] as readonly string[],
  passives: [] as readonly string[],
  extraWorkSuitabilities: NO_COUNTS,
  disabledWork: [] as readonly string[],
  unusedStatusPoints: 0,
  /** Status points spent, by the save's (Japanese) status name. */
  statusPoints: NO_COUNTS,
  /** The catcher; null for base workers since 2025 and for unowned characters. */
  ownerUid: null as Guid | null,
  /** Its slot in a box; null without one. The box, not the owner field, determines the player. */
  place: null as { readonly containerId: Guid; readonly slot: number } | null,
};

/** A player's body, a Pal or a captured human. Fields a save leaves out have the game's default. */
export interface Character extends Readonly<typeof BLANK_CHARACTER> {
  readonly id: Guid;
  /** Absent when unknown, as are the two below. */
  readonly mp?: number;
  readonly sp?: number;
  readonly shield?: number;
  /** Only on summoned characters: location and options of the summon. */
  readonly summoned?: {
    readonly location: Location;
    readonly uncapturable: boolean;
    readonly aiDisabled: boolean;
    readonly damageMeter: boolean;
    readonly healthMultiplier: number;
    readonly disabledStatuses: readonly string[];
  };
}

/** The state a single weapon, armor or egg carries. */
export type ItemInstance =
  | {
      readonly kind: 'weapon';
      readonly id: Guid;
      readonly durability: number;
      readonly bullets: number;
      readonly passives: readonly string[];
    }
  | { readonly kind: 'armor'; readonly id: Guid; readonly durability: number }
  | {
      readonly kind: 'egg';
      readonly id: Guid;
      readonly species: string;
      /** The Pal inside when it is already rolled; its place is null. */
      readonly pal: Character | null;
    };

export interface ItemStack {
  readonly itemId: string;
  readonly count: number;
  readonly instance?: ItemInstance;
}

export interface Container {
  readonly id: Guid;
  readonly capacity: number;
  /** Occupied slots by index, 0 to capacity - 1. */
  readonly slots: Readonly<Record<number, ItemStack>>;
}

export interface Guild {
  readonly id: Guid;
  readonly name: string;
  readonly baseCampLevel: number;
  readonly adminUid: Guid;
  readonly members: readonly GuildMember[];
  /** Container of the guild chest; null when the world does not hold it. */
  readonly chestId: Guid | null;
  readonly laboratory: {
    /** '' when nothing is researched. */
    readonly currentResearch: string;
    /** Work done by research id, in the order of the game's list. */
    readonly workAmounts: Counts;
  };
  readonly expeditions: {
    readonly finished: number;
    /** Mission ids that are released. */
    readonly released: readonly string[];
  };
}

export interface GuildMember {
  readonly uid: Guid;
  /** The name in the member's row; members may have no character in the world. */
  readonly name: string;
  /** 1 admin, 2 member, 3 and 4 lower ranks. */
  readonly role: number;
}

export interface Camp {
  readonly id: Guid;
  readonly name: string;
  readonly guildId: Guid;
  readonly state: 'Normal' | 'NotAvailable';
  readonly location: Location;
  readonly areaRangeCm: number;
  readonly workers: CharacterBox;
}

/** An object in the world: a building, a dropped item, a plant. */
export interface MapObject {
  readonly id: Guid;
  /** Kind of object: `PalBoxV2`, `CommonDropItem3D`, … */
  readonly objectId: string;
  /** Zero GUID outside any camp: the landscape. */
  readonly campId: Guid;
  readonly location: Location;
  /** Turn about the vertical axis in degrees, above -180 to 180. */
  readonly yawDeg: number;
  readonly hp: number;
  readonly maxHp: number;
  /** Its class in the counts of a deletion. */
  readonly class: 'palbox' | 'dropItem' | 'building' | 'defense' | 'other';
  /** Container of items inside; null when it has none or the world does not hold it. */
  readonly containerId: Guid | null;
  /** True when that container is item storage (chests, coolers), not a workbench's in- and outputs. */
  readonly storage: boolean;
  /** Pals inside a booth or a machine; null when it holds none. */
  readonly booth: CharacterBox | null;
  /** Its builder; null when unknown or none. Some natural objects name a player too. */
  readonly builderUid: Guid | null;
  /** The object that it belongs to and is removed with; null without one. */
  readonly ownerId: Guid | null;
  /** True for what the landscape itself puts there: rocks, logs, treasure boxes. A deleted base leaves it. */
  readonly natural: boolean;
  readonly underConstruction: boolean;
}
