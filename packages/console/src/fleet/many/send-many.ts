import { PalatineError } from '@palatine/client';
import { BASE_PATH, MANY_WORLDS_PATH, type ManyWorldsReply, type RouteShape } from '@palatine/contract';
import { describeError } from '../../faces/describe-error.ts';
import { fleetClient } from '../../session/session.ts';
import { MANY_ROUTES, type ManyKind } from './many-open.ts';
import type { ManyRunOptions } from './many-run.ts';

/** The gateway answers when every world has: the slowest may take that long, in ms. */
const TIMEOUT_MS = 90_000;

/** What somebody has filled in. */
export interface ManyDraft {
  readonly message: string;
  readonly userId: string;
  readonly reason: string;
}

/** Sends a write to worlds by their keys. */
export async function sendMany(
  kind: ManyKind,
  draft: ManyDraft,
  worlds: readonly string[],
  key: string,
): Promise<ManyWorldsReply> {
  const route: RouteShape = MANY_ROUTES[kind];
  const base = `${MANY_WORLDS_PATH}/${worlds.join(',')}${route.base ?? BASE_PATH}`;
  const reply = await fleetClient().call(
    { ...route, base } as RouteShape & { path: '/' },
    {
      ...callOf(kind, draft),
      idempotencyKey: key,
      retry: false,
      timeoutMs: TIMEOUT_MS,
    } as object,
  );
  return reply as ManyWorldsReply; // what a gateway answers below this path
}

function callOf(kind: ManyKind, { message, userId, reason }: ManyDraft): object {
  const body = reason.trim() === '' ? {} : { Reason: reason.trim() };
  switch (kind) {
    case 'broadcast':
      return { body: { Message: message } };
    case 'ban':
      return { params: { player_identifier: userId.trim() }, body };
    case 'unban':
      return { params: { user_id: userId.trim() }, body };
    case 'reload':
      return { body: {} };
  }
}

/** Why a request to many worlds failed as a whole. */
export const manyFailure: ManyRunOptions['failed'] = (error) => {
  const { code, message } = describeError(error);
  // A refusal of the gateway came before any world was asked; anything else says nothing of the worlds.
  return { code, message, mayHaveBegun: !(error instanceof PalatineError && error.status < 500) };
};
