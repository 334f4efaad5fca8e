import type { DatabaseSync } from 'node:sqlite';
import { type FleetToken, fleetToken, isTokenDigest } from '@palatine/fleet';
import type { Logger } from 'pino';
import { sha256, type Token, tokenId } from '../../data-folder/tokens.ts';
import type { Clock } from '../../game/clock.ts';
import { ReplicatedTable } from '../replicated-table.ts';

/** A copy of the tokens of a fleet, by the SHA-256 of their secrets. */
class TokenTable extends ReplicatedTable<FleetToken> {
  protected override codecOf(key: string): typeof fleetToken | undefined {
    return isTokenDigest(key) ? fleetToken : undefined;
  }

  /** A revocation counts at once, whatever the clock of its gateway says. */
  protected override isEarly(): boolean {
    return false;
  }
}

/** The tokens of a fleet as requests find them, by a copy that follows the broker. Which of them count, its kinds say. */
export abstract class FollowedTokens {
  protected readonly copy: TokenTable;
  /** Those that were used, each the same object as long as nothing about it changes: what is counted by token goes on. */
  readonly #used = new Map<string, { token: Token; digest: string }>();
  readonly #listeners = new Set<() => void>();

  constructor(database: DatabaseSync, clock: Clock, log: Logger) {
    this.copy = new TokenTable({
      database,
      name: 'fleetToken',
      now: () => clock.now(),
      report: (problem) => log.warn({ problem }, 'a token of the fleet does not count'),
    });
  }

  /** What a token is here; undefined where it does not count. */
  protected abstract counted(digest: string, token: FleetToken): Token | undefined;

  /** Found by the SHA-256 of its secret, so that the time it takes reveals nothing of one. */
  find(secret: string): Token | undefined {
    return this.#tokenOf(sha256(secret));
  }

  /** A token that was used, as it is by now; undefined when it counts no more. */
  byId(id: string): Token | undefined {
    const digest = this.digestOf(id);
    return digest === undefined ? undefined : this.#tokenOf(digest);
  }

  /** The SHA-256 of the secret of a token that was used; undefined for any other id. */
  protected digestOf(id: string): string | undefined {
    return this.#used.get(id)?.digest;
  }

  /** Calls back when tokens have changed. @returns how to end that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  protected changed(): void {
    for (const listener of this.#listeners) listener();
  }

  #tokenOf(digest: string): Token | undefined {
    const stored = this.copy.get(digest);
    const token = stored && this.counted(digest, stored);
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
  { Name, AnswerForm }: FleetToken,
  permissions: readonly string[],
  prefix = '',
): Token {
  return { id: `${prefix}${tokenId(digest)}`, name: `${prefix}${Name}`, permissions, answerForm: AnswerForm };
}
