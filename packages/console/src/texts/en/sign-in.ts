export const signIn = {
  title: 'Sign in',
  token: 'Token',
  submit: 'Sign in',
  submitting: 'Signing in …',
  where: 'A new token is made on the server by this command, and shown once:',
  inClear:
    'This connection is not encrypted, and the token travels over it. docs/operations.md tells how to set up TLS.',
  unreachable: 'The service does not answer at this address.',
  malformed: 'This is no token: it has characters that a token cannot have.',
  signOut: 'Sign out',
};
