/** The reads of the REST interface, by the last part of their path. */
export const READS = ['info', 'players', 'settings', 'metrics', 'game-data'] as const;
export type Read = (typeof READS)[number];
/** The writes, likewise. */
export const WRITES = ['announce', 'kick', 'ban', 'unban', 'save', 'shutdown', 'stop'] as const;
export type Write = (typeof WRITES)[number];
export type Endpoint = Read | Write;

/** The files of a save as the game writes them, in the order of a round. */
export type SavePart = 'players' | 'level' | 'meta';

/**
 * How the stand-in behaves where builds of the game differ, or where they are unknown. All can be set at start and
 * changed while it runs (`variants` of the control channel). docs/game-server.md says what the game does.
 */
export interface Variants {
  // Form of responses
  /** Decides the version, the fields of metrics and the number of settings. */
  build: '1.0' | '0.7';
  /** The key of the address in `/players`. 1.0.5 sends `iP`. */
  ipKey: 'iP' | 'ip' | 'IP' | 'missing';
  /** An empty address, as some builds send. */
  emptyIp: boolean;
  accountName: boolean;
  /** `building_count`: documented, and absent in all live captures. */
  buildingCount: boolean;
  /** Pings with long fractions; else whole numbers. */
  floatPing: boolean;
  /** Undocumented keys, in every object. */
  extraKeys: boolean;
  /** `playerId` of a player who is still loading. */
  loadingPlayerId: 'None' | '00000000' | '00000000000000000000000000000000';
  /** Fields that metrics leaves out. */
  metricsWithout: readonly string[];
  /** `worldguid` in place of the folder's name: another world, as clients see it. */
  worldGuid: string | null;
  /** `serverfps`; null for figures around 60. */
  fps: number | null;
  /** uptime does not advance, as on a frozen server. */
  uptimeFrozen: boolean;
  /** `Content-Type`: as 1.0.5 sends it (text/plain for settings), always JSON, or always text. */
  contentType: 'game' | 'json' | 'text';
  /** How JSON is printed. The game prints tabs. */
  indent: 'tabs' | 'none';
  byteOrderMark: boolean;
  /** The body of a successful kick, ban, unban, shutdown or stop, which has not been captured. */
  successBody: '' | 'OK' | '{}';

  // Auth
  /** Replaces the password of the start; '' is a server without an effective one. */
  password: string | null;

  // Players
  /** From connecting until the real playerId is there. */
  loadingMs: number;
  /** How long a banned player is seen while connecting. */
  bannedVisibleMs: number;
  /** Effect of a kick on a loading player: not proved. */
  kickWhileLoading: 'works' | 'ignored' | 'refused';
  /** Whether a ban disconnects the player at once: not proved. */
  banKicks: boolean;

  // Connections
  /** Idle connections are closed after this; 15 s in the game. */
  idleCloseMs: number;

  // Saving
  /** From one autosave to the next; 0 for never. */
  autosaveMs: number;
  saveOrder: readonly SavePart[];
  /** Between one file and the next. */
  fileGapMs: number;
  /**
   * A file is missing for this long between removal and rename; 0 renames over it. A server that is killed in between
   * has lost its world.
   */
  missingMs: number;
  /** How long a `.tmp` stays half written. */
  halfWrittenMs: number;
  /** `online`: files of players who were online since the last round; `all`: every file. Not proved. */
  savedPlayers: 'online' | 'all';
  /** A round fails when another process has one of its files open, as on Windows. Linux only. */
  failsWhenOpen: boolean;
  /** Generations below `backup/world` are kept. */
  generations: boolean;
  /** Seconds of the game's own rotation per real second: 30 makes a generation each second. */
  generationSpeed: number;
}

export const DEFAULT_VARIANTS: Variants = {
  build: '1.0',
  ipKey: 'iP',
  emptyIp: false,
  accountName: true,
  buildingCount: false,
  floatPing: true,
  extraKeys: false,
  loadingPlayerId: 'None',
  metricsWithout: [],
  worldGuid: null,
  fps: null,
  uptimeFrozen: false,
  contentType: 'game',
  indent: 'tabs',
  byteOrderMark: false,
  successBody: '',
  password: null,
  loadingMs: 3_000,
  bannedVisibleMs: 1_000,
  kickWhileLoading: 'works',
  banKicks: true,
  idleCloseMs: 15_000,
  autosaveMs: 30_000,
  saveOrder: ['players', 'level', 'meta'],
  fileGapMs: 0,
  missingMs: 0,
  halfWrittenMs: 0,
  savedPlayers: 'online',
  failsWhenOpen: false,
  generations: true,
  generationSpeed: 1,
};

/** Effect of a fault on one response of the REST interface. The request still has had its effect. */
export const ANSWER_FAULTS = [
  /** The first half of the body, with the length that belongs to it. */
  'truncated',
  /** 502 and 200 with the page of a proxy. */
  'html',
  'htmlOk',
  /** 200 without a body. */
  'empty',
  /** 10 MiB more of spaces. */
  'huge',
  /** One byte in a quarter of a second. */
  'drip',
  /** Accepted and never answered. */
  'hang',
  /** The connection is reset in place of an answer. */
  'reset',
  'status500',
  /** JSON of another shape. */
  'wrongShape',
] as const;
export type AnswerFault = (typeof ANSWER_FAULTS)[number];

/** Faults of answers. The first rule that fits an answer is taken. */
export interface AnswerRule {
  fault: AnswerFault;
  /** All endpoints when absent. */
  endpoint?: Endpoint;
  /** Number of responses it affects; all by default. */
  times?: number;
}

/** Faults on disk. */
const DISK_FAULTS = [
  /** The next write of Level.sav leaves it with 0 bytes, until the round after. */
  'emptyLevel',
  /** The same of LevelMeta.sav, as on a full disk. */
  'emptyMeta',
  /** The same of the first player's file. */
  'emptyPlayer',
  /** The next round leaves `Level.sav.tmp` half written and fails. */
  'halfWrittenTmp',
  /** The next round fails before it writes anything, as on a full disk. */
  'diskFull',
  /** A second world folder appears beside, with newer files. */
  'secondWorld',
  /** A player's file is renamed to lower case. The game does not read it at the next boot. */
  'lowerCasePlayer',
  /** A generation without Level.sav appears. */
  'unfinishedGeneration',
] as const;
export type DiskFault = (typeof DISK_FAULTS)[number];
