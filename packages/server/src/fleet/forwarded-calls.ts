import { randomBytes } from 'node:crypto';
import { holds } from '@palatine/contract';
import { sha256, type Token } from '../data-folder/tokens.ts';
import type { Leave } from '../http/authorize.ts';

/** A request that came over the fleet, while the service works on it. */
interface ForwardedCall {
  readonly token: Token;
  readonly leave: Leave | undefined;
}

/** Who sends a forwarded request, as the gateway names them. */
export interface FleetIssuer {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly answerForm: Token['answerForm'];
}

/** More tokens than a fleet has; the one that came first is forgotten. */
const MOST_TOKENS = 10_000;

/** Gives each forwarded request a secret of its own until its response, so it passes the same checks. */
export class ForwardedCalls {
  readonly #calls = new Map<string, ForwardedCall>();
  readonly #tokens = new Map<string, Token>();
  readonly #allow: readonly string[];

  /** `allow`: the permissions to which the owner of this world holds the fleet. */
  constructor(allow: readonly string[]) {
    this.#allow = allow;
  }

  /** The token behind the secret of a call under way. */
  find(secret: string): Token | undefined {
    return this.#calls.get(sha256(secret))?.token;
  }

  /** What a write with this Authorization header has to ask first. */
  leaveOf(authorization: string | undefined): Leave | undefined {
    if (authorization?.startsWith(SCHEME) !== true) return undefined;
    return this.#calls.get(sha256(authorization.slice(SCHEME.length)))?.leave;
  }

  /** A token of the fleet that has sent a request. */
  byId(id: string): Token | undefined {
    return this.#tokens.get(id);
  }

  /** Lets a call in. @returns its Authorization header, and how to shut it out again. */
  open(issuer: FleetIssuer, leave: Leave | undefined): { authorization: string; close: () => void } {
    const secret = randomBytes(24).toString('base64url');
    const digest = sha256(secret);
    this.#calls.set(digest, { token: this.#tokenOf(issuer), leave });
    return { authorization: `${SCHEME}${secret}`, close: () => void this.#calls.delete(digest) };
  }

  /** The same object as long as nothing about the token changes: what is counted by token goes on counting. */
  #tokenOf({ id, name, permissions, answerForm }: FleetIssuer): Token {
    const token: Token = {
      id: `${FLEET}${id}`,
      name: `${FLEET}${name}`,
      permissions: capped(permissions, this.#allow),
      answerForm,
    };
    const known = this.#tokens.get(token.id);
    if (known !== undefined && JSON.stringify(known) === JSON.stringify(token)) return known;
    const oldest = this.#tokens.keys().next();
    if (this.#tokens.size >= MOST_TOKENS && !oldest.done) this.#tokens.delete(oldest.value);
    this.#tokens.set(token.id, token);
    return token;
  }
}

const SCHEME = 'Bearer ';
/** Keys and names of the fleet's tokens never meet those of the world's own. */
export const FLEET = 'fleet:';

/** Of two patterns of which one covers the other, the narrower one counts. */
export function capped(permissions: readonly string[], allow: readonly string[]): string[] {
  const narrower = permissions.filter((permission) => holds(allow, permission));
  const wider = allow.filter((allowed) => holds(permissions, allowed));
  return [...new Set([...narrower, ...wider])];
}
