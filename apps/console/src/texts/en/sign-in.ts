export const signIn = {
  title: 'Sign in',
  token: 'Token',
  submit: 'Sign in',
  submitting: 'Signing in…',
  where: 'A new token is made on the server by this command, and shown once:',
  whereFleet:
    'The first one is printed where the gateway was started. Who is signed in makes further ones here.',
  inClear:
    'This connection is not encrypted, and the token travels over it. docs/operations.md tells how to set up TLS.',
  unreachable: 'The service does not answer at this address.',
  malformed: 'This is no token: it has characters that a token cannot have.',
  signOut: 'Sign out',
  locked: 'Sign in again',
  kept: (name: string) => `With the token “${name}” you find everything as it was, with what you have typed.`,
  leave: 'Leave the page',
  idle: (minutes: number) =>
    `The page has locked itself after ${minutes === 1 ? 'a minute' : `${minutes} minutes`} without use.`,
  signedInAs: (name: string) => `Signed in as ${name}`,
  mayDoAll: 'This token may do everything.',
  mayDo: (count: number) =>
    count === 1 ? 'This token has 1 permission:' : `This token has ${count} permissions:`,
};
