import { words } from '@palatine/contract/words';

/** The secret of TokenExample.json. It cannot be sent, so a copy of the file grants no access. */
export const EXAMPLE_SECRET =
  'put a long random text here, or TokenSHA256 with its SHA-256 in hex instead of Token';

function plainOf(secret: string): string {
  return secret.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Passwords and tokens in the documents of servers, their images and clients, and common guesses: letters and digits only. */
const PUBLISHED: ReadonlySet<string> = new Set([
  ...words(
    'adminpasswordhere admindocker docker worldofpals serverpasswordhere admin adminpassword password',
  ),
  ...words('changeme 123456 dbljitqxmavsbiwyyiewhind2skmsq1lgesgmlhgzngu230tgrlnfowp5cavqgoa'),
  'storearealtokenonlyinyourlocalenv',
  plainOf(EXAMPLE_SECRET),
]);

/** A sentence in place of a secret: `GENERATE_A_LONG_UNIQUE_SECRET_HERE`. */
const PLACEHOLDER =
  /^(replace|change|generate|put|insert|enter|paste|your|my)[a-z]*(token|secret|password|key|text|here)$/;

const MAX_EXAMINED_CHARS = 256;

/** Whether a password or token is known to everybody, also with other signs and case, or repeated. */
export function isPublishedSecret(secret: string): boolean {
  if (secret.length > MAX_EXAMINED_CHARS) return false;
  const plain = plainOf(secret);
  const [, repeated = plain] = /^(.+?)\1+$/.exec(plain) ?? [];
  const isOneSign = [secret, plain].some((text) => /^(.)\1+$/s.test(text));
  return isOneSign || PUBLISHED.has(repeated) || PLACEHOLDER.test(repeated);
}
