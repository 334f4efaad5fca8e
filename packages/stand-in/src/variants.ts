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
export const DEFAULT_VARIANTS = {
  // Form of responses
  /** Decides the version, the fields of metrics and the number of settings. */
  build: '1.0' as '1.0' | '0.7',
  /** The key of the address in `/players`. 1.0.5 sends `iP`. */
  ipKey: 'iP' as 'iP' | 'ip' | 'IP' | 'missing',
  emptyIp: false,
  accountName: true,
  /** `building_count`: documented, and absent in all live captures. */
  buildingCount: false,
  /** Pings with long fractions; else whole numbers. */
  floatPing: true,
  extraKeys: false,
  loadingPlayerId: 'None' as 'None' | '00000000' | '00000000000000000000000000000000',
  metricsWithout: [] as readonly string[],
  /** `worldguid` in place of the folder's name: another world, as clients see it. */
  worldGuid: null as string | null,
  /** `serverfps`; null for figures around 60. */
  fps: null as number | null,
  /** uptime does not advance, as on a frozen server. */
  uptimeFrozen: false,
  /** `Content-Type`: as 1.0.5 sends it (text/plain for settings), always JSON, or always text. */
  contentType: 'game' as 'game' | 'json' | 'text',
  /** How JSON is printed. The game prints tabs. */
  indent: 'tabs' as 'tabs' | 'none',
  byteOrderMark: false,
  /** The body of a successful kick, ban, unban, shutdown or stop, which has not been captured. */
  successBody: '' as '' | 'OK' | '{}',
  // Auth
  /** Replaces the password of the start; '' is a server without an effective one. */
  password: null as string | null,
  // Players
  /** From connecting until the real playerId is there. */
  loadingMs: 3_000,
  /** How long a banned player is seen while connecting. */
  bannedVisibleMs: 1_000,
  /** Effect of a kick on a loading player: not proved. */
  kickWhileLoading: 'works' as 'works' | 'ignored' | 'refused',
  /** Whether a ban disconnects the player at once: not proved. */
  banKicks: true,
  // Connections
  /** Idle connections are closed after this; 15 s in the game. */
  idleCloseMs: 15_000,
  // Saving
  /** From one autosave to the next; 0 for never. */
  autosaveMs: 30_000,
  saveOrder: ['players', 'level', 'meta'] as readonly SavePart[],
  /** Between one file and the next. */
  fileGapMs: 0,
  /**
   * A file is missing for this long between removal and rename; 0 renames over it. A server that is killed in between
   * has lost its world.
   */
  missingMs: 0,
  /** How long a `.tmp` stays half written. */
  halfWrittenMs: 0,
  /** `online`: files of players who were online since the last round; `all`: every file. Not proved. */
  savedPlayers: 'online' as 'online' | 'all',
  /** A round fails when another process has one of its files open, as on Windows. Linux only. */
  failsWhenOpen: false,
  /** Generations below `backup/world` are kept. */
  generations: true,
  /** Seconds of the game's own rotation per real second: 30 makes a generation each second. */
  generationSpeed: 1,
};

export type Variants = typeof DEFAULT_VARIANTS;

/** Effect of a fault on one response of the REST interface. The request still has had its effect. */
export const ANSWER_FAULTS = [
  /** The first half of the body, with the length that belongs to it. */
  'truncated',
  /** 502 and 200 with the page of a proxy. */
  'html',
  'htmlOk',
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
