import type { CallOptions, ClientMethodName, PalatineError, UnansweredError } from '@palatine/client';
import type { ALL_ROUTES } from '@palatine/contract';

type Routes = typeof ALL_ROUTES;

export type WriteName = {
  [Name in ClientMethodName]: Routes[Name] extends { method: 'GET' } ? never : Name;
}[ClientMethodName];

export type Write<Name extends WriteName> = {
  readonly route: Name;
  /** Its effect, in the words of its button: "Kick Zoe". Shown in the outbox. */
  readonly label: string;
  /** Made by `newKey` when the dialog opened. */
  readonly key: string;
} & Omit<CallOptions<Routes[Name]>, 'signal' | 'timeoutMs' | 'retry' | 'idempotencyKey'>;

export interface AnyWrite {
  readonly route: WriteName;
  readonly label: string;
  readonly key: string;
  readonly params?: object;
  readonly query?: object;
  readonly body?: unknown;
}

/**
 * `waiting`: for a free slot. `sent`: no answer yet. `done`, `refused`: as the service said.
 * `unknown`: the answer was lost, at a gateway that of the world; the same key settles it. `stopped`: never sent.
 */
export const ENTRY_STATES = ['waiting', 'sent', 'done', 'refused', 'unknown', 'stopped'] as const;
export type EntryState = (typeof ENTRY_STATES)[number];

/** A write in the outbox. Plain data: it is kept over a reload. */
export interface Entry {
  readonly key: string;
  readonly route: WriteName;
  readonly label: string;
  /** `params`, `query` and `body` of the call. */
  readonly call: Omit<AnyWrite, 'route' | 'label' | 'key'>;
  readonly state: EntryState;
  /** When it was first asked for, in ms since 1970. */
  readonly askedAtMs: number;
  /** Name of the token it was sent with; the service knows a key of this token only. */
  readonly issuer: string;
  /** Why it was refused, or what was lost. */
  readonly code?: string;
  readonly message?: string;
  readonly requestId?: string;
}

export type Outcome =
  | { readonly state: 'done'; readonly reply: unknown }
  | { readonly state: 'refused'; readonly error: PalatineError }
  | { readonly state: 'unknown'; readonly error: UnansweredError | PalatineError }
  | { readonly state: 'stopped' };

/** States of writes whose outcome is not known yet. */
export const OPEN_STATES: ReadonlySet<EntryState> = new Set(['waiting', 'sent', 'unknown']);

/** The gateway's code for a write that the world behind it may have applied or not. */
export const UNSETTLED_CODES: ReadonlySet<string> = new Set(['OUTCOME_UNKNOWN', 'WORLD_ANSWER_INVALID']);
