import { ANY_TOKEN, REQUIRED_BODY, route } from './route.ts';
import * as Type from './type.ts';

/** Minutes for which a sign-in link is valid. */
export const LINK_MINUTES = 15;

/** Takes no token: the code in the body is the credential. Never part of PALATINE_ROUTES. */
export const signInByLink = route('POST /v1/palatine/sign-in', 'Sign in by link', {
  tag: 'Service',
  permission: ANY_TOKEN,
  summary: 'Exchange the code of a sign-in link for a token, once',
  notes: 'Takes no token. Wrong codes of an address are limited.',
  body: Type.Object({ Code: Type.String({ minLength: 1, maxLength: 128, description: 'Code of the link' }) }),
  bodyErrors: REQUIRED_BODY,
  reply: Type.closedObject({ Token: Type.text('A secret, shown this once'), Expires: Type.IsoTime }),
  errors: ['SIGN_IN_REFUSED'],
  examples: [{ body: { Code: 'J0Wq…' } }],
});

/** The page of a sign-in link below the address of a server. */
export const signInPath = (code: string): string => `/console/#code=${code}`;
