import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { LINK_MINUTES, Refusal, signInByLink } from '@palatine/contract';
import { createToken } from '@palatine/data-dir/token-files';
import type { Clock } from '@palatine/platform/clock';
import { mountCodeRoute } from '@palatine/web/code-route';
import { auditSubject, callerAddress, type Routes } from '@palatine/web/routes';
import type { Service } from './service.ts';

const CODE_BYTES = 32;
const MINUTE_MS = 60_000;
/** Days after which the token of a browser expires: nobody revokes it when the tab is closed. */
const TOKEN_DAYS = 30;
const DAY_MS = 24 * 60 * MINUTE_MS;

const REFUSED =
  `this link is wrong, was used already, or is older than ${LINK_MINUTES} minutes; ` +
  'starting Palatine again in a terminal prints a new link, and "npx palatine token create NAME" makes a token';

/** The code of the last sign-in link; only its SHA-256 is kept, in memory. */
export type SignInCode = ReturnType<typeof signInCode>;

export function signInCode({ now }: Pick<Clock, 'now'>) {
  let pending: { digest: Buffer; untilMs: number } | undefined;
  return {
    /** A new code in place of the last one. */
    create(): string {
      const code = randomBytes(CODE_BYTES).toString('base64url');
      pending = { digest: hash('sha256', code, 'buffer'), untilMs: now() + LINK_MINUTES * MINUTE_MS };
      return code;
    },
    /** Uses the code up, unless `work` fails. Throws SIGN_IN_REFUSED. */
    take<T>(code: string, work: () => T): T {
      const isRight =
        pending !== undefined && timingSafeEqual(hash('sha256', code, 'buffer'), pending.digest);
      if (pending === undefined || !isRight || pending.untilMs <= now())
        throw new Refusal('SIGN_IN_REFUSED', REFUSED);
      const result = work();
      pending = undefined;
      return result;
    },
  };
}

/**
 * Mounts the exchange of a code for a token of its own. The administrator token is for programs, and is not in memory;
 * a token of the browser can be revoked by its name.
 */
export function mountSignIn(routes: Routes, code: SignInCode, { game, data, clock }: Service): void {
  const { app, policy } = routes;
  const addressOf = (request: Parameters<typeof callerAddress>[1]) => callerAddress(policy, request);
  mountCodeRoute(
    app,
    signInByLink,
    { clock, refusal: 'SIGN_IN_REFUSED', addressOf },
    async (body, request) => {
      const expires = new Date(clock.now() + TOKEN_DAYS * DAY_MS).toISOString();
      const name = `Browser ${randomBytes(3).toString('hex')}`;
      const token = { name, permissions: ['*'], expires };
      const { secret } = code.take(body.Code, () => createToken(data.tokens, token));
      await policy.tokens.refresh();
      const { id, headers } = request;
      const principal = { token: { name }, ip: addressOf(request) };
      const subject = auditSubject(signInByLink, principal, { id, params: {}, headers }, undefined);
      game.writes.audit({ ...subject, summary: 'the link of the start', Outcome: 'OK', Status: 200 });
      return { Token: secret, Expires: expires };
    },
  );
}
