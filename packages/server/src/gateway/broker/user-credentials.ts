import { fmtCreds } from '@nats-io/jwt';
import { fromPublic } from '@nats-io/nkeys';
import { ConfigError } from '../../data-folder/config-error.ts';
import { keyPair, type UserClaims, userJwt } from './claims.ts';

/** Also the end of a subject, that of the user's answers. */
const USER_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** The text of a .creds file: the right of a user, and its seed. A secret. */
export async function credentialsText(account: string, seed: string, user: UserClaims): Promise<string> {
  return new TextDecoder().decode(fmtCreds(await userJwt(account, user), keyPair(seed)));
}

/** Throws a ConfigError. */
export function assertUserName(name: string): void {
  if (!USER_NAME.test(name))
    throw new ConfigError(`${name} is no name: letters, digits, _ and -, at most 64`);
}

/** Throws a ConfigError. */
export function assertUserKey(publicKey: string): void {
  if (!isUserKey(publicKey)) throw new ConfigError('no public key of a user of NATS');
}

/** Whether a text is the public key of a user, with a checksum that is right. */
export function isUserKey(text: string): boolean {
  if (!/^U[A-Z2-7]{55}$/.test(text)) return false;
  try {
    return fromPublic(text).getPublicKey() === text;
  } catch {
    return false;
  }
}
