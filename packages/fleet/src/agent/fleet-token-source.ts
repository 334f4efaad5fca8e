import type { DatabaseSync } from 'node:sqlite';
import { type FurtherTokens, sha256, type Token, tokenId } from '@palatine/data-dir/tokens';
import type { Logger } from 'pino';
import { type FleetToken, tokenCodec } from '../messages/index.ts';
import { ReplicatedTable } from '../replicas/replicated-table.ts';

/** Before the ids and names of the fleet's tokens at a world: they never meet those of its own. */
export const FLEET = 'fleet:';

/** The tokens of a fleet as requests find them. Which of them count, and for what, `counted` says. */
export class FleetTokenSource implements FurtherTokens {
  /** Under the SHA-256 of their secrets. */
  readonly table: ReplicatedTable<FleetToken>;
  readonly #counted: (digest: string, token: FleetToken) => Token | undefined;
  /** Those that were used, each the same object as long as nothing about it changes: what is counted by token goes on. */
  readonly #used = new Map<string, { token: Token; digest: string }>();
  readonly #listeners = new Set<() => void>();

  constructor(
    database: DatabaseSync,
    log: Logger,
    counted: (digest: string, token: FleetToken) => Token | undefined,
  ) {
    this.table = new ReplicatedTable<FleetToken>(database, 'tokens', tokenCodec, (error) =>
      log.warn({ err: error }, 'a token of the fleet does not count'),
    );
    this.#counted = counted;
  }

  /** Found by the SHA-256 of its secret, so that the time it takes reveals nothing of one. */
  find(secret: string): Token | undefined {
    return this.#tokenOf(sha256(secret));
  }

  /** A token that was used, as it is by now; undefined when it counts no more. */
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
    const token = stored && this.#counted(digest, stored);
    if (token === undefined) return undefined;
    const known = this.#used.get(token.id)?.token;
    if (known !== undefined && JSON.stringify(known) === JSON.stringify(token)) return known;
    this.#used.set(token.id, { token, digest });
    return token;
  }
}

/** A token of the fleet as the checks of a request see it. `prefix` stands before its id and its name; '' at a gateway. */
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
