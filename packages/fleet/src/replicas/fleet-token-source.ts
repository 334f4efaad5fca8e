import type { DatabaseSync } from 'node:sqlite';
import type { Token } from '@palatine/contract/tokens';
import { tokenId } from '@palatine/data-dir/token-files';
import { sha256Of } from '@palatine/platform/read-file';
import type { Logger } from 'pino';
import { type FleetToken, tokenCodec } from '../messages/protocol.ts';
import { ReplicatedTable } from './replicated-table.ts';

/** Prefix of ids and names of the fleet's tokens at a world: they never clash with its own. */
export const FLEET = 'fleet:';

/** The tokens of a fleet, for requests. `validate` says which are valid, and for what. */
export function fleetTokenSource(
  database: DatabaseSync,
  log: Logger,
  validate: (digest: string, token: FleetToken) => Token | undefined,
) {
  /** Under the SHA-256 of their secrets, so that timing reveals nothing of them. */
  const table = new ReplicatedTable<FleetToken>(database, 'tokens', tokenCodec, (error) =>
    log.warn({ err: error }, 'ignoring an invalid token of the fleet'),
  );
  const used = new Map<string, string>();
  const listeners = new Set<() => void>();

  function tokenOf(digest: string): Token | undefined {
    const stored = table.get(digest);
    const token = stored && validate(digest, stored);
    if (token !== undefined) used.set(token.id, digest);
    return token;
  }

  return {
    table,
    find: (secret: string) => tokenOf(sha256Of(secret)),
    /** The current state of a used token; undefined when it is no longer valid. */
    byId: (id: string) => tokenOf(used.get(id) ?? ''),
    /** Calls back when tokens have changed. @returns how to end that. */
    onChange(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    changed(): void {
      for (const listener of listeners) listener();
    },
  };
}

/** A token of the fleet as the checks of a request see it. `prefix`: of its id and name; '' at a gateway. */
export function asToken(
  digest: string,
  { Name, AnswerForm, Worlds }: FleetToken,
  permissions: readonly string[],
  prefix = '',
): Token {
  return {
    id: `${prefix}${tokenId(digest)}`,
    name: `${prefix}${Name}`,
    permissions,
    answerForm: AnswerForm,
    worlds: Worlds,
  };
}
