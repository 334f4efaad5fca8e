import type { AnswerForm, Banlist, ErrorCode, ErrorDetails, EventData } from '@palatine/contract';
import type { Rules, WorldEvent } from '@palatine/world';
import type { NewAuditEntry } from '../store/audit-store.ts';

/**
 * What goes between the HTTP side and the game thread. Every request holds a place in the queue, and with it
 * one shared word that goes from WAITING to either APPLIED or GIVEN_UP, once: whoever is first decides. So a
 * request that was given up is never run, and one that is being run is never given up.
 */
export const PENDING = 0;
export const CLAIMED = 1;
export const EXPIRED = 2;

/** Everything the game thread is started with. */
export interface GameThreadData {
  worldFile: string;
  dataFolder: string;
  banlistFile: string;
  templatesFolder: string;
  importRulesFolder: string;
  rules: Rules;
  /** One word per place in the queue. */
  words: Int32Array<SharedArrayBuffer>;
  /** One number: the version of the world. Any change of the world changes it before it is answered. */
  version: Int32Array<SharedArrayBuffer>;
  /** The memory of a GameTally: what the thread counts, where a scrape reads it. */
  tally: SharedArrayBuffer;
  simulate: SimulateChoice;
  /** How long the audit keeps a write; 0 for ever. */
  auditKeptMs: number;
}

/** `Demo`: only a demo world is simulated. `Moving` only moves players, for measuring. */
export type SimulateChoice = 'Always' | 'Never' | 'Demo' | 'Moving';

/** Reads the world; answered from memory while the world has not changed. */
export interface Question {
  type: 'question';
  place: number;
  name: string;
  params: Record<string, string>;
  form: AnswerForm;
}

/** Changes the world. */
export interface CommandAsk {
  type: 'command';
  place: number;
  name: string;
  params: Record<string, string>;
  body: unknown;
  issuer: { name: string; ip: string; permissions: readonly string[] };
  /** What the audit says of it, but for how it ended. */
  audit: AuditSubject;
  /** Where the caller wants to be able to ask again. */
  idempotency: { key: string; fingerprint: string } | undefined;
}

export type AuditSubject = Pick<NewAuditEntry, 'Token' | 'IP' | 'Route' | 'Target' | 'Reason' | 'request'>;

/** A file of the operator's that ReloadConfig takes nothing from: its last good state stays in force. */
export type RejectedFile = EventData<'config.rejected'>;

/** ReloadConfig: what the HTTP side has read of the settings files. */
export interface ReloadInput {
  rules: Rules;
  rejected: readonly RejectedFile[];
}

/** Reads what the store keeps beside the world. */
export interface RecordsAsk {
  type: 'records';
  place: number;
  what: 'audit' | 'events' | 'ended';
  params: Record<string, string>;
}

export type ToWorker =
  | Question
  | CommandAsk
  | RecordsAsk
  /** A write that was refused before it reached the game, for the audit. */
  | { type: 'refused'; entry: NewAuditEntry }
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

export type FromWorker =
  | { type: 'ready'; figures: WorldFigures }
  | { type: 'answer'; place: number; answer: CachedResponse; version: number }
  /** How the commands of a batch ended, also those that were refused. */
  | { type: 'outcomes'; outcomes: { place: number; outcome: Outcome }[] }
  | { type: 'records'; place: number; records: unknown }
  | { type: 'refused'; place: number; code: ErrorCode; message: string; details: ErrorDetails }
  /** The work threw; the cause goes to the log only. */
  | { type: 'failed'; place: number; cause: string }
  /** The caller had given up; nothing was run. */
  | { type: 'skipped'; place: number }
  /** The bans in force are these from now on. */
  | { type: 'banlist'; banlist: Banlist }
  | { type: 'events'; events: WorldEvent[] }
  /** Something the operator should know. */
  | { type: 'trouble'; message: string }
  | { type: 'stopped' };

/** An answer as it goes over the wire. */
export interface CachedResponse {
  bytes: Uint8Array;
  etag: string;
}

/** How a write ended, as it goes over the wire. */
export interface Outcome {
  status: number;
  /** JSON. */
  body: string;
  /** Whether this is the stored outcome of an earlier request with the same key. */
  replayed: boolean;
}
