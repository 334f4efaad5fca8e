import type { FleetToken } from '@palatine/fleet';
import { type Token, tokenId } from '../../data-folder/tokens.ts';

/** A token of the fleet as the checks of a request see it. `prefix` stands before its id and its name; '' at a gateway. */
export function asToken(
  digest: string,
  { Name, AnswerForm }: FleetToken,
  permissions: readonly string[],
  prefix = '',
): Token {
  return {
    id: `${prefix}${tokenId(digest)}`,
    name: `${prefix}${Name}`,
    permissions,
    answerForm: AnswerForm,
  };
}

/** Tokens of requests, each the same object as long as nothing about it changes: what is counted by token goes on. */
export class StableTokens {
  readonly #tokens = new Map<string, { token: Token; digest: string }>();

  same(token: Token, digest: string): Token {
    const known = this.#tokens.get(token.id)?.token;
    if (known !== undefined && JSON.stringify(known) === JSON.stringify(token)) return known;
    this.#tokens.set(token.id, { token, digest });
    return token;
  }

  /** The SHA-256 of the secret of a token that was used; undefined for any other id. */
  digestOf(id: string): string | undefined {
    return this.#tokens.get(id)?.digest;
  }
}
