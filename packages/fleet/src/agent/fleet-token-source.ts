import type { DatabaseSync } from 'node:sqlite';
import { type FurtherTokens, sha256, type Token, tokenId } from '@palatine/data-dir/tokens';
import type { Logger } from 'pino';
import { type FleetToken, tokenCodec } from '../messages/index.ts';
import { ReplicatedTable } from '../replicas/replicated-table.ts';

/** Prefix of ids and names of the fleet's tokens at a world: they never clash with its own. */
export const FLEET = 'fleet:';

/** The tokens of a fleet, for requests. `validate` says which are valid, and for what. */
export class FleetTokenSource implements FurtherTokens {
  /** Under the SHA-256 of their secrets. */
  readonly table: ReplicatedTable<FleetToken>;
  readonly #validate: (digest: string, token: FleetToken) => Token | undefined;
  /** Used tokens, each the same object as long as nothing about it changes: counters and limits are keyed by it. */
  readonly #used = new Map<string, { token: Token; digest: string }>();
  readonly #listeners = new Set<() => void>();

  constructor(
    database: DatabaseSync,
    log: Logger,
    validate: (digest: string, token: FleetToken) => Token | undefined,
  ) {
    this.table = new ReplicatedTable<FleetToken>(database, 'tokens', tokenCodec, (error) =>
      log.warn({ err: error }, 'ignoring an invalid token of the fleet'),
    );
    this.#validate = validate;
  }

  /** Looks up the SHA-256 of the secret, so that timing reveals nothing of it. */
  find(secret: string): Token | undefined {
    return this.#tokenOf(sha256(secret));
  }

  /** The current state of a used token; undefined when it is no longer valid. */
  byId(id: string): Token | undefined {
    const used = this.#used.get(id);
    return used && this.#tokenOf(used.digest);
  }

  /** Calls back when tokens have changed. @returns how to end that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  changed(): void {
    for (const listener of this.#listeners) listener();
  }

  #tokenOf(digest: string): Token | undefined {
    const stored = this.table.get(digest);
    const token = stored && this.#validate(digest, stored);
    if (token === undefined) return undefined;
    const cached = this.#used.get(token.id)?.token;
    if (cached !== undefined && JSON.stringify(cached) === JSON.stringify(token)) return cached;
    this.#used.set(token.id, { token, digest });
    return token;
  }
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
