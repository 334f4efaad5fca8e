import type { AnswerRule, DiskFault, Variants } from '../variants.ts';

export interface JoiningPlayer {
  /** `steam_76561…`, `gdk_…`, `ps5_…`. */
  userId: string;
  /** 32 upper hex digits. Else as remembered, the game's hash of a Steam id, or one made of the UserId. */
  playerId?: string;
  /** Else the name in the save, else the UserId. */
  name?: string;
  accountName?: string;
  ip?: string;
  /** A second connection although the UserId is connected already. */
  twice?: boolean;
}

export interface SessionTruth {
  userId: string;
  /** 32 upper hex digits, also while loading. */
  playerId: string;
  name: string;
  loading: boolean;
}

/** State of a player in the memory of the stand-in, from which the game would continue. */
export interface PlayerTruth {
  playerId: string;
  /** '' when unknown. */
  userId: string;
  name: string;
  level: number;
  exp: number;
  /** Total count by item, over the six containers of the player. */
  items: Record<string, number>;
  /** Species of the Pals the player owns, each as often as there are, sorted. */
  pals: string[];
  palIds: string[];
  technologies: string[];
  technologyPoints: number;
  ancientTechnologyPoints: number;
  relics: Record<string, number>;
  locationX: number;
  locationY: number;
}

export interface Audit {
  worldGuid: string;
  /** ms since 1970. */
  startedAtMs: number;
  /** Rounds that were written whole since the start. */
  saves: number;
  players: Record<string, PlayerTruth>;
  /** Ids of the bases, 32 upper hex digits. */
  bases: string[];
  banned: string[];
  sessions: SessionTruth[];
}

export interface ServerStatus {
  state: 'booting' | 'running' | 'paused' | 'hanging' | 'stopping';
  startedAtMs: number;
  /** The REST port; 0 while it is closed. */
  port: number;
  worldGuid: string;
  saveFolder: string;
  saves: number;
  /** The last round that was written whole, ms since 1970. */
  savedAtMs: number | null;
  failedSaves: number;
}

export interface LoggedRequest {
  atMs: number;
  method: string;
  path: string;
  status: number;
  /** The JSON it sent, null without any. */
  body: unknown;
}

export interface RandomLife {
  seed: number;
  /** Mean time between two things that happen. */
  everyMs: number;
  /** Events that may happen; all by default. */
  kinds?: readonly RandomKind[];
}
export const RANDOM_KINDS = ['join', 'leave', 'move', 'gainItem', 'gainLevel', 'catchPal'] as const;
export type RandomKind = (typeof RANDOM_KINDS)[number];

type Command<Args, Result> = { args: Args; result: Result };
type None = Record<string, never>;

export interface ServerCommands {
  status: Command<None, ServerStatus>;
  audit: Command<None, Audit>;
  /** The requests since the start or the last `forgetRequests`, at most 10,000. */
  requests: Command<None, LoggedRequest[]>;
  forgetRequests: Command<None, null>;
  variants: Command<Partial<Variants>, Variants>;
  /** Adds a rule; `clear` removes those there were. */
  answerFault: Command<AnswerRule, null>;
  clearAnswerFaults: Command<None, null>;
  diskFault: Command<{ fault: DiskFault }, null>;

  /** Connects a player: loading first, then in the game. Refused when banned, after a moment. */
  join: Command<JoiningPlayer, SessionTruth>;
  leave: Command<{ userId: string }, null>;
  leaveAll: Command<None, null>;
  move: Command<{ userId: string; x: number; y: number }, null>;
  /** Gives a player items, or takes them (count below 0). Throws when there is no room. */
  gainItem: Command<{ userId: string; itemId: string; count: number }, null>;
  gainLevel: Command<{ userId: string; levels: number }, null>;
  catchPal: Command<{ userId: string; characterId: string }, { instanceId: string }>;
  learn: Command<{ userId: string; technology: string }, null>;

  /** Writes a round at once, as an autosave does. @returns when it is on disk. */
  save: Command<None, null>;
  /** Stops everything, as SIGSTOP does: connections are accepted and nothing is answered. */
  pause: Command<None, null>;
  resume: Command<None, null>;
  /** REST hangs for so long while the game goes on. */
  hang: Command<{ ms: number }, null>;
  /** uptime begins again, without a restart. */
  resetUptime: Command<None, null>;
  random: Command<RandomLife | None, null>;
  /** Ends at once without saving. Answered before. */
  crash: Command<{ code?: number }, null>;
}

/** The commands of a supervisor, which answers them also while the server is down. */
export interface SupervisorCommands {
  supervision: Command<None, Supervision>;
  /** Starts the server if it is down, and waits until it serves. */
  start: Command<None, Supervision>;
  /** SIGTERM, and SIGKILL after `graceMs` (60 s); it stays down, as after `docker stop`. */
  stop: Command<{ graceMs?: number }, Supervision>;
  /** SIGKILL; the server restarts if `restartMs` is set. */
  kill: Command<None, Supervision>;
  /** Delay of the restart after an end; null for never. */
  restartMs: Command<{ ms: number | null }, Supervision>;
  /** How long the next starts take before they serve. */
  bootMs: Command<{ ms: number }, Supervision>;
  /** The next starts end before they serve. */
  failBoots: Command<{ times: number }, Supervision>;
}

export interface Supervision {
  /** null while the server is down. */
  pid: number | null;
  serving: boolean;
  boots: number;
  lastExit: { code: number | null; signal: string | null } | null;
  restartMs: number | null;
  /** Whether `stop` was the last order, so that nothing restarts it. */
  stopped: boolean;
}

type Commands = ServerCommands & SupervisorCommands;
type CommandName = keyof Commands;
type ArgsOf<Name extends CommandName> = Commands[Name]['args'];
type ResultOf<Name extends CommandName> = Commands[Name]['result'];

export type Control = <Name extends CommandName>(
  command: Name,
  ...args: Record<string, never> extends ArgsOf<Name> ? [args?: ArgsOf<Name>] : [args: ArgsOf<Name>]
) => Promise<ResultOf<Name>>;
