import type { AnswerForm, Banlist, ErrorCode, ErrorDetails } from '@palisade/contract';
import type { Rules } from '@palisade/world';

/**
 * What goes between the HTTP side and the game thread. Every request holds a place in the queue, and with it
 * one shared word that goes from WAITING to either APPLIED or GIVEN_UP, once: whoever is first decides. So a
 * request that was given up is never run, and one that is being run is never given up.
 */
export const WAITING = 0;
export const APPLIED = 1;
export const GIVEN_UP = 2;

/** Everything the game thread is started with. */
export interface GameThreadData {
  worldFile: string;
  rules: Rules;
  /** One word per place in the queue. */
  words: Int32Array<SharedArrayBuffer>;
  /** One number: the version of the world. Any change of the world changes it before it is answered. */
  version: Int32Array<SharedArrayBuffer>;
  simulate: SimulateChoice;
  /** Who may not come online. */
  banlist: Banlist;
}

/** `Demo`: only a demo world is simulated. `Moving` only moves players, for measuring. */
export type SimulateChoice = 'Always' | 'Never' | 'Demo' | 'Moving';

export type Ask =
  | { type: 'question'; place: number; name: string; params: Record<string, string>; form: AnswerForm }
  | { type: 'rules'; rules: Rules }
  | { type: 'stop' };

export interface WorldFigures {
  name: string;
  origin: 'demo' | 'save';
  players: number;
  online: number;
  guilds: number;
  camps: number;
  characters: number;
  simulated: boolean;
}

export type Reply =
  | { type: 'ready'; figures: WorldFigures }
  | { type: 'answer'; place: number; answer: Answer; version: number }
  | { type: 'refused'; place: number; code: ErrorCode; message: string; details: ErrorDetails }
  /** The work threw; the cause goes to the log only. */
  | { type: 'failed'; place: number; cause: string }
  /** The caller had given up; nothing was run. */
  | { type: 'skipped'; place: number }
  | { type: 'trouble'; message: string }
  | { type: 'stopped' };

/** An answer as it goes over the wire. */
export interface Answer {
  bytes: Uint8Array;
  etag: string;
}
